import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import type { Bar } from '../../sources/connector.ts'
import {
  describeConnector,
  emptyFiles,
  testContext,
} from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { technicals } from './connector.ts'

const entity = { id: 'index:VIX', name: 'VIX', type: 'INDEX', ticker: '^VIX', tickers: ['^VIX'] }

describeConnector(technicals, [
  { coordinate: 'Entity.technicals', args: {}, parent: entity },
  { coordinate: 'Query.technicals', args: { ticker: 'AAPL' } },
])

test("default: computes indicators of the operator's bars, with their source", async () => {
  const bars: Bar[] = [10, 11, 12].map((close, index) => ({
    date: `2026-01-0${index + 5}`,
    open: close,
    high: close,
    low: close,
    close,
    volume: null,
  }))
  const provenance = {
    source: 'own bars',
    sourceUrl: 'file:///bars.csv',
    asOf: '2026-01-07',
    retrievedAt: '2026-01-08T00:00:00.000Z',
    mode: 'files' as const,
    stale: true,
    licence: 'own',
  }
  const fetch = () => Promise.reject(new FiqError('UPSTREAM_UNAVAILABLE', 'no upstream here'))
  const context = testContext(
    { mode: 'recorded', fetch },
    { files: { ...emptyFiles, bars: () => ({ value: bars, provenance: [provenance] }) } },
  )
  const { fields } = technicals
  const found = await fields['Entity.technicals']!.resolve(entity, {}, context)
  const args = { period: 2 }
  const { value } = await fields['Technicals.sma']!.resolve(found.value, args, context)
  expect(value).toMatchObject({ value: 11.5, date: '2026-01-07', reason: null })
  expect(found.provenance).toMatchObject([{ source: 'own bars', stale: true }])
})

describe('technicals without an entity', () => {
  const root = technicals.fields['Query.technicals']!
  const now = () => new Date('2026-11-18T17:00:00Z')
  const sandbox = testContext(sandboxTransport({ now }), { now })
  const rsiOf = async (args: object) => {
    const { value, provenance } = await root.resolve(null, { ...args }, sandbox)
    const rsi = await technicals.fields['Technicals.rsi']!.resolve(value, { period: 2 }, sandbox)
    return { ...(rsi.value as { value: number; date: string }), provenance }
  }

  test('default: uses bars of the query, in any order', async () => {
    const bars = [1, 2, 1, 2].map((close, index) => ({ date: `2026-01-0${index + 5}`, close }))
    // Gains 1 and 0, losses 0 and 1; then a gain of 1: 75 by Wilder's smoothing.
    expect(await rsiOf({ bars: bars.toReversed() })).toMatchObject({
      value: 75,
      date: '2026-01-08',
      provenance: [],
    })
  })

  test('default: uses the bars of a ticker, like the entity', async () => {
    const own = await technicals.fields['Entity.technicals']!.resolve(
      { ...entity, ticker: 'AAPL' },
      { range: '3mo' },
      sandbox,
    )
    const rsi = await technicals.fields['Technicals.rsi']!.resolve(
      own.value,
      { period: 2 },
      sandbox,
    )
    expect(await rsiOf({ ticker: 'aapl', range: '3mo' })).toMatchObject({
      value: (rsi.value as { value: number }).value,
      provenance: own.provenance,
    })
  })

  test('error: refuses neither, both, or an unknown ticker', async () => {
    const bars = [{ date: '2026-01-05', close: 1 }]
    for (const args of [{}, { ticker: 'AAPL', bars }, { ticker: '' }, { bars: [] }])
      expect(() => root.bounds!(args)).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
    await expect(root.check!({ ticker: 'APPL' }, sandbox)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(root.check!({ bars }, sandbox)).resolves.toBeUndefined()
  })

  test.each(['EURUSD=X', 'GC=F', 'VOD.L'])(
    'behavior: %s, which is no entity, has indicators',
    async (ticker) => {
      await root.check!({ ticker }, sandbox)
      expect(await rsiOf({ ticker })).toMatchObject({ value: expect.any(Number) })
    },
  )
  test('default: one credit for a set of bars, and one for a page of a series', () => {
    const credits = Object.entries(technicals.fields).map(([name, { rate }]) => [
      name,
      rate.credits,
    ])
    expect(credits.filter(([, credit]) => credit !== 0)).toEqual([
      ['Entity.technicals', 1],
      ['Query.technicals', 1],
      ['IndicatorValue.series', 1],
      ['MacdValue.series', 1],
      ['BollingerValue.series', 1],
    ])
  })
})
