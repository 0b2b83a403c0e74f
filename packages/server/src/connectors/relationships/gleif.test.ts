import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testContext } from '../../sources/testing/describe-connector.ts'
import { type Fixture, recordedTransport } from '../../upstreams/testing/recorded.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { legalEntityRelations } from './gleif.ts'

const base = 'https://api.gleif.org/api/v1/lei-records'
const apple = 'HWUPKR0MPOU8FGXBT394'
const child = '549300ABCDEFGHIJKL01'

const record = (lei: string, name: string, links: object = {}, status = 'ACTIVE') => ({
  attributes: {
    lei,
    entity: { legalName: { name }, jurisdiction: 'US-CA', status },
    registration: { lastUpdateDate: '2026-07-01T12:30:00+00:00' },
  },
  relationships: links,
})
const fixture = (path: string, data: unknown): Fixture => ({
  recorded: { at: '2026-08-01T00:00:00.000Z', url: `${base}${path}` },
  body: { data },
})
const search = (...data: unknown[]) =>
  fixture('?filter[entity.legalName]=Apple%20Inc.&page[size]=20', data)
const ask = async (...fixtures: readonly Fixture[]) =>
  (await legalEntityRelations('Apple Inc.', testContext(recordedTransport(fixtures)))).value

const links = {
  'direct-parent': { links: { 'lei-record': 'x' } },
  'direct-children': { links: { related: 'x' } },
}

test('default: returns parent and active children of the company of that name', async () => {
  const found = await ask(
    search(record(apple, 'APPLE INC', links), record(child, 'Apple Inc. Trust')),
    fixture(`/${apple}/direct-parent`, record('PARENT00000000000000', 'Parent')),
    fixture(`/${apple}/direct-children?page[size]=200`, [
      record(child, 'Apple Sales', {}),
      record(apple, 'Apple Gone', {}, 'INACTIVE'),
    ]),
  )
  expect(found.map(({ kind, name, lei }) => [kind, name, lei])).toEqual([
    ['PARENT', 'Parent', 'PARENT00000000000000'],
    ['SUBSIDIARY', 'Apple Sales', child],
  ])
  expect(found[0]).toMatchObject({ detail: 'US-CA', date: '2026-07-01', cik: null })
})

test('behavior: does not request a parent that is not reported', async () => {
  const exception = { 'direct-parent': { links: { 'reporting-exception': 'x' } } }
  expect(await ask(search(record(apple, 'Apple Inc.', exception)))).toEqual([])
})

test('behavior: returns nothing for no company of that name, or several', async () => {
  expect(await ask(search(record(apple, 'Apple Inc. Trust')))).toEqual([])
  expect(await ask(search(record(apple, 'Apple Inc', links), record(child, 'APPLE INC.')))).toEqual(
    [],
  )
})

test('error: for any response, the only error is UPSTREAM_CHANGED', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (data) => {
      const upstreams: Transport = {
        mode: 'recorded',
        fetch: async () => ({
          body: Buffer.from(JSON.stringify({ data })),
          mode: 'recorded',
          asOf: null,
          retrievedAt: '',
        }),
      }
      const outcome = await legalEntityRelations('X', testContext(upstreams)).catch(
        (error) => error,
      )
      if (!(outcome instanceof Error)) return
      expect(outcome).toBeInstanceOf(FiqError)
      expect(outcome).toMatchObject({ code: 'UPSTREAM_CHANGED' })
    }),
  )
})
