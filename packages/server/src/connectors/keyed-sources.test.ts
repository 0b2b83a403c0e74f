import { expect, test } from 'vitest'
import type { ConnectorContext, Sourced } from '../sources/connector.ts'
import { createConnectorContext } from '../sources/context.ts'
import { loadFredSeries } from '../sources/fred/fred.ts'
import { refuseUnsold } from '../sources/fred/fred-terms.ts'
import { loadBars } from '../sources/prices/load-bars.ts'
import { emptyFiles, testContext } from '../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../upstreams/sandbox/sandbox.ts'
import { analyst } from './analyst/connector.ts'
import { campaignFinance } from './campaign-finance/connector.ts'
import { connectors, sandboxHosts, upstreamHosts } from './connectors.ts'
import { litigation } from './litigation/connector.ts'
import { news } from './news/connector.ts'
import { loadQuotes } from './quotes/load-quotes.ts'

const now = () => new Date('2026-11-18T17:00:00Z')
const sandbox = sandboxTransport({ now, hosts: sandboxHosts })
/** A context in which only these upstreams are enabled, as by their keys. */
const only = (...ids: string[]) =>
  testContext(sandbox, { now, enabled: ({ id }) => ids.includes(id) })
/** A live context, which refuses series of private owners. */
const live = (id: string) => ({ ...only(id), upstreams: { ...sandbox, mode: 'live' as const } })

const berkshire = { id: 'cik:0001067983', name: 'BERKSHIRE HATHAWAY INC', ticker: 'BRK-B' }
const field = (coordinate: string) =>
  connectors.flatMap(({ fields }) => fields[coordinate] ?? [])[0]!
const ofBerkshire =
  (coordinate: string, args = {}) =>
  (context: ConnectorContext) =>
    field(coordinate).resolve(berkshire, args, context)
const quotes = (context: ConnectorContext) => loadQuotes(['BRK-B', 'NOPE'], context)

/** An ordinary query for each keyed source. */
const asked: Readonly<Record<string, (context: ConnectorContext) => Promise<Sourced<unknown>>>> = {
  'finnhub-quote': quotes,
  'alpha-vantage-quote': quotes,
  'alpaca-quote': quotes,
  'twelve-data-quote': quotes,
  'tiingo-quote': quotes,
  'alpaca-bars': (context) => loadBars('BRK-B', '1mo', '1d', context),
  'tiingo-bars': (context) => loadBars('BRK-B', '1mo', '1d', context),
  'twelve-data-bars': (context) => loadBars('BRK-B', '1mo', '1d', context),
  'alpha-vantage-bars': (context) => loadBars('BRK-B', '1mo', '1d', context),
  'alpaca-options': (context) =>
    field('Derivatives.options').resolve(berkshire, { filter: { limit: 20 } }, context),
  'alpaca-screen': (context) => field('Query.screen').resolve(null, {}, context),
  'finnhub-calendar': (context) =>
    field('Entity.earningsCalendar').resolve({ ...berkshire, type: 'EQUITY' }, {}, context),
  'finnhub-news': ofBerkshire('Entity.news'),
  'alphavantage-news': ofBerkshire('Entity.news'),
  'finnhub-analyst': ofBerkshire('Entity.analyst'),
  'fred-api': (context) => loadFredSeries('DGS10', context),
  'open-fec': ofBerkshire('Query.campaignFinance', {
    name: 'berkshire hath',
    filter: { cycle: 2026 },
  }),
  courtlistener: ofBerkshire('Entity.litigation'),
}

/** Requests of the live transport itself: a crumb, a token, and redirects of downloads. */
const notOfConnectors = [
  'fc.yahoo.com',
  'www.reddit.com',
  'wc2h-sls-prod-public-published.s3.us-gov-west-1.amazonaws.com',
  'cg-519a459a-0ea3-42c2-b7bc-fa1143481f74.s3-us-gov-west-1.amazonaws.com',
]

test('default: the sandbox has every host that a connector uses', async () => {
  const outcomes = await Promise.all(
    [...upstreamHosts()].map(async (host) => {
      const request = { url: new URL(`https://${host}/`), expects: 'text' as const }
      const outcome: unknown = await sandbox.fetch(request).catch((error: unknown) => error)
      return { host, code: (outcome as { code?: string }).code }
    }),
  )
  const missing = outcomes.filter(({ code }) => code === 'UPSTREAM_UNAVAILABLE')
  expect(missing.map(({ host }) => host).sort()).toEqual(notOfConnectors.sort())
})

test('default: this file tests every source with a key', () => {
  const upstreams = connectors.flatMap((connector) => connector.upstreams)
  const withKey = upstreams.filter(({ key, isOnlyOne }) => key !== undefined && !isOnlyOne)
  expect(Object.keys(asked).sort()).toEqual([...new Set(withKey.map(({ id }) => id))].sort())
})

const upstreamOf = (id: string) =>
  connectors.flatMap((each) => each.upstreams).find((each) => each.id === id)!

test.each(Object.entries(asked))('default: %s answers in its own format', async (id, ask) => {
  const { value, provenance, unanswered = [] } = await ask(only(id))
  expect(value).toBeTruthy()
  if (Array.isArray(value)) expect(value.length).toBeGreaterThan(0)
  // A screen also reads names and numbers of shares of the SEC.
  const named = provenance.map(({ source }) => source).filter((name) => !name.startsWith('SEC '))
  expect([...new Set(named)]).toEqual([upstreamOf(id).name])
  expect(unanswered).toEqual([])
})

/**
 * Sources that come after one that answers without a key: Alpha Vantage limits calls per day, Tiingo
 * has only closes, and the calendar of Alpha Vantage has all companies in one request.
 */
const isLast = (id: string) =>
  id.startsWith('alpha-vantage-') || ['tiingo-quote', 'finnhub-calendar'].includes(id)

test.each(Object.entries(asked).filter(([id]) => !isLast(id)))(
  'behavior: %s answers a started sandbox with its key',
  async (id, ask) => {
    const { key, name, hosts, url } = upstreamOf(id)
    const started = (held?: string) =>
      createConnectorContext({
        upstreams: sandbox,
        files: emptyFiles,
        now,
        allowed: new Set(),
        upstreamKeyOf: (variable) => (variable === held ? 'any' : undefined),
      })
    const cited = async (held?: string) => (await ask(started(held))).provenance
    const entry = expect.objectContaining({
      // A reader could not open the address of a POST request.
      sourceUrl: expect.stringMatching(new RegExp(`^https://(${hosts.join('|')})/.|^${url}$`)),
      source: name,
      mode: 'sandbox',
    })
    expect(await cited(key)).toContainEqual(entry)
    expect(await cited()).not.toContainEqual(entry)
  },
)

test('behavior: prices equal those of the charts and quotes of the same second', async () => {
  const [yahoo] = (await loadQuotes(['BRK-B'], only('yahoo-quote'))).value
  for (const id of ['finnhub-quote', 'alpha-vantage-quote']) {
    const [known, unknown] = (await loadQuotes(['BRK-B', 'NOPE'], only(id))).value
    expect(known?.price).toBeCloseTo(yahoo!.price!, 2)
    expect(known?.changePercent).toBeCloseTo(yahoo!.changePercent!, 2)
    expect(unknown?.price).toBeNull()
  }
  const days = (id: string) => loadBars('BRK-B', '1y', '1d', only(id))
  const [alpha, chart] = [await days('alpha-vantage-bars'), await days('yahoo-chart')]
  expect(alpha.value.at(-1)).toMatchObject({ date: '2026-11-18', close: yahoo!.price })
  expect(chart.value.slice(-200)).toMatchObject(alpha.value.slice(-200))
  await expect(loadBars('NOPE', '1mo', '1d', only('alpha-vantage-bars'))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('behavior: both vendors give the same analysts, and none for a company without them', async () => {
  const { resolve } = analyst.fields['Entity.analyst']!
  const finnhub = await resolve(berkshire, {}, only('finnhub-analyst'))
  const yahoo = await resolve(berkshire, {}, only('yahoo-analyst'))
  expect(finnhub.value).toMatchObject({
    priceTarget: (yahoo.value as { priceTarget: number }).priceTarget,
    analysts: (yahoo.value as { analysts: number }).analysts,
  })
  const nobody = { ...berkshire, ticker: 'NOPE' }
  await expect(resolve(nobody, {}, only('finnhub-analyst'))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('behavior: Finnhub returns the news of the requested days', async () => {
  const filter = { since: '2026-11-01', until: '2026-11-07', limit: 20, offset: 0 }
  const { resolve } = news.fields['Entity.news']!
  const { value } = await resolve(berkshire, { filter }, only('finnhub-news'))
  const days = (value as { date: string }[]).map(({ date }) => date.slice(0, 10))
  expect(days).toEqual(['2026-11-07', '2026-11-05', '2026-11-03', '2026-11-01'])
})

test('behavior: FRED gives the same with and without a key, and names the owner whose permission is needed', async () => {
  const graph = await loadFredSeries('DGS10', only('fred-graph'))
  expect((await loadFredSeries('DGS10', only('fred-api'))).value).toEqual(graph.value)
  await expect(refuseUnsold('VIXCLS', live('fred-api'))).resolves.toBeUndefined()
  await expect(refuseUnsold('SP500', live('fred-api'))).rejects.toMatchObject({
    facts: expect.arrayContaining(['Terms: copyrighted: pre-approval required']),
  })
  await expect(refuseUnsold('NOPE', live('fred-api'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('behavior: openFEC has the committees and receipts of the bulk files', async () => {
  const { resolve } = campaignFinance.fields['Query.campaignFinance']!
  const of = async (id: string, filter: object) =>
    (await resolve(null, { name: 'berkshire hath', filter }, only(id))).value
  const filter = { cycle: 2024, state: 'dc', committeeType: 'q' }
  const [row] = (await of('open-fec', filter)) as object[]
  expect(row).toMatchObject({ cycle: 2024, coverageEnd: '2024-12-31' })
  expect((await of('fec-bulk', filter)) as object[]).toMatchObject([
    { ...row, candidateName: null },
  ])
  expect(await of('open-fec', { cycle: 2030 })).toEqual([])
  expect(await of('open-fec', { committeeType: 'H' })).toEqual([])
})

test('behavior: CourtListener has a second page, days and an order', async () => {
  const { resolve } = litigation.fields['Entity.litigation']!
  const days = async (filter: object) => {
    const { value } = await resolve(berkshire, { filter }, only('courtlistener'))
    return (value as { dateFiled: string }[]).map(({ dateFiled }) => dateFiled)
  }
  const all = await days({ limit: 100 })
  expect(all).toHaveLength(30)
  expect((await days({ limit: 1, sort: 'ASC' }))[0]).toBe(all.at(-1))
  const some = await days({ since: '2026-01-01', until: '2026-06-30', limit: 100 })
  expect(some).toEqual(all.filter((day) => '2026-01-01' <= day && day <= '2026-06-30'))
})
