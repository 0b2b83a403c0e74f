import type { FiqError } from '@fiq/shared/errors'
import type { Rate } from '@fiq/shared/pricing/tariff'
import type { BulkArchive, Mode, Transport } from '../upstreams/transport.ts'
import type { Fetching } from './fetching.ts'

/** Where a value comes from and how old it is. One entry of `extensions.sources`, less its path. */
export type Provenance = {
  source: string
  sourceUrl: string
  /** The upstream's own time of the value, ISO 8601 date or date-time; `null` when it says none. */
  asOf: string | null
  /** When we received it, ISO 8601. Never restamped. */
  retrievedAt: string
  mode: Mode
  /** Older than its area allows; `null` where the area has no rule but the time of receipt. */
  stale: boolean | null
  licence: string
}

/** A value with its provenance. Every resolver returns one, so no answer comes without a source. */
export type Sourced<value> = {
  value: value
  provenance: readonly Provenance[]
  /** Sources whose part is missing from the value. */
  unanswered?: readonly Unanswered[]
}

/** A source that failed where others answered. */
export type Unanswered = { source: string; error: FiqError }

/**
 * `public`: government work or CC0. `attribution`: free with credit. `restricted`: terms forbid
 * resale or need an agreement; off until the operator turns it on.
 */
export type LicenceClass = 'public' | 'attribution' | 'restricted'

/** One public upstream of an area, in order of preference. Docs and the egress allow-list read it. */
export type Upstream = {
  /** Stable id, e.g. `sec-companyfacts`. */
  id: string
  name: string
  /** Every host a request may go to, redirects included. */
  hosts: readonly string[]
  url: string
  licence: { class: LicenceClass; text: string }
  /** Human words: `15 minutes`, `as filed`, `annual`. */
  delay: string
  /** Environment variable of the key it needs. A key of the operator's own turns it on. */
  key?: string
  /** Environment variable of a key that raises its limits; it answers without. */
  optionalKey?: string
  /** Archives that hold the answers of its addresses, for a mirror of all of them. */
  bulk?: readonly BulkArchive[]
  /** Nothing else answers its area, so the sandbox stands in for it although it has no key. */
  isOnlyOne?: true
}

/** What a resolver may touch. No environment, no global fetch: tests pass their own. */
export type ConnectorContext = Fetching & {
  /** Connectors call the methods of {@link Fetching}, which check each answer. */
  upstreams: Transport
  /** Data the operator imported (bars, series). Asked before `upstreams` where both could answer. */
  files: FileStore
  now(): Date
  /**
   * Builds an expensive value (a parsed list, an index) at most once per `maxAgeSeconds`; callers
   * at the same time share one build. A failed build is not kept.
   *
   * @param build - Uses the context that it gets, never the caller's: a build serves every caller,
   *   so the budget of one caller must not fail it, and no kept value may hold a caller's context.
   */
  keep<value>(
    key: string,
    maxAgeSeconds: number,
    build: (context: ConnectorContext) => Promise<value>,
  ): Promise<value>
  /** Prices older than their area allows are `DATA_STALE` instead of marked. */
  refusesStale?: boolean
  /**
   * A mirror finds an answer by what was asked: each ticker is asked for alone when it is pulled and
   * when it answers, where a live source takes many at once.
   */
  oneByOne?: boolean
  /** Is this upstream switched on here? Restricted ones are not unless the operator said so. */
  enabled(upstream: Upstream): boolean
}

/** One bar. Prices in the listing currency, unadjusted; `date` is ISO: a day, or a UTC instant. */
export type Bar = {
  date: string
  open: number | null
  high: number | null
  low: number | null
  close: number
  volume: number | null
}

export type SeriesPoint = { date: string; value: number | null }

/** Operator-owned data, imported with `fiq-server import`. `undefined` when it holds none. */
export type FileStore = {
  bars(ticker: string, interval: string): Sourced<readonly Bar[]> | undefined
  /** Country series are keyed `area:kind:ISO3`, e.g. `gdp:nominal:USA`; economic ones `series:ID`. */
  series(key: string): Sourced<readonly SeriesPoint[]> | undefined
  tickers(): readonly string[]
}

/** One schema field the connector answers. Arguments are already coerced and within bounds. */
export type ConnectorField = {
  rate: Rate
  /** What it asks of the area's upstreams, in order, where that is not all; none for a group. */
  sources?: readonly Upstream[]
  /** A price of now: where the operator says so, one that is too old is refused, not marked. */
  isPrice?: true
  /** The area's name, when this release has no source for it: refused, free and without a price. */
  unavailable?: string
  /**
   * Bounds the SDL cannot express, by argument. Checked before pricing; a violation is `BAD_INPUT`
   * naming the argument. Take the tool's own bounds from the catalog: `inputOf('quotes')`.
   */
  bounds?: (args: Readonly<Record<string, unknown>>) => void
  /** Most items of the list it answers, where neither a list nor a limit among its arguments says. */
  rowsMax?: number
  /** Most items of each list within its own items, by arguments. */
  rowsBelow?: (args: Readonly<Record<string, unknown>>) => number
  /**
   * Free and cheap, before the price is quoted: throws when the field cannot be answered at all
   * (unknown ticker, area not configured, mirror without the file). Nobody pays for a certain error.
   */
  check?: (args: Readonly<Record<string, unknown>>, context: ConnectorContext) => Promise<void>
  resolve(
    parent: unknown,
    args: Readonly<Record<string, unknown>>,
    context: ConnectorContext,
  ): Promise<Sourced<unknown>>
}

/** One data area in one folder: schema, price, bounds, resolvers and sources in one place. */
export type Connector = {
  area: string
  category: 'market' | 'regulatory' | 'macro'
  upstreams: readonly Upstream[]
  /** SDL of the types and root fields, `extend type Query` included, with descriptions and units. */
  sdl: string
  /** By schema coordinate, e.g. `Query.macroSeries`, `Entity.market`. */
  fields: Readonly<Record<string, ConnectorField>>
  /** Builds what the first request would wait for (a list, an index). Run once the server listens. */
  warm?: (context: ConnectorContext) => Promise<unknown>
}
