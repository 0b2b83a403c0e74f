import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterEach, beforeEach, expect, test } from 'vitest'

// This file starts the built program, so the test builds it, beside a program that prints its words.
let home = ''
const build = 'b1'

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fiq-built-'))
  const words = '{ words, isCached: prices !== undefined }'
  const program = `exports.main = (words, prices) => console.log(JSON.stringify(${words}))`
  writeFileSync(join(home, 'main.cjs'), `({ main(exports) { ${program} } })`)
  buildSync({
    entryPoints: [join(import.meta.dirname, 'main.ts')],
    outfile: join(home, 'start.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    define: { builtFiles: JSON.stringify(build) },
  })
})
afterEach(() => rmSync(home, { recursive: true }))

/** Runs the program with words. @returns What it printed, and the names of the cached files. */
function run(words: readonly string[], before = '') {
  const first = join(home, 'first.cjs')
  writeFileSync(first, `${before};require('./start.cjs').main(process.argv.slice(2))`)
  const { stdout } = spawnSync(process.execPath, [first, ...words], {
    encoding: 'utf8',
    env: { FIQ_HOME: home },
  })
  const folder = join(home, 'compiled', build)
  return { printed: JSON.parse(stdout), cached: existsSync(folder) ? readdirSync(folder) : [] }
}

test('default: passes the words and the cached prices on, and stores the compiled code', () => {
  const { printed, cached } = run(['quote', 'AAPL'])
  expect(printed).toEqual({ words: ['quote', 'AAPL'], isCached: true })
  expect(cached).toEqual(['quote-main.cjs'])
})

test('behavior: a word that is no name of a command names no file', () => {
  expect(run(['../../x']).cached).toEqual(['fiq-main.cjs'])
})

test('behavior: stores nothing if the run failed', () => {
  expect(run(['quote'], 'process.exitCode = 3').cached).toEqual([])
})
