import { describe, expect, test } from 'vitest'
import type { OptionContract } from '../../sources/cboe/option-contract.ts'
import { testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { type Fixture, recordedTransport } from '../../upstreams/testing/recorded.ts'
import { alpacaOptions, loadAlpacaOptions } from './alpaca-options.ts'
import { derivatives } from './connector.ts'

const at = '2026-11-18T17:00:00Z'
const now = () => new Date(at)
const recorded = (url: string, body: unknown): Fixture => ({ recorded: { at, url }, body })

/** The documented form, 8 December 2025. */
const snapshot = {
  dailyBar: { c: 28.94, h: 29, l: 27.1, n: 4, o: 28, t: '2026-11-18T05:00:00Z', v: 12, vw: 28.4 },
  greeks: { delta: 0.75, gamma: 0.06, rho: 0.01, theta: -0.28, vega: 0.02 },
  impliedVolatility: 0.3372,
  latestQuote: {
    ap: 29.1,
    as: 53,
    ax: 'C',
    bp: 28.8,
    bs: 11,
    bx: 'Q',
    c: 'A',
    t: '2026-11-18T16:44:59.123456789Z',
  },
  latestTrade: { c: 'I', p: 28.94, s: 1, t: '2026-11-18T16:20:00Z', x: 'E' },
}
const chainUrl = (more = '') =>
  `https://data.alpaca.markets/v1beta1/options/snapshots/BRK.B?feed=indicative&limit=1000${more}`
const contractsUrl = (from = '2026-11-18', to = '2030-12-31') =>
  'https://paper-api.alpaca.markets/v2/options/contracts?underlying_symbols=BRK.B' +
  `&expiration_date_gte=${from}&expiration_date_lte=${to}&limit=10000`
const [call, put] = ['BRKB261120C00470000', 'BRKB261218P00470500']
const contracts = {
  option_contracts: [{ symbol: call, open_interest: '12', open_interest_date: '2026-11-17' }],
  next_page_token: null,
}

function load(fixtures: readonly Fixture[], expiration?: string) {
  const context = testContext(recordedTransport(fixtures), { now })
  return loadAlpacaOptions('BRK-B', expiration, context)
}

describe('options of Alpaca', () => {
  test('default: reads all pages, and the open interest of the other host', async () => {
    const { value, provenance, unanswered } = await load([
      recorded(chainUrl(), { snapshots: { [call]: snapshot }, next_page_token: 'bmV4dA==' }),
      recorded(chainUrl('&page_token=bmV4dA%3D%3D'), {
        snapshots: { [put]: { ...snapshot, greeks: null, impliedVolatility: null } },
        next_page_token: null,
      }),
      recorded(contractsUrl(), contracts),
    ])
    expect(value).toEqual([
      {
        symbol: call,
        expiration: '2026-11-20',
        strike: 470,
        currency: 'USD',
        type: 'CALL',
        bid: 28.8,
        ask: 29.1,
        last: 28.94,
        volume: 12,
        openInterest: 12,
        impliedVolatility: 0.3372,
        delta: 0.75,
        gamma: 0.06,
        theta: -0.28,
        vega: 0.02,
        rho: 0.01,
      },
      expect.objectContaining({
        symbol: put,
        strike: 470.5,
        type: 'PUT',
        openInterest: null,
        impliedVolatility: null,
        delta: null,
        rho: null,
      }),
    ])
    expect(provenance).toMatchObject([
      {
        source: 'Alpaca indicative option quotes',
        sourceUrl: chainUrl(),
        delay: '15-minute',
        venue: 'indicative',
        stale: false,
        // The newest quote, not the time of the answer.
        asOf: '2026-11-18T16:44:59Z',
      },
    ])
    expect(unanswered).toEqual([])
  })

  test('behavior: one expiration is one request to each host', async () => {
    const day = '2026-11-20'
    const { value } = await load(
      [
        recorded(chainUrl(`&expiration_date=${day}`), { snapshots: { [call]: snapshot } }),
        recorded(contractsUrl(day, day), contracts),
      ],
      day,
    )
    expect(value).toMatchObject([{ symbol: call, openInterest: 12 }])
  })

  test('behavior: without the contracts, the open interest is null, and the answer says so', async () => {
    const { value, unanswered } = await load([
      recorded(chainUrl(), { snapshots: { [call]: snapshot }, next_page_token: null }),
      recorded(contractsUrl(), { message: 'forbidden.', option_contracts: 'none' }),
    ])
    expect(value).toMatchObject([{ bid: 28.8, openInterest: null }])
    expect(unanswered).toMatchObject([
      { source: 'Alpaca open interest of options', error: { code: 'UPSTREAM_CHANGED' } },
    ])
  })

  test.each([
    ['the parts of a contract that never traded', { latestQuote: { ...snapshot.latestQuote } }],
    ['null parts', { latestTrade: null, latestQuote: null, dailyBar: null, greeks: null }],
    ['nothing', {}],
    ['null numbers', { latestQuote: { t: null, ap: null, bp: null }, greeks: { delta: null } }],
  ])('behavior: a contract with %s has null for what is missing', async (_, part) => {
    const { value, provenance } = await load([
      recorded(chainUrl(), { snapshots: { [call]: snapshot, [put]: part } }),
      recorded(contractsUrl(), contracts),
    ])
    expect(value).toMatchObject([{ bid: 28.8 }, { symbol: put, last: null, volume: null }])
    expect(provenance).toMatchObject([{ asOf: '2026-11-18T16:44:59Z' }])
  })

  test('behavior: a bar of an earlier day is no volume of this session', async () => {
    const dailyBar = { ...snapshot.dailyBar, t: '2026-11-17T05:00:00Z' }
    const { value } = await load([
      recorded(chainUrl(), { snapshots: { [call]: { ...snapshot, dailyBar }, [put]: null } }),
      recorded(contractsUrl(), contracts),
    ])
    expect(value).toMatchObject([{ last: 28.94, volume: null }])
  })

  test('behavior: a quote that is days old is stale', async () => {
    const t = '2026-11-10T16:44:00Z'
    const old = { latestQuote: { ...snapshot.latestQuote, t }, latestTrade: null }
    const { provenance } = await load([
      recorded(chainUrl(), { snapshots: { [call]: old } }),
      recorded(contractsUrl(), contracts),
    ])
    expect(provenance).toMatchObject([{ asOf: t, stale: true }])
  })

  test.each([
    [{}, 'UPSTREAM_CHANGED'],
    [{ snapshots: {}, next_page_token: null }, 'NOT_FOUND'],
    [{ snapshots: null, next_page_token: null }, 'NOT_FOUND'],
    [{ snapshots: [snapshot] }, 'UPSTREAM_CHANGED'],
    [{ snapshots: { [call]: { latestQuote: { ap: '29.1' } } } }, 'UPSTREAM_CHANGED'],
    [{ snapshots: { 'BRKB-261120-C-470': snapshot } }, 'UPSTREAM_CHANGED'],
    [{ message: 'forbidden.' }, 'UPSTREAM_CHANGED'],
  ])('error: refuses %j', async (body, code) => {
    const fixtures = [recorded(chainUrl(), body), recorded(contractsUrl(), contracts)]
    await expect(load(fixtures)).rejects.toMatchObject({ code })
  })

  test('error: refuses a chain without an end, because a part would look like the whole', async () => {
    const page = { snapshots: { [call]: snapshot }, next_page_token: 'again' }
    const fixtures = [
      recorded(chainUrl(), page),
      recorded(chainUrl('&page_token=again'), page),
      recorded(contractsUrl(), contracts),
    ]
    await expect(load(fixtures)).rejects.toThrow('more than 16 pages of options')
  })

  test('error: an error of the second host with status 200 is no open interest', async () => {
    const { value, unanswered } = await load([
      recorded(chainUrl(), { snapshots: { [call]: snapshot } }),
      recorded(contractsUrl(), { error: { code: 'Unauthorized' } }),
    ])
    expect(value).toMatchObject([{ symbol: call, openInterest: null }])
    expect(unanswered).toMatchObject([{ error: { code: 'UPSTREAM_CHANGED' } }])
  })

  test('default: comes before Cboe and Yahoo; an index, which Alpaca does not have, is theirs', async () => {
    const transport = sandboxTransport({ now })
    const context = testContext(transport, { now, enabled: () => true })
    const { resolve } = derivatives.fields['Derivatives.options']!
    const first = async (ticker: string) => {
      const args = { filter: { limit: 500 } }
      const { value, provenance } = await resolve({ ticker }, args, context)
      return { chain: value as OptionContract[], source: provenance[0]?.source }
    }
    expect((await first('AAPL')).source).toBe(alpacaOptions.name)
    expect((await first('^GSPC')).source).toBe('Cboe delayed option quotes')
    const cboe = testContext(transport, { now, enabled: ({ id }) => id === 'cboe-options' })
    const { value } = await resolve({ ticker: 'AAPL' }, { filter: { limit: 500 } }, cboe)
    expect((await first('AAPL')).chain).toEqual(value)
  })
})
