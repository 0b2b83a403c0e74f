import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readText } from './read-text.ts'

const pathIn = () => join(mkdtempSync(join(tmpdir(), 'fiq-install-')), 'mcp é.json')

test('default: reads the text of a file with its byte order mark; undefined without a file', () => {
  const path = pathIn()
  expect(readText(path)).toBeUndefined()
  writeFileSync(path, '\ufeff{"ä": "日本"}\r\n')
  expect(readText(path)).toBe('\ufeff{"ä": "日本"}\r\n')
})

test.each<[string, (path: string) => void, RegExp]>([
  ['in another encoding', (path) => writeFileSync(path, Buffer.from('"é"', 'latin1')), /utf-8/],
  ['a folder', (path) => mkdirSync(path), /It is not a file/],
  ['a pipe, which has no end', (path) => execFileSync('mkfifo', [path]), /It is not a file/],
  ['a link without a file', (path) => symlinkSync('elsewhere.json', path), /a link to a file/],
])('error: refuses a configuration that is %s', (_, create, reason) => {
  const path = pathIn()
  create(path)
  expect(() => readText(path)).toThrow(
    expect.objectContaining({
      code: 'CONFIGURATION_INVALID',
      facts: [`File: ${path}`, expect.stringMatching(reason)],
    }),
  )
})
