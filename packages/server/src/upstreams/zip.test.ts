import { text } from 'node:stream/consumers'
import { zipOf } from '@fiq/shared/zip-of'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { zipEntries } from './zip.ts'

const archive = zipOf({ 'one.tsv': 'a\tb\n'.repeat(1_000), 'two.txt': 'é' })
const plain = (bytes: Uint8Array) => Buffer.from(bytes).toString()

test('default: reads the files of an archive, complete and in pieces', async () => {
  const entries = zipEntries(archive)!
  expect(entries.map(({ name, size }) => [name, size])).toEqual([
    ['one.tsv', 4_000],
    ['two.txt', 2],
  ])
  expect(plain(entries[0]!.read(4_000))).toBe('a\tb\n'.repeat(1_000))
  expect(await text(entries[0]!.stream())).toBe('a\tb\n'.repeat(1_000))
  expect(plain(entries[1]!.read(2))).toBe('é')
})

test('error: refuses a file above the size limit', () => {
  expect(() => zipEntries(archive)![0]!.read(3_999)).toThrow(RangeError)
})

test('error: refuses bytes that are no archive, or a damaged one', () => {
  expect(zipEntries(new Uint8Array([1, 2, 3]))).toBeUndefined()
  fc.assert(
    fc.property(fc.nat(archive.length - 1), fc.nat(255), (at, byte) => {
      const damaged = Uint8Array.from(archive)
      damaged[at] = byte
      for (const entry of zipEntries(damaged) ?? [])
        try {
          entry.read(10_000)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
    }),
  )
})
