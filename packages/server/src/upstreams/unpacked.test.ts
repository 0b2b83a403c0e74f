import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { unpacked } from './unpacked.ts'

const url = new URL('https://source.test/file')
const body = Buffer.from('a'.repeat(100))

test('default: decompresses gzip and passes other bytes unchanged', async () => {
  expect(await unpacked(gzipSync(body), 'gzip', 100, url)).toEqual(body)
  expect(await unpacked(body, undefined, 10, url)).toBe(body)
})

test.each([
  ['br', body, 100],
  ['gzip', body, 100],
  ['gzip', gzipSync(body), 99],
])('error: %s that is unknown, damaged or too large', async (encoding, bytes, bytesMax) => {
  await expect(unpacked(bytes, encoding, bytesMax, url)).rejects.toThrow('source.test')
})
