import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { foldersOf, homeOfUser } from '../config/folders.ts'
import { createPriceCache } from '../query/price-cache.ts'
import { createCodeCache } from './code-cache.ts'

/** Digest of the files beside this one. Set by the build. */
declare const builtFiles: string

// Replaces `../main.ts` in the built program: the same program, loaded with cached code.
const { cache } = foldersOf(process.env, homeOfUser())
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
    // For drawn views, which are ES modules. By default Node's cache folder is shared with other
    // users.
    enableCompileCache(join(folder, 'modules'))
    return import(id)
  },
})
const { main: start } = code.load('./main/main') as typeof import('../main.ts')
const prices = code.isSafe ? createPriceCache(join(folder, builtFiles, 'prices.json')) : undefined
process.on('exit', (exit) => {
  if (exit !== 0) return
  code.save()
  prices?.save()
})

export const main = (words: readonly string[]) => start(words, prices)
