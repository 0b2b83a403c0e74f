import { expect, test } from 'vitest'
import { zipEntries } from '../../zip.ts'
import { zipOf } from './zip-of.ts'

test('default: creates an archive with the given contents', () => {
  const entries = zipEntries(zipOf({ a: 'one', b: '' }))!
  expect(entries.map(({ name, read }) => [name, Buffer.from(read(10)).toString()])).toEqual([
    ['a', 'one'],
    ['b', ''],
  ])
})
