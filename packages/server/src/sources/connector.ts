import type { FiqError } from '@fiq/shared/errors'
import type { Bar as PlainBar } from '@fiq/shared/indicators/bar'
import type { Rate } from '@fiq/shared/pricing/tariff'
import type { SandboxHosts } from '../upstreams/sandbox/market/route.ts'
import type { BulkArchive, Mode, Transport } from '../upstreams/transport.ts'
import type { Fetching } from './fetching.ts'

/** The source and the age of a value: one entry of `extensions.sources` without its path. */
export type Provenance = {
  source: string
  /** The document or query with the value, at an address that a reader can open. */
  sourceUrl: string
  /** The upstream's own time of the value, ISO 8601 date or date-time; `null` if it states none. */
  asOf: string | null
  /** Time of receipt by the server, ISO 8601. Caching never changes it. */
  retrievedAt: string
  mode: Mode
  /** Whether it is older than its area allows; `null` if the area has no limit. */
  stale: boolean | null
  licence: string
} & Timing

/** Delay of a price, and its venue. Absent for values that are not prices. */
export type Timing = {
  /** `periodic`: published at intervals, days or weeks late. */
  delay?: 'real-time' | '15-minute' | 'end-of-day' | 'periodic'
  /** `consolidated`: of all exchanges; `single`: of one; `indicative`: not a traded price. */
  venue?: 'consolidated' | 'single' | 'indicative'
}

/** A value with its provenance. Every resolver returns one, so every answer has a source. */
export type Sourced<value> = {
  value: value
  provenance: readonly Provenance[]
  /** Provenance of each item of the list, by index, if items have different sources. */
  itemProvenance?: ReadonlyMap<number, readonly Provenance[]>
  /** Provenance of each row of a list, by the row itself, if several sources gave its rows. */
  rowProvenance?: ReadonlyMap<unknown, readonly Provenance[]>
  /** Sources that failed, so that their part of the value is missing. */
  unanswered?: readonly Unanswered[]
  /** Warnings for the reader of the value, one sentence each. */
  warnings?: readonly string[]
  /** Number of items that satisfy the filter, if the value is a page of them. */
  matches?: number
  /** Number of items within the filter, if the value is a page of them and the source has no more. */
  total?: number
  /** Lists below the value that are one page of more items, by their path from it, e.g. `0.bars`. */
  pagesBelow?: ReadonlyMap<string, { items: number; total: number; limitMax: number; next: number }>
  /**
   * Items of the list that failed although others succeeded. Each becomes an error at its position.
   */
  failed?: readonly FailedItem[]
}

/** The index of an item in a list, and why it has no value. */
export type FailedItem = { at: number; error: FiqError }

/** A source that failed although others answered. */
export type Unanswered = { source: string; error: FiqError }

/**
 * `public`: government work or CC0. `attribution`: free with credit. `restricted`: the terms forbid
 * resale or require an agreement; off until the operator switches it on.
 */
export type LicenceClass = 'public' | 'attribution' | 'restricted'

/**
 * One public upstream of an area. An area lists them in order of preference. The docs and the list
 * of allowed hosts read it.
 */
export type Upstream = {
  /** Stable id, e.g. `sec-companyfacts`. */
  id: string
  name: string
  /** All hosts that its requests may reach, redirects included. */
  hosts: readonly string[]
  url: string
  licence: { class: LicenceClass; text: string }
  /** Delay in words: `15 minutes`, `as filed`, `annual`. */
  delay: string
  /** Timing of a source of prices. */
  timing?: Timing
  /** Environment variable of a required key. Setting the key switches the source on. */
  key?: string
  /** Environment variable of an optional key that raises its limits. */
  optionalKey?: string
  /** Archives with the responses to its addresses. `fiq-server mirror pull` downloads them. */
  bulk?: readonly BulkArchive[]
  /** The only source of its area: the sandbox answers in its name even without a key. */
  isOnlyOne?: true
  /** Used live only: the sandbox answers its area in the name of the other sources. */
  isLiveOnly?: true
}

/**
 * The ports of a resolver. It has neither the environment nor a global fetch, so tests can pass
 * their own.
 */
export type ConnectorContext = Fetching & {
  /** Connectors call the methods of {@link Fetching}, which check each response. */
  upstreams: Transport
  /** Data that the operator imported (bars, series). It takes precedence over `upstreams`. */
  files: FileStore
  now(): Date
  /**
   * Builds an expensive value (a parsed list, an index) at most once per `maxAgeSeconds`.
   * Concurrent callers share one build. A failed build is not cached.
   *
   * @param build - Must use the context that it gets, never the caller's: a build serves every
   * caller, so the budget of one caller must not fail it, and no cached value may refer to a
   * caller's context.
   */
  cached<value>(
    key: string,
    maxAgeSeconds: number,
    build: (context: ConnectorContext) => Promise<value>,
  ): Promise<value>
  /** Refuses prices older than their area allows with `DATA_STALE` instead of marking them. */
  refusesStale?: boolean
  /**
   * Request each ticker separately. A mirror finds a file by its request, so `mirror pull` and the
   * query must send the same request; a live source accepts many tickers in one.
   */
  oneByOne?: boolean
  /** Whether this is a personal server. */
  isPersonal?: boolean
  /** Whether the configuration switches this upstream on. Restricted ones are off by default. */
  enabled(upstream: Upstream): boolean
}

/**
 * One bar. Prices are in the listing currency, adjusted for splits but not for dividends; `date` is
 * ISO 8601: a day, or a UTC instant.
 */
export type Bar = PlainBar & BarActions

/** Dividend and split within a bar. Absent if the source does not report them. */
type BarActions = {
  /** Dividends for one share with an ex-day in the bar, on the basis of the prices; 0 for none. */
  dividends?: number
  /** Number of new shares for one old share: 4 for 4:1; 1 for none. */
  splits?: number
  /** The close adjusted for all later dividends of the series, see `withActions`. */
  adjustedClose?: number
}

/** Bars of one ticker, oldest first. */
export type SourcedBars = Sourced<readonly Bar[]> & {
  /** ISO 4217, or `GBp`, `ZAc`, `ILA` or `USX` for hundredths. Absent if the source does not state it. */
  currency?: string
}

/**
 * One value of a series, in the series' own unit; `null` if missing. `date`: first day of its
 * period, ISO 8601.
 */
export type SeriesPoint = { date: string; value: number | null }

/** Data that the operator imported with `fiq-server import`. `undefined` for unknown keys. */
export type FileStore = {
  bars(ticker: string, interval: string): Sourced<readonly Bar[]> | undefined
  /**
   * Key of a country series: `area:kind:ISO3`, e.g. `gdp:nominal:USA`; of an economic series:
   * `series:ID`.
   */
  series(key: string): Sourced<readonly SeriesPoint[]> | undefined
  tickers(): readonly string[]
}

/**
 * One schema field that the connector resolves. Arguments are already coerced and within bounds.
 */
export type ConnectorField = {
  rate: Rate
  /**
   * The upstreams of this field, in order, if it does not use all of its area; none for a group.
   */
  sources?: readonly Upstream[]
  /**
   * At least one of these must be on, or the server refuses the field, free. Default: `sources`,
   * else all of the area; none for a field without an upstream.
   */
  answeredBy?: readonly Upstream[]
  /** Those that cover US shares, if others cover only indices. */
  ofShares?: readonly Upstream[]
  /** The field's own area, in words, if the connector has several. */
  area?: string
  /** Whether imported bars can also answer it. */
  readsBars?: true
  /**
   * Whether it is a current price. If `refusesStale` is set, a stale one is `DATA_STALE` instead of
   * marked.
   */
  isPrice?: true
  /**
   * Each run sends a request to this upstream. The server refuses, free, a query with more runs
   * than the pace of its host allows.
   */
  pacedBy?: Upstream
  /**
   * Bounds that the SDL cannot express, by argument. Checked before pricing; a violation is
   * `BAD_INPUT` naming the argument. The bounds of a tool come from the catalog:
   * `boundsOf('quotes')`.
   */
  bounds?: (args: Readonly<Record<string, unknown>>) => void
  /** Maximum items of its list, if no list or limit among its arguments bounds it. */
  rowsMax?: number
  /** Maximum items of the lists below it that have no fetch of their own, by field name. */
  rowsBelow?: (args: Readonly<Record<string, unknown>>) => Readonly<Record<string, number>>
  /**
   * Runs before the quote, free and cheap. Throws if the field certainly fails (unknown ticker,
   * area not configured, file missing in the mirror), so that no client pays for a certain error.
   */
  check?: (args: Readonly<Record<string, unknown>>, context: ConnectorContext) => Promise<void>
  /**
   * Like `check`, for a field of `Entity`, whose error depends on the entities. Gets their tickers as
   * written in the query.
   */
  checkOf?: (
    tickers: readonly string[],
    args: Readonly<Record<string, unknown>>,
    context: ConnectorContext,
  ) => Promise<void>
  resolve(
    parent: unknown,
    args: Readonly<Record<string, unknown>>,
    context: ConnectorContext,
  ): Promise<Sourced<unknown>>
}

/** One data area: schema, price, bounds, resolvers and sources. Each has its own folder. */
export type Connector = {
  area: string
  category: 'market' | 'regulatory' | 'macro'
  upstreams: readonly Upstream[]
  /**
   * SDL of the types and root fields, `extend type Query` included, with descriptions and units.
   */
  sdl: string
  /** Fields by schema coordinate, e.g. `Query.macroSeries`, `Entity.market`. */
  fields: Readonly<Record<string, ConnectorField>>
  /** Sandbox answers for hosts that no other area reads. */
  sandbox?: SandboxHosts
  /** Builds lists and indexes before the first request. Runs once the server listens. */
  warm?: (context: ConnectorContext) => Promise<unknown>
}
