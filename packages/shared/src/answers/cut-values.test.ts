import { expect, test } from 'vitest'
import { cutMembers, cutValues } from './cut-values.ts'

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

test('default: cuts the largest values, and lists their paths and bytes', () => {
  const values = ['a', 'b'.repeat(500), 'c'.repeat(900), 7]
  const { values: left, cut } = cutValues(values, 600, (at) => `list.0.c${at}`)
  expect(left).toEqual(['a', 'b'.repeat(500), null, 7])
  expect(cut).toEqual([{ path: 'list.0.c2', bytes: 902 }])
})

test('behavior: cuts nothing that fits, and nothing that is smaller than its path', () => {
  expect(cutValues(['a', 1], 100, String).cut).toEqual([])
  const small = Array.from({ length: 100 }, () => 'x'.repeat(20))
  expect(cutValues(small, 100, String)).toEqual({ values: small, cut: [] })
})

test('behavior: keeps the names of members, and counts them', () => {
  const object = { name: 'n', text: 'é'.repeat(300), list: Array(200).fill(1) }
  const { values, cut } = cutMembers(object, 200, (name) => `of.${name}`)
  expect(values).toEqual({ name: 'n', text: null, list: null })
  expect(cut.map(({ path }) => path)).toEqual(['of.text', 'of.list'])
  expect(bytesOf(values) + bytesOf(cut)).toBeLessThanOrEqual(200)
})
