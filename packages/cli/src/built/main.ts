import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { foldersOf } from '../config/folders.ts'
import { createCodeCache } from './code-cache.ts'

/** Digest of the files beside this one. Set by the build. */
declare const builtFiles: string

// Replaces `../main.ts` in the built program: the same, loaded with the cached code.
const { cache } = foldersOf(process.env, homedir())
const folder = join(cache, 'compiled')
const [word = ''] = process.argv.slice(2)
const run = /^[a-z][a-z-]{0,30}$/.test(word) ? word : 'fiq'
const code = createCodeCache({
  program: __dirname,
  build: builtFiles,
  folder,
  run,
  others: require,
  importOther(id) {
    // For drawn views, which are ES modules. By default Node would share a folder with other users.
    enableCompileCache(join(folder, 'modules'))
    return import(id)
  },
})
process.on('exit', (exit) => {
  if (exit === 0) code.save()
})

export const { main } = code.load('./main/main') as typeof import('../main.ts')
