import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { cboeSymbol } from '../../sources/cboe/cboe-options.ts'
import type { OptionContract } from '../../sources/cboe/option-contract.ts'
import { refuseUnanswered } from '../../sources/field-readiness.ts'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { type Fixture, recordedTransport } from '../../upstreams/testing/recorded.ts'
import type { FuturesPosition } from './cftc-positions.ts'
import { derivatives } from './connector.ts'

describeConnector(derivatives, [
  { coordinate: 'Derivatives.options', args: {}, parent: { ticker: 'AAPL' } },
  { coordinate: 'Derivatives.futures', args: {}, parent: { ticker: '^GSPC' } },
  { coordinate: 'Derivatives.futuresChain', args: {}, parent: { ticker: '^GSPC' } },
])

const options = derivatives.fields['Derivatives.options']!
const futures = derivatives.fields['Derivatives.futures']!
const now = () => new Date('2026-11-18T17:00:00Z')
const at = '2025-12-23T01:44:12Z'
const transport = sandboxTransport({ now })
const sandbox = testContext(transport, { now })
const chain = async (ticker: string, args: object, context = sandbox) =>
  (await options.resolve({ ticker }, { ...args }, context)).value as OptionContract[]
const noDirectory: Fixture = {
  recorded: { at, url: 'https://www.sec.gov/files/company_tickers_exchange.json' },
  body: '<html></html>',
}

describe('options', () => {
  test("default: reads Cboe's fields, with the terms from the symbol", async () => {
    const option = {
      option: 'AAPL1261218C00250500',
      bid: 20.1,
      ask: 20.4,
      iv: 0.31,
      open_interest: 12,
      volume: 3,
      delta: 0.6,
      gamma: 0.01,
      theta: -0.05,
      vega: 0.4,
      rho: 0.2,
      last_trade_price: 20.2,
      last_trade_time: '2026-11-17T15:59:58',
      theo: 20.25,
    }
    const put = { ...option, option: 'AAPL261120P00250000', iv: null, bid: 0 }
    const data = { last_trade_time: '2026-11-18T11:30:00', options: [option, put] }
    const body = { timestamp: '2026-11-18 16:45:00', data }
    const url = 'https://cdn-api.cboe.com/api/global/delayed_quotes/options/AAPL.json'
    const enabled = ({ id }: { id: string }) => id === 'cboe-options'
    const context = testContext(recordedTransport([{ recorded: { at, url }, body }]), {
      now,
      enabled,
    })
    const { value, provenance } = await options.resolve({ ticker: 'AAPL' }, {}, context)
    expect(value).toEqual([
      {
        symbol: 'AAPL1261218C00250500',
        expiration: '2026-12-18',
        strike: 250.5,
        currency: 'USD',
        type: 'CALL',
        bid: 20.1,
        ask: 20.4,
        last: 20.2,
        volume: 3,
        openInterest: 12,
        impliedVolatility: 0.31,
        delta: 0.6,
        gamma: 0.01,
        theta: -0.05,
        vega: 0.4,
        rho: 0.2,
      },
      expect.objectContaining({
        expiration: '2026-11-20',
        type: 'PUT',
        bid: 0,
        impliedVolatility: null,
      }),
    ])
    expect(provenance).toMatchObject([{ asOf: '2026-11-18T16:30:00Z', stale: false }])
  })

  test('behavior: returns one expiration, one side, by strike, in pages', async () => {
    const all = await chain('AAPL', { filter: { limit: 500, sort: 'ASC' } })
    const [{ expiration }] = all as [OptionContract]
    expect(all.map((option) => option.expiration)).toEqual(
      all.map((option) => option.expiration).sort(),
    )
    const strikes = { minStrike: all[4]!.strike, maxStrike: all[8]!.strike }
    expect(await chain('AAPL', { expiration, ...strikes, filter: { limit: 500 } })).toEqual(
      all.filter(
        (option) =>
          option.expiration === expiration &&
          option.strike >= strikes.minStrike &&
          option.strike <= strikes.maxStrike,
      ),
    )
    const calls = await chain('AAPL', { expiration, type: 'CALL', filter: { limit: 500 } })
    expect(calls).toEqual(
      all.filter((option) => option.expiration === expiration && option.type === 'CALL'),
    )
    expect(calls.map(({ strike }) => strike)).toEqual(
      calls.map(({ strike }) => strike).sort((a, b) => a - b),
    )
    expect(
      await chain('AAPL', { expiration, type: 'CALL', filter: { limit: 2, offset: 1 } }),
    ).toEqual(calls.slice(1, 3))
  })

  test('behavior: indices and share classes have their own names', async () => {
    expect(['^GSPC', '^VIX', '^XSP', 'brk.b', 'AAPL'].map(cboeSymbol)).toEqual([
      '_SPX',
      '_VIX',
      '_XSP',
      'BRKB',
      'AAPL',
    ])
    for (const ticker of ['^GSPC', 'BRK-B']) expect(await chain(ticker, {})).toHaveLength(20)
  })

  test('behavior: in the sandbox Yahoo lists the same as Cboe, one expiration at a time', async () => {
    const enabled = ({ id }: { id: string }) => id !== 'cboe-options'
    const yahoo = testContext(transport, { now, enabled })
    for (const ticker of ['AAPL', '^GSPC']) {
      const cboe = (await chain(ticker, { filter: { limit: 500 } })) as OptionContract[]
      const days = [...new Set(cboe.map(({ expiration }) => expiration))]
      expect(days.length).toBeGreaterThan(3)
      for (const expiration of days) {
        const args = { expiration, filter: { limit: 500 } }
        const listed = (await chain(ticker, args, yahoo)) as OptionContract[]
        const same = cboe.filter((option) => option.expiration === expiration)
        expect(listed.map(({ symbol, bid }) => [symbol, bid]).sort()).toEqual(
          same.map(({ symbol, bid }) => [symbol, bid]).sort(),
        )
      }
      // A higher rate increases the value of calls, and decreases that of puts.
      for (const { type, rho } of cboe)
        expect(type === 'CALL' ? rho : -rho!).toBeGreaterThanOrEqual(0)
      expect(cboe.some(({ rho }) => rho! > 0)).toBe(true)
    }
    await expect(chain('BTC-USD', {}, yahoo)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  const recorded = new URL(
    '../../../../../../shared/data/yahoo/options_OXY.json.gz',
    import.meta.url,
  )
  const absent = existsSync(recorded) ? '' : ' (skipped: ../shared/data/yahoo is absent)'

  test.skipIf(absent !== '')(`default: a recorded expiration of Yahoo${absent}`, async () => {
    const { body } = JSON.parse(gunzipSync(readFileSync(recorded)).toString())
    const url = 'https://query2.finance.yahoo.com/v7/finance/options/OXY?date=1766707200'
    const context = testContext(recordedTransport([{ recorded: { at, url }, body }, noDirectory]), {
      now,
      enabled: ({ id }) => id === 'yahoo-options',
    })
    const contracts = await chain(
      'OXY',
      { expiration: '2025-12-26', filter: { limit: 500 } },
      context,
    )
    expect(contracts.length).toBeGreaterThan(40)
    expect(contracts.find(({ symbol }) => symbol === 'OXY251226C00034000')).toEqual({
      symbol: 'OXY251226C00034000',
      expiration: '2025-12-26',
      strike: 34,
      currency: 'USD',
      type: 'CALL',
      bid: 4.6,
      ask: 7.5,
      last: 6.05,
      volume: 2,
      openInterest: 2,
      impliedVolatility: 2.2734418164062498,
      delta: null,
      gamma: null,
      theta: null,
      vega: null,
      rho: null,
    })
  })

  test('error: is disabled by default, and the error names the settings; refuses an invalid day', async () => {
    const off = testContext(transport, { now, enabled: () => false })
    expect(() => refuseUnanswered(derivatives, options, off)).toThrow(
      expect.objectContaining({
        code: 'NOT_CONFIGURED',
        facts: expect.arrayContaining([
          'FIQ_RESTRICTED_UPSTREAMS=cboe-options turns on Cboe delayed option quotes',
        ]),
      }),
    )
    for (const expiration of ['tomorrow', '2026-13-01', '2026-1-1'])
      expect(() => options.bounds!({ expiration })).toThrow(
        expect.objectContaining({ code: 'BAD_INPUT' }),
      )
  })
})

describe('futures', () => {
  test('default: returns weekly positions, converts numbers, newest first', async () => {
    const row = (day: string, long: string) => ({
      report_date_as_yyyy_mm_dd: `${day}T00:00:00.000`,
      market_and_exchange_names: 'VIX FUTURES - CBOE FUTURES EXCHANGE',
      open_interest_all: '350000',
      noncomm_positions_long_all: long,
      noncomm_positions_short_all: '2',
      comm_positions_long_all: '3',
      comm_positions_short_all: '',
    })
    const url =
      'https://publicreporting.cftc.gov/resource/6dca-aqww.json?cftc_contract_market_code=1170E1&%24order=report_date_as_yyyy_mm_dd+DESC&%24limit=2000'
    const body = [row('2026-11-03', '1'), row('2026-11-10', '7')]
    const context = testContext(recordedTransport([{ recorded: { at, url }, body }]), { now })
    const { value, provenance } = await futures.resolve({ ticker: '^VIX' }, {}, context)
    expect(value).toEqual([
      {
        date: '2026-11-10',
        market: 'VIX FUTURES - CBOE FUTURES EXCHANGE',
        openInterest: 350000,
        nonCommercialLong: 7,
        nonCommercialShort: 2,
        commercialLong: 3,
        commercialShort: null,
      },
      expect.objectContaining({ date: '2026-11-03', nonCommercialLong: 1 }),
    ])
    expect(provenance).toMatchObject([{ asOf: '2026-11-10', stale: false }])
  })

  test('behavior: an entity without reported futures has an empty list', async () => {
    expect(await futures.resolve({ ticker: 'AAPL' }, {}, sandbox)).toEqual({
      value: [],
      provenance: [],
    })
    const { value } = await futures.resolve(
      { ticker: 'BTC-USD' },
      { filter: { limit: 1 } },
      sandbox,
    )
    expect((value as FuturesPosition[])[0]?.date).toBe('2026-11-10')
  })
})

describe('futuresChain', () => {
  const chain = derivatives.fields['Derivatives.futuresChain']!
  const { resolve } = chain
  const recorded = new URL(
    '../../../../../../shared/data/yahoo/quoteSummary_ES=F.json.gz',
    import.meta.url,
  )
  const absent = existsSync(recorded) ? '' : ' (skipped: ../shared/data/yahoo is absent)'

  test.skipIf(absent !== '')(`default: a recorded chain, nearest first${absent}`, async () => {
    const { body } = JSON.parse(gunzipSync(readFileSync(recorded)).toString())
    const url =
      'https://query2.finance.yahoo.com/v10/finance/quoteSummary/ES%3DF?modules=futuresChain&formatted=false'
    const context = testContext(recordedTransport([{ recorded: { at, url }, body }]), { now })
    const { value, provenance } = await resolve({ ticker: '^GSPC' }, {}, context)
    expect(value).toMatchObject([
      {
        symbol: 'ESM26.CME',
        name: 'E-Mini S&P 500 Jun 26',
        expiration: '2026-06-18',
        price: 7435,
        previousClose: 7396,
        change: 39,
      },
      { symbol: 'ESU26.CME' },
      { symbol: 'ESZ26.CME', expiration: '2026-12-18', price: 7561.25 },
      { symbol: 'ESH27.CME' },
    ])
    expect(provenance).toMatchObject([{ stale: true }])
  })

  test('behavior: a contract without prices or name; the newest trade dates the chain', async () => {
    const contract = {
      symbol: 'ESZ26.CME',
      expireIsoDate: '2026-12-18T23:30:00Z',
      regularMarketTime: Date.parse('2026-11-18T16:49:59Z') / 1_000,
    }
    const later = {
      ...contract,
      symbol: 'ESH27.CME',
      shortName: null,
      expireIsoDate: '2027-03-19T00:00:00Z',
      regularMarketPrice: 0,
      regularMarketPreviousClose: null,
      regularMarketChange: -0.25,
      regularMarketTime: contract.regularMarketTime - 86_400,
    }
    const futuresChainDetails = { 'ESH27.CME': later, 'ESZ26.CME': contract }
    const url =
      'https://query2.finance.yahoo.com/v10/finance/quoteSummary/ES%3DF?modules=futuresChain&formatted=false'
    const body = { quoteSummary: { result: [{ futuresChain: { futuresChainDetails } }] } }
    const context = testContext(recordedTransport([{ recorded: { at, url }, body }]), { now })
    const { value, provenance } = await resolve({ ticker: '^GSPC' }, {}, context)
    const unquoted = { name: null, price: null, previousClose: null, change: null }
    expect(value).toEqual([
      { ...unquoted, symbol: 'ESZ26.CME', expiration: '2026-12-18', changePercent: null },
      {
        ...unquoted,
        symbol: 'ESH27.CME',
        expiration: '2027-03-19',
        price: 0,
        change: -0.25,
        changePercent: null,
      },
    ])
    expect(provenance).toMatchObject([{ asOf: '2026-11-18T16:49:59Z', stale: false }])
  })

  test('behavior: is quoted in the sandbox, not available for a share, disabled by default', async () => {
    const { value } = await resolve({ ticker: 'BTC-USD' }, {}, sandbox)
    expect(value).toHaveLength(4)
    expect((await resolve({ ticker: 'AAPL' }, {}, sandbox)).value).toEqual([])
    const off = testContext(transport, { now, enabled: () => false })
    expect(() => refuseUnanswered(derivatives, chain, off)).toThrow(
      expect.objectContaining({
        code: 'NOT_CONFIGURED',
        facts: expect.arrayContaining([
          'FIQ_RESTRICTED_UPSTREAMS=yahoo-futures turns on Yahoo Finance futures',
        ]),
      }),
    )
  })
})
