import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import { newYorkDay } from '../../market-clock/new-york-time.ts'
import { inChainOrder, type OptionContract } from '../../sources/cboe/option-contract.ts'
import { type OptionTerms, optionTerms } from '../../sources/cboe/option-symbol.ts'
import type { ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { alpaca, alpacaSymbol } from '../../sources/prices/alpaca-bars.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { usableMembers, usableRows } from '../../sources/usable-rows.ts'
import { refuse } from '../../upstreams/checked-answer.ts'
import { readableRows } from '../../upstreams/csv-table.ts'
import { instantText } from '../../upstreams/instant-text.ts'
import type { Origin } from '../../upstreams/transport.ts'

export const alpacaOptions: Upstream = {
  ...alpaca,
  id: 'alpaca-options',
  name: 'Alpaca indicative option quotes',
  // The second host states the open interest.
  hosts: ['data.alpaca.markets', 'paper-api.alpaca.markets'],
  url: 'https://docs.alpaca.markets/reference/optionchain',
  delay: '15 minutes',
  timing: { delay: '15-minute', venue: 'indicative' },
}

const staleAfterDays = 4
/** Cache time in seconds while the market is open. */
const cacheSeconds = 60
/** A fund like SPY has some 12,000 contracts, a thousand on a page. */
const pagesMax = 16
/** Contracts expire within three years. */
const yearsAhead = 4

/**
 * Options of a US share or fund, nearest expiration first: trades 15 minutes late, altered quotes,
 * greeks, and the open interest of a previous day. If the open interest cannot be fetched, it is
 * null and named in `unanswered`.
 *
 * @param ticker a symbol that `hasPlainSpelling`
 * @param expiration ISO day; all expirations without it
 * @throws FiqError `NOT_FOUND` for an underlying without such options, `UPSTREAM_…`
 */
export async function loadAlpacaOptions(
  ticker: string,
  expiration: string | undefined,
  context: ConnectorContext,
): Promise<Sourced<readonly OptionContract[]>> {
  const symbol = alpacaSymbol(ticker)
  // Cached apart: a failure to load the open interest is not cached with the chain.
  const cached = <value>(of: string, load: (context: ConnectorContext) => Promise<value>) =>
    context.cached(`alpaca-options:${of}:${symbol}:${expiration ?? ''}`, cacheSeconds, load)
  const [chain, interest] = await Promise.all([
    cached('chain', (context) => loadChain(symbol, expiration, context)),
    cached('interest', (context) => loadOpenInterest(symbol, expiration, context)).then(
      (byContract) => ({ byContract, unanswered: [] }),
      (error: unknown) => {
        if (!(error instanceof FiqError)) throw error
        const unanswered = [{ source: 'Alpaca open interest of options', error }]
        return { byContract: new Map<string, number>(), unanswered }
      },
    ),
  ])
  if (chain.value.length === 0) throw new FiqError('NOT_FOUND', `${ticker} has no such options.`)
  return {
    ...chain,
    value: chain.value.map((option) => ({
      ...option,
      openInterest: interest.byContract.get(option.symbol) ?? null,
    })),
    unanswered: interest.unanswered,
  }
}

async function loadChain(
  symbol: string,
  expiration: string | undefined,
  context: ConnectorContext,
): Promise<Sourced<readonly OptionContract[]>> {
  const { listed, answer } = await loadSnapshots(symbol, expiration, context)
  const newest = newestInstant(listed)
  const asOf = newest === undefined ? answer.asOf : instantText(newest)
  const stale = ageDays(asOf, context.now()) > staleAfterDays
  const session = asOf === null ? undefined : newYorkDay(asOf)
  return {
    value: inChainOrder(
      listed.map((option) => ({ ...contractOf(option, session), openInterest: null })),
    ),
    provenance: [provenanceOf(alpacaOptions, answer, { asOf, stale })],
  }
}

const number = z.number().nullish()
const instant = z.iso.datetime({ offset: true })
const snapshotSchema = z.object({
  latestQuote: z.object({ t: instant.nullish(), bp: number, ap: number }).nullish(),
  latestTrade: z.object({ t: instant.nullish(), p: number }).nullish(),
  dailyBar: z.object({ t: instant, v: number }).nullish(),
  impliedVolatility: number,
  greeks: z
    .object({ delta: number, gamma: number, theta: number, vega: number, rho: number })
    .nullish(),
})
type Snapshot = z.output<typeof snapshotSchema>
const chainSchema = z.object({
  snapshots: usableMembers(snapshotSchema.nullable()).nullable(),
  next_page_token: z.string().nullish(),
})

type Listed = { occ: string; snapshot: Snapshot; terms: OptionTerms }

async function loadSnapshots(
  symbol: string,
  expiration: string | undefined,
  context: ConnectorContext,
): Promise<{ listed: readonly Listed[]; answer: Origin }> {
  const url = new URL(
    `https://data.alpaca.markets/v1beta1/options/snapshots/${encodeURIComponent(symbol)}`,
  )
  url.searchParams.set('feed', 'indicative')
  url.searchParams.set('limit', '1000')
  if (expiration !== undefined) url.searchParams.set('expiration_date', expiration)
  const { pages, answer } = await loadPages(url, chainSchema, context)
  const listed = pages.flatMap(({ body, url }) =>
    readableRows(symbolsIn(body.snapshots), url, ({ occ, snapshot }) => {
      const terms = optionTerms(occ)
      return terms && { occ, snapshot, terms }
    }),
  )
  return { listed, answer }
}

function symbolsIn(snapshots: Readonly<Record<string, Snapshot | null>> | null) {
  return Object.entries(snapshots ?? {}).flatMap(([occ, snapshot]) =>
    snapshot ? [{ occ, snapshot }] : [],
  )
}

const contractsSchema = z.object({
  option_contracts: usableRows(
    z.object({ symbol: z.string(), open_interest: z.union([z.string(), number]).nullish() }),
  ).nullable(),
  next_page_token: z.string().nullish(),
})

async function loadOpenInterest(
  symbol: string,
  expiration: string | undefined,
  context: ConnectorContext,
): Promise<ReadonlyMap<string, number>> {
  const url = new URL('https://paper-api.alpaca.markets/v2/options/contracts')
  const today = context.now().toISOString().slice(0, 10)
  // Without a last day, the answer ends with the coming weekend.
  const last = `${Number(today.slice(0, 4)) + yearsAhead}-12-31`
  url.searchParams.set('underlying_symbols', symbol)
  url.searchParams.set('expiration_date_gte', expiration ?? today)
  url.searchParams.set('expiration_date_lte', expiration ?? last)
  url.searchParams.set('limit', '10000')
  const { pages } = await loadPages(url, contractsSchema, context)
  const stated = pages.flatMap(({ body }) =>
    (body.option_contracts ?? []).flatMap(({ symbol, open_interest }): [string, number][] => {
      // Numbers are text here.
      const open = open_interest == null || open_interest === '' ? NaN : Number(open_interest)
      return Number.isFinite(open) ? [[symbol, open]] : []
    }),
  )
  return new Map(stated)
}

type Page = { next_page_token?: string | null | undefined }

/**
 * All pages of a list, one after the other, with the origin of the first.
 *
 * @throws FiqError `UPSTREAM_CHANGED` for more than {@link pagesMax} pages, because a part of a
 * chain would look like the whole
 */
async function loadPages<page extends Page>(
  first: URL,
  schema: z.ZodType<page>,
  context: ConnectorContext,
): Promise<{ pages: { body: page; url: URL }[]; answer: Origin }> {
  const { body, answer } = await context.json(first, schema, { bulk: true })
  const pages = [{ body, url: first }]
  for (let token = body.next_page_token; token != null && token !== ''; ) {
    if (pages.length === pagesMax) refuse(first, `more than ${pagesMax} pages of options`)
    const url = new URL(first)
    url.searchParams.set('page_token', token)
    const { body } = await context.json(url, schema, { bulk: true })
    pages.push({ body, url })
    token = body.next_page_token
  }
  return { pages, answer }
}

/** The newest trade or quote of a chain, in milliseconds since 1970. */
function newestInstant(listed: readonly Listed[]): number | undefined {
  let newest: number | undefined
  for (const { snapshot } of listed)
    for (const at of [snapshot.latestQuote?.t, snapshot.latestTrade?.t])
      if (at != null) newest = Math.max(newest ?? 0, Date.parse(at))
  return newest
}

/** @param session day in New York. A daily bar of an earlier day has no volume of this session. */
function contractOf(
  { occ, snapshot, terms: { root: _root, ...known } }: Listed,
  session: string | undefined,
): Omit<OptionContract, 'openInterest'> {
  const { latestQuote, latestTrade, dailyBar, impliedVolatility, greeks } = snapshot
  const isToday = dailyBar != null && newYorkDay(dailyBar.t) === session
  return {
    symbol: occ,
    ...known,
    currency: 'USD',
    bid: latestQuote?.bp ?? null,
    ask: latestQuote?.ap ?? null,
    last: latestTrade?.p ?? null,
    volume: isToday ? (dailyBar.v ?? null) : null,
    impliedVolatility: impliedVolatility ?? null,
    delta: greeks?.delta ?? null,
    gamma: greeks?.gamma ?? null,
    theta: greeks?.theta ?? null,
    vega: greeks?.vega ?? null,
    rho: greeks?.rho ?? null,
  }
}
