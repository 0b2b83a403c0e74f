import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The program of the server. */
export type ServerProgram = {
  command: string
  words: readonly string[]
  /** Text for the user: a file, or the package that npx fetches. */
  shown: string
}

/**
 * Finds the server of this version: beside this program, in its checkout or where both were
 * installed; otherwise npx fetches it.
 *
 * @param program - Command that starts this program again: a Node and a file.
 */
export function findServer(program: readonly string[], version: string): ServerProgram {
  const [node = '', script = ''] = program
  const folder = existsSync(script) ? packageOf(realpathSync(script)) : undefined
  const isSource = script.endsWith('.ts')
  for (const name of ['server', 'fiq-server']) {
    const file = folder && serverIn(join(dirname(folder), name), version, isSource)
    if (file) return { command: node, words: [file], shown: file }
  }
  const fetched = `fiq-server@${version}`
  return { command: 'npx', words: ['--yes', fetched], shown: `npx ${fetched}` }
}

/** The folder of the package of a file, above `dist` and `src`. */
function packageOf(file: string): string {
  return dirname(dirname(file))
}

/** The server's file in this folder, if it is of this version. */
function serverIn(folder: string, version: string, isSource: boolean): string | undefined {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    if (manifest.name !== 'fiq-server' || manifest.version !== version) return undefined
    const file = join(folder, isSource ? 'src/main.ts' : String(manifest.bin['fiq-server']))
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}
