import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import taLib from '../../../../shared/src/indicators/fixtures/ta-lib.json' with { type: 'json' }
import type { Bar, ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { type LoadBars, type TechnicalsRecord, technicalsOver } from './technicals-over.ts'

const upstream: Upstream = {
  id: 'bars',
  name: 'Bars',
  hosts: ['bars.example'],
  url: 'https://bars.example',
  licence: { class: 'public', text: 'none' },
  delay: 'none',
}

const bars: Bar[] = taLib.bars.map((bar, index) => ({
  ...bar,
  date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  open: null,
}))

/** Returns the bars, newest first to test sorting, and records the requests. */
function barsFrom(requests: string[]): LoadBars {
  return async (ticker, range, interval): Promise<Sourced<readonly Bar[]>> => {
    requests.push(`${ticker} ${range} ${interval}`)
    return { value: [...bars].reverse(), provenance: [] }
  }
}

const technicals = technicalsOver(barsFrom([]), [upstream])
const entity = { id: 'cik:1', name: 'One', type: 'EQUITY', ticker: 'ONE', tickers: ['ONE'] }

describeConnector(technicals)

function context(): ConnectorContext {
  const fetch = () => Promise.reject(new FiqError('UPSTREAM_UNAVAILABLE', 'no upstream here'))
  return testContext({ mode: 'recorded', fetch })
}

async function ask(coordinate: string, parent: unknown, args: Record<string, unknown> = {}) {
  const { value } = await technicals.fields[coordinate]!.resolve(parent, args, context())
  return value as Record<string, unknown>
}

test('default: reads a year of daily bars once for all indicators', async () => {
  const requests: string[] = []
  const { fields } = technicalsOver(barsFrom(requests), [upstream])
  await fields['Entity.technicals']!.resolve(entity, {}, context())
  await fields['Entity.technicals']!.resolve(entity, { range: '5y', interval: '1wk' }, context())
  expect(requests).toEqual(['ONE 1y 1d', 'ONE 5y 1wk'])
})

test('behavior: for bars in any order, the value is that of the newest', async () => {
  const parent = await ask('Entity.technicals', entity)
  const rsi = await ask('Technicals.rsi', parent)
  expect(rsi['date']).toBe(bars.at(-1)?.date)
  expect(rsi['value']).toBeCloseTo(taLib.cases[0]!.rsi.at(-1)!, 9)
})

test('behavior: sorts bars and computes indicators a few in a turn of the event loop', async () => {
  const given = Array.from({ length: 12 }, (_, at) => ({ date: `2026-01-${at + 10}`, close: at }))
  const { resolve: sort } = technicals.fields['Query.technicals']!
  const { resolve: sma } = technicals.fields['Technicals.sma']!
  const parent = await ask('Query.technicals', null, { bars: given })
  for (const run of [
    (at: number) => sort(null, { bars: given.toSpliced(at, 1) }, context()),
    (at: number) => sma(parent, { period: at + 2 }, context()),
  ]) {
    let done = 0
    const all = Array.from({ length: 9 }, async (_, at) => {
      await run(at)
      done += 1
    })
    for (let promises = 0; promises < 50; promises += 1) await Promise.resolve()
    expect(done).toBeLessThan(9)
    await Promise.all(all)
  }
})

test('behavior: sorts a list once for all its readers', async () => {
  const given = [
    { date: '2026-01-06', close: 2 },
    { date: '2026-01-05', close: 1 },
  ]
  const read = async () => (await ask('Query.technicals', null, { bars: given }))['bars']
  expect(await read()).toBe(await read())
})

test('behavior: a series is limited, sorted and paged like any list', async () => {
  const parent = await ask('Entity.technicals', entity)
  const macd = await ask('Technicals.macd', parent)
  const filter = { limit: 2, sort: 'DESC' }
  const points = await ask('MacdValue.series', macd, { filter })
  expect(points).toHaveLength(2)
  expect(points).toMatchObject([
    { date: bars.at(-1)?.date, macd: macd['macd'] },
    { date: bars.at(-2)?.date },
  ])
  expect(technicals.fields['MacdValue.series']!.rate).toEqual({
    credits: 1,
    pagesOf: 'filter.limit',
    limitMax: 500,
  })
})

test('behavior: computes an indicator that occurs twice once', async () => {
  const parent = await ask('Entity.technicals', entity)
  const first = await ask('Technicals.sma', parent, { period: 5 })
  expect(await ask('Technicals.sma', parent, { period: 5 })).toBe(first)
  expect((parent as unknown as TechnicalsRecord).computed.size).toBe(1)
})

test('error: limits the work for one fetch', async () => {
  const parent = await ask('Entity.technicals', entity)
  for (let period = 2; period < 42; period += 1) await ask('Technicals.sma', parent, { period })
  await expect(ask('Technicals.sma', parent, { period: 42 })).rejects.toMatchObject({
    code: 'QUERY_TOO_LARGE',
  })
})

test.each([
  ['Entity.technicals', { range: '3y' }],
  ['Entity.technicals', { interval: '2d' }],
  ['Technicals.rsi', { period: 1 }],
  ['IndicatorValue.series', { filter: { limit: 501 } }],
  ['BollingerValue.series', { filter: { limit: 501 } }],
])('error: refuses %s with %j before it has a price', (coordinate, args) => {
  expect(() => technicals.fields[coordinate]!.bounds?.(args)).toThrow(
    expect.objectContaining({ code: 'BAD_INPUT' }),
  )
})
