import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { everySource } from './every-source.ts'

const rows =
  (...value: number[]) =>
  async () => ({ value, provenance: [] })
const failing = (code: 'UPSTREAM_UNAVAILABLE' | 'NOT_FOUND' | 'NOT_CONFIGURED') => async () => {
  throw new FiqError(code, code)
}
const off = async () => undefined

test('default: the rows of every source that answers', async () => {
  const { value } = await everySource('news', [rows(1), failing('UPSTREAM_UNAVAILABLE'), rows(2)])
  expect(value).toEqual([1, 2])
})

test('behavior: nothing found is an empty list', async () => {
  expect((await everySource('news', [rows(), failing('NOT_FOUND'), off])).value).toEqual([])
})

test.each([
  ['UPSTREAM_UNAVAILABLE', [rows(), failing('NOT_CONFIGURED'), failing('UPSTREAM_UNAVAILABLE')]],
  ['NOT_CONFIGURED', [failing('NOT_CONFIGURED'), off]],
  ['NOT_CONFIGURED', [off]],
] as const)('error: %s where no row is known', async (code, attempts) => {
  await expect(everySource('news', attempts)).rejects.toMatchObject({ code })
})

test('error: what nobody foresaw is thrown', async () => {
  const broken = async () => {
    throw new TypeError('a fault of ours')
  }
  await expect(everySource('news', [broken, rows(1)])).rejects.toThrow(TypeError)
})
