import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderMaker } from './folder-maker.ts'

const makeFolder = folderMaker({ mkdirSync, statSync })

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'make-folder-'))
})
afterEach(() => rmSync(root, { recursive: true }))

test('default: creates the missing folders with the mode, and returns the outermost', () => {
  const path = join(root, 'a/b/c')
  expect(makeFolder(path, 0o700)).toBe(join(root, 'a'))
  expect(['a', 'a/b', 'a/b/c'].map((each) => statSync(join(root, each)).mode & 0o777)).toEqual([
    0o700, 0o700, 0o700,
  ])
  expect(makeFolder(join(path, 'd/'))).toBe(join(path, 'd/'))
})

test('behavior: accepts a folder that exists, also through a link', () => {
  symlinkSync(root, join(root, 'link'))
  expect([makeFolder(root), makeFolder(join(root, 'link')), makeFolder('.')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test.runIf(process.platform === 'linux')(
  'error: ends below a folder that refuses new entries',
  () => {
    for (const path of ['/proc/x', '/proc/x/y/z', '/proc/self/x/y'])
      expect(() => makeFolder(path)).toThrow('ENOENT')
  },
)

test('error: throws the same codes as mkdirSync', () => {
  writeFileSync(join(root, 'file'), '')
  const codeOf = (make: () => unknown) => {
    try {
      return make()
    } catch (error) {
      return (error as { code?: string }).code
    }
  }
  for (const name of ['file', 'file/x', 'file/x/y', 'n'.repeat(300), 'bad\0name']) {
    const path = join(root, name)
    const expected = codeOf(() => mkdirSync(path, { recursive: true }))
    expect(expected, name).toMatch(/^E/)
    expect(
      codeOf(() => makeFolder(path)),
      name,
    ).toBe(expected)
  }
  expect(codeOf(() => makeFolder(''))).toBe('ENOENT')
  symlinkSync(join(root, 'nowhere'), join(root, 'dangling'))
  expect(codeOf(() => makeFolder(join(root, 'dangling/x')))).toBe('EEXIST')
})
