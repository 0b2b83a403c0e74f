import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { recordedTransport } from '../upstreams/testing/recorded.ts'
import type { Upstream } from './connector.ts'
import { everySource } from './every-source.ts'
import { testContext } from './testing/describe-connector.ts'

const upstream = (id: string) =>
  ({ id, name: id, hosts: ['x.test'], licence: { class: 'restricted' } }) as unknown as Upstream
const rows = (...value: number[]) => ({
  upstream: upstream('on'),
  load: async () => ({ value, provenance: [] }),
})
const failing = (code: 'UPSTREAM_UNAVAILABLE' | 'NOT_FOUND' | 'NOT_CONFIGURED') => ({
  upstream: upstream('on'),
  load: async () => {
    throw new FiqError(code, code)
  },
})
const off = { ...rows(9), upstream: upstream('off') }
const context = testContext(recordedTransport([]), { enabled: ({ id }) => id !== 'off' })

test('default: returns the rows of every enabled source that responds', async () => {
  const sources = [rows(1), failing('UPSTREAM_UNAVAILABLE'), failing('NOT_FOUND'), off, rows(2)]
  const { value, unanswered } = await everySource('news', sources, context)
  expect(value).toEqual([1, 2])
  expect(unanswered).toMatchObject([{ source: 'on', error: { code: 'UPSTREAM_UNAVAILABLE' } }])
})

test('behavior: keeps the source of each row', async () => {
  const [one, other] = [{ sourceUrl: '1' }, { sourceUrl: '2' }] as never[]
  const from = (value: object[], provenance: never) => ({
    upstream: upstream('on'),
    load: async () => ({ value, provenance: [provenance] }),
  })
  const [first, second] = [{}, {}]
  const sources = [from([first], one!), from([second], other!)]
  const { rowProvenance } = await everySource<object>('news', sources, context)
  expect([first, second].map((row) => rowProvenance?.get(row))).toEqual([[one], [other]])
})

test('behavior: no match is an empty list', async () => {
  const { value } = await everySource('news', [rows(), failing('NOT_FOUND'), off], context)
  expect(value).toEqual([])
})

test.each([
  ['UPSTREAM_UNAVAILABLE', [rows(), failing('NOT_CONFIGURED'), failing('UPSTREAM_UNAVAILABLE')]],
  ['NOT_CONFIGURED', [failing('NOT_CONFIGURED'), off]],
  ['NOT_CONFIGURED', [off]],
] as const)('error: %s where no row is known', async (code, sources) => {
  await expect(everySource('news', sources, context)).rejects.toMatchObject({ code })
})

test('error: throws an unexpected error', async () => {
  const load = async () => {
    throw new TypeError('a fault of ours')
  }
  const broken = { upstream: upstream('on'), load }
  await expect(everySource('news', [broken, rows(1)], context)).rejects.toThrow(TypeError)
})

test('error: a file missing from a mirror does not mean an empty list', async () => {
  const mirror = testContext({ ...recordedTransport([]), mode: 'mirror' })
  const asked = everySource('litigation', [failing('NOT_FOUND')], mirror)
  await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const beside = await everySource('litigation', [failing('NOT_FOUND'), rows(1)], mirror)
  expect(beside.unanswered).toMatchObject([{ error: { code: 'NOT_FOUND' } }])
})
