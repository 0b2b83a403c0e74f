import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../payment/testing/test-payer.ts'
import { lockName, updateFile } from './update-file.ts'

const orders = join(import.meta.dirname, 'testing/write-orders.ts')

test('default: passes the text to the change, and leaves no temporary file', () => {
  using folder = scratchFolder()
  const path = join(folder.path, 'sub', 'a')
  updateFile(path, (text) => `${text}!`)
  updateFile(path, (text) => `${text}!`)
  expect(readFileSync(path, 'utf8')).toBe('undefined!!')
  expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
  expect(readdirSync(join(folder.path, 'sub')).sort()).toEqual([lockName, 'a'])
})

test('error: a change that throws leaves the file unchanged and releases the lock', () => {
  using folder = scratchFolder()
  const path = join(folder.path, 'a')
  updateFile(path, () => 'kept')
  const fail = () => {
    throw new Error('no')
  }
  expect(() => updateFile(path, fail)).toThrow('no')
  updateFile(path, (text) => `${text}, changed`)
  expect(readFileSync(path, 'utf8')).toBe('kept, changed')
})

test('behavior: six processes that change one file at once lose no change', async () => {
  using folder = scratchFolder()
  const path = join(folder.path, 'count')
  const codes = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const child = spawn(process.execPath, [orders, 'count', path, '20'])
      const [code] = await once(child, 'close')
      return code
    }),
  )
  expect(codes).toEqual(Array(6).fill(0))
  expect(readFileSync(path, 'utf8')).toBe('120')
  expect(readdirSync(folder.path).sort()).toEqual([lockName, 'count'])
})
