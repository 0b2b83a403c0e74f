import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CodeCacheOptions } from './code-cache.ts'

// Each run is a process, because V8 caches compiled code within one.
let home = ''
let given: Omit<CodeCacheOptions, 'others' | 'importOther'>

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fiq-kept-'))
  const program = join(home, 'program')
  mkdirSync(program)
  writeFileSync(
    join(program, 'main.cjs'),
    `({
      main(exports, require, module, __filename, __dirname, importOther) {
        const value = require('./main/one').value - 1 + require('./other/value').value
        exports.answer = async () => {
          const { EOL } = await importOther('node:os')
          return value + EOL.length + require('node:os').EOL.length - 1
        }
        exports.isOne = require('./other/value') === require('./other/value')
      },
      one(exports) { exports.value = 1 },
      unused() { throw new Error('nobody asked for it') },
    })`,
  )
  writeFileSync(join(program, 'other.cjs'), otherWith(41))
  given = { program, build: 'b1', folder: join(home, 'compiled'), run: 'quote' }
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const otherWith = (value: number) => `({ value(exports) { exports.value = ${value} } })`

/** A run that loads all files, calls their functions, and succeeds. */
function runOnce(changes: Partial<CodeCacheOptions> = {}): number {
  const script = `
    import { createRequire } from 'node:module'
    import { createCodeCache } from ${JSON.stringify(join(import.meta.dirname, 'code-cache.ts'))}
    const others = createRequire('/')
    const importOther = (id) => import(id)
    const code = createCodeCache({ ...${JSON.stringify({ ...given, ...changes })}, others, importOther })
    const { answer, isOne } = code.load('./main/main')
    console.log(isOne && (await answer()))
    code.save()`
  const words = ['--input-type=module', '-e', script]
  return Number(spawnSync(process.execPath, words, { encoding: 'utf8' }).stdout)
}

function kept(): string[] {
  return readdirSync(join(given.folder, 'b1')).sort()
}

const writtenAt = (name: string) => statSync(join(given.folder, 'b1', name)).ino

test('default: a run stores its compiled code, and the next run loads it unchanged', () => {
  expect(runOnce()).toBe(42)
  expect(kept()).toEqual(['quote-main.cjs', 'quote-other.cjs'])
  const before = kept().map(writtenAt)
  expect(runOnce()).toBe(42)
  expect(kept().map(writtenAt)).toEqual(before)
})

test('behavior: each command has its own cache', () => {
  runOnce()
  runOnce({ run: 'history' })
  expect(kept()).toHaveLength(4)
})

test('behavior: only this user can read or write the cache', () => {
  runOnce()
  expect(statSync(join(given.folder, 'b1')).mode & 0o777).toBe(0o700)
  expect(statSync(join(given.folder, 'b1', 'quote-main.cjs')).mode & 0o777).toBe(0o600)
})

test('behavior: does not run code from a folder that others can write to', () => {
  writeFileSync(join(given.program, 'other.cjs'), otherWith(99))
  runOnce()
  // Has the same length, because V8 compares only that: the cached code is used.
  writeFileSync(join(given.program, 'other.cjs'), otherWith(41))
  expect(runOnce()).toBe(100)
  chmodSync(join(given.folder, 'b1'), 0o777)
  expect(runOnce()).toBe(42)
})

test('behavior: ignores and deletes the cache of another build', () => {
  runOnce()
  writeFileSync(join(given.program, 'other.cjs'), otherWith(99))
  expect(runOnce({ build: 'b2' })).toBe(100)
  expect(readdirSync(given.folder)).toEqual(['b2'])
})

test.each(['', 'no code at all', '\0'.repeat(5_000)])(
  'behavior: replaces a damaged file without using it (%#)',
  (content) => {
    runOnce()
    writeFileSync(join(given.folder, 'b1', 'quote-main.cjs'), content)
    expect(runOnce()).toBe(42)
    expect(statSync(join(given.folder, 'b1', 'quote-main.cjs')).size).toBeGreaterThan(100)
  },
)

test('behavior: runs without a writable cache folder', () => {
  writeFileSync(given.folder, 'a file, not a folder')
  expect(runOnce()).toBe(42)
})
