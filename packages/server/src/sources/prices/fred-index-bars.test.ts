import { expect, test } from 'vitest'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { testContext } from '../testing/describe-connector.ts'
import { hasFredIndex, loadFredIndex } from './fred-index-bars.ts'

const at = '2026-11-18T17:00:00Z'
const url = 'https://fred.stlouisfed.org/graph/fredgraph.csv?id=VIXCLS'
const context = (body: string) => testContext(recordedTransport([{ recorded: { at, url }, body }]))

test('default: returns closes of the days that have one, and no other values', async () => {
  const body = 'observation_date,VIXCLS\n2026-11-16,18.5\n2026-11-17,.\n2026-11-18,19\n'
  const nothing = { open: null, high: null, low: null, volume: null }
  expect((await loadFredIndex('^VIX', 'max', context(body))).value).toEqual([
    { ...nothing, date: '2026-11-16', close: 18.5 },
    { ...nothing, date: '2026-11-18', close: 19 },
  ])
})

test('error: refuses another index, another series, no close at all', async () => {
  expect([hasFredIndex('^IXIC'), hasFredIndex('^FTSE')]).toEqual([true, false])
  const code = (symbol: string, body: string) =>
    loadFredIndex(symbol, 'max', context(body)).catch(({ code }) => code)
  expect(await code('^FTSE', '')).toBe('NOT_FOUND')
  expect(await code('^VIX', 'observation_date,SP500\n2026-11-16,18.5\n')).toBe('UPSTREAM_CHANGED')
  expect(await code('^VIX', 'observation_date,VIXCLS\n2026-11-16,.\n')).toBe('NOT_FOUND')
})
