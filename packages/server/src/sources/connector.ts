import type { FiqError } from '@fiq/shared/errors'
import type { Bar as PlainBar } from '@fiq/shared/indicators/bar'
import type { Rate } from '@fiq/shared/pricing/tariff'
import type { SandboxHosts } from '../upstreams/sandbox/market/route.ts'
import type { BulkArchive, Mode, Transport } from '../upstreams/transport.ts'
import type { Fetching } from './fetching.ts'

/** The source and the age of a value: one entry of `extensions.sources` without its path. */
export type Provenance = {
  source: string
  /** The document or query that the value was read from, where a reader can open it. */
  sourceUrl: string
  /** The upstream's own time of the value, ISO 8601 date or date-time; `null` if it states none. */
  asOf: string | null
  /** Time at which the server received it, ISO 8601. Never restamped. */
  retrievedAt: string
  mode: Mode
  /** Older than its area allows; `null` if the area has no limit. */
  stale: boolean | null
  licence: string
} & Timing

/** Delay of a price, and its venue. Absent for values that are not prices. */
export type Timing = {
  /** `periodic`: published now and then, days or weeks late. */
  delay?: 'real-time' | '15-minute' | 'end-of-day' | 'periodic'
  /** `consolidated`: of all exchanges; `single`: of one; `indicative`: not a traded price. */
  venue?: 'consolidated' | 'single' | 'indicative'
}

/** A value with its provenance. Every resolver returns one, so every answer has a source. */
export type Sourced<value> = {
  value: value
  provenance: readonly Provenance[]
  /** Provenance of each item of the list, counted from 0, where items have different sources. */
  itemProvenance?: ReadonlyMap<number, readonly Provenance[]>
  /** Sources that failed, so that their part is missing from the value. */
  unanswered?: readonly Unanswered[]
  /** Warnings for the reader of the value, a sentence each. */
  warnings?: readonly string[]
  /** Items of the list that failed while others answered. Each becomes an error at its place. */
  failed?: readonly FailedItem[]
}

/** An item of a list, counted from 0, and why it has no value. */
export type FailedItem = { at: number; error: FiqError }

/** A source that failed while others answered. */
export type Unanswered = { source: string; error: FiqError }

/**
 * `public`: government work or CC0. `attribution`: free with credit. `restricted`: terms forbid
 * resale or need an agreement; off until the operator turns it on.
 */
export type LicenceClass = 'public' | 'attribution' | 'restricted'

/**
 * One public upstream of an area, in order of preference. The docs and the egress allow-list read
 * it.
 */
export type Upstream = {
  /** Stable id, e.g. `sec-companyfacts`. */
  id: string
  name: string
  /** Every host a request may go to, redirects included. */
  hosts: readonly string[]
  url: string
  licence: { class: LicenceClass; text: string }
  /** Delay in words: `15 minutes`, `as filed`, `annual`. */
  delay: string
  /** Of a source of prices. */
  timing?: Timing
  /** Environment variable of the key it needs. The operator turns it on by setting the key. */
  key?: string
  /** Environment variable of an optional key that raises its limits. */
  optionalKey?: string
  /** Archives that hold the answers of its addresses. `fiq-server mirror pull` downloads them. */
  bulk?: readonly BulkArchive[]
  /** The only source of its area: the sandbox answers as it even without a key. */
  isOnlyOne?: true
  /** Only live: the sandbox answers its area as the other sources. */
  isLiveOnly?: true
}

/** The ports of a resolver. It has no environment and no global fetch, so tests pass their own. */
export type ConnectorContext = Fetching & {
  /** Connectors call the methods of {@link Fetching}, which check each answer. */
  upstreams: Transport
  /** Data the operator imported (bars, series). It precedes `upstreams` if both could answer. */
  files: FileStore
  now(): Date
  /**
   * Builds an expensive value (a parsed list, an index) at most once per `maxAgeSeconds`; callers
   * at the same time share one build. A failed build is not kept.
   *
   * @param build - Uses the context that it gets, never the caller's: a build serves every caller,
   *   so the budget of one caller must not fail it, and no kept value may hold a caller's context.
   */
  cached<value>(
    key: string,
    maxAgeSeconds: number,
    build: (context: ConnectorContext) => Promise<value>,
  ): Promise<value>
  /** Prices older than their area allows are `DATA_STALE` instead of marked. */
  refusesStale?: boolean
  /**
   * Request each ticker alone. A mirror finds a file by its request, so `mirror pull` and the query
   * must send the same request; a live source takes many tickers a request.
   */
  oneByOne?: boolean
  /** The server serves the person who runs it. */
  isPersonal?: boolean
  /**
   * Whether the operator's configuration turns this upstream on. Restricted ones are off by
   * default.
   */
  enabled(upstream: Upstream): boolean
}

/**
 * One bar. Prices in the listing currency, on the basis of the newest split and not adjusted for
 * dividends; `date` is ISO: a day, or a UTC instant.
 */
export type Bar = PlainBar & BarActions

/** Dividend and split within a bar. Absent if the source does not report them. */
type BarActions = {
  /** Cash of one share whose ex-day is in the bar, on the basis of the prices; 0 for none. */
  dividends?: number
  /** New shares for one old share: 4 for 4:1; 1 for none. */
  splits?: number
  /** The close less all later dividends of the series, see `withActions`. */
  adjustedClose?: number
}

/** Bars of one ticker, oldest first. */
export type SourcedBars = Sourced<readonly Bar[]> & {
  /** ISO 4217, or `GBp`, `ZAc` or `ILA` for hundredths. Absent where the source does not say. */
  currency?: string
}

export type SeriesPoint = { date: string; value: number | null }

/** Operator-owned data, imported with `fiq-server import`. `undefined` when it holds none. */
export type FileStore = {
  bars(ticker: string, interval: string): Sourced<readonly Bar[]> | undefined
  /**
   * Country series are keyed `area:kind:ISO3`, e.g. `gdp:nominal:USA`; economic ones `series:ID`.
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
   * The upstreams of this field, in order, if it does not use all of the area; none for a group.
   */
  sources?: readonly Upstream[]
  /**
   * One of these must be on, or the server refuses the field, free. Default: `sources`, else all
   * of the area; none for a field that no upstream answers.
   */
  answeredBy?: readonly Upstream[]
  /** The field's own area in words, if the connector has several. */
  area?: string
  /** Bars that the operator imported answer it as well. */
  readsBars?: true
  /** A current price. If `refusesStale` is set, a stale one is `DATA_STALE` instead of marked. */
  isPrice?: true
  /**
   * Each run sends this upstream a request. The server refuses a query with more runs than the pace
   * of its host allows, free.
   */
  pacedBy?: Upstream
  /** The area's name, if this release has no source for it. The server refuses the field, free. */
  unavailable?: string
  /**
   * Bounds the SDL cannot express, by argument. Checked before pricing; a violation is `BAD_INPUT`
   * naming the argument. Take the tool's own bounds from the catalog: `inputOf('quotes')`.
   */
  bounds?: (args: Readonly<Record<string, unknown>>) => void
  /** Most items of its list, if no list or limit among its arguments bounds it. */
  rowsMax?: number
  /** Most items of each list within its own items, by arguments. */
  rowsBelow?: (args: Readonly<Record<string, unknown>>) => number
  /**
   * Runs before the quote, free and cheap. Throws if the field certainly fails (unknown ticker,
   * area not configured, mirror without the file), so that no client pays for a certain error.
   */
  check?: (args: Readonly<Record<string, unknown>>, context: ConnectorContext) => Promise<void>
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
  /** By schema coordinate, e.g. `Query.macroSeries`, `Entity.market`. */
  fields: Readonly<Record<string, ConnectorField>>
  /** Answers of the sandbox for hosts that no other area reads. */
  sandbox?: SandboxHosts
  /** Builds lists and indexes before the first request. Runs once the server listens. */
  warm?: (context: ConnectorContext) => Promise<unknown>
}
