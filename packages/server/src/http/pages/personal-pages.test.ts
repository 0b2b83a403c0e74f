import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Upstream } from '../../sources/connector.ts'
import type { FieldReadiness } from '../../sources/field-readiness.ts'
import { personalPages } from './personal-pages.ts'

const named = (name: string) => ({ name }) as Upstream
const off = (...settings: string[]) => ({ upstream: named('Off'), settings })

function scene(fields: readonly Omit<FieldReadiness, 'coordinate'>[] = []) {
  const app = Fastify()
  personalPages(app, {
    version: '1.2.3',
    dataMode: 'live',
    fields: () => fields.map((field, at) => ({ coordinate: `Query.f${at}`, ...field })),
    requests: { price: async () => ({ status: 200, headers: {}, body: '{"credits":0}' }) } as never,
    contract: { tariff: { version: 't1' } } as never,
    schemaText: 'type Query',
  })
  return async (url: string) => (await app.inject({ url })).json()
}

test('default: the service is personal, on no network', async () => {
  expect(await scene()('/api/v1/service')).toEqual({
    name: 'fiq',
    version: '1.2.3',
    dataMode: 'live',
    personal: true,
    devnet: false,
    network: null,
    tariff: 't1',
  })
})

test('behavior: is ready once it answers, because it settles nothing', async () => {
  expect(await scene()('/readyz')).toEqual({ status: 'ready' })
})

test('behavior: each area lists its sources once, with the settings that would add others', async () => {
  const get = scene([
    { area: 'quotes', isReady: false, on: [], off: [off('A_KEY', 'A_SECRET'), off()] },
    { area: 'rates', isReady: false, on: [], off: [off('B_KEY')] },
    { area: 'quotes', isReady: true, on: [named('One'), named('One')], off: [off('B_KEY')] },
  ])
  expect(await get('/api/v1/sources')).toEqual({
    areas: [
      { area: 'quotes', isReady: true, on: ['One'], add: ['A_KEY and A_SECRET', 'B_KEY'] },
      { area: 'rates', isReady: false, on: [], add: ['B_KEY'] },
    ],
  })
})
