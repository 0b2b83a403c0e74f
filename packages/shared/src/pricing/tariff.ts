/**
 * Price of one schema field. It is data: the quote, the docs, the SDL and the tests read the same
 * table. Fields without a rate (scalars, plain objects) are included in their parent's price.
 */
export type Rate = {
  /** Credits for one fetch, per page where `pagesOf` is given. Integer, never negative. */
  credits: number
  /** List argument whose coerced length multiplies this field and everything below it. */
  timesOf?: string
  /**
   * Dot-path of the argument that limits the items, e.g. `filter.limit`. Items are counted in pages
   * of 20.
   */
  pagesOf?: string
  /** Maximum of the limit before pages are counted. */
  limitMax?: number
  /** Two arguments whose values multiply the price of this field, but not of fields below it. */
  factors?: Factors
}

/** Factors of a rate by the values of two text arguments. */
export type Factors = {
  /** Names of the arguments. */
  arguments: readonly [string, string]
  /** Values that replace null. */
  defaults: readonly [string, string]
  /**
   * Factor by the value of the first argument, then of the second. Other values have the highest
   * factor.
   */
  table: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** Rates by schema coordinate (`Type.field`), collected from the connectors. */
export type Rates = Readonly<Record<string, Rate>>

/** Bounds of every price, independent of the rates. Amounts are atomic units. */
export type PriceBounds = {
  /** Minimum price of an operation that is not free. */
  amountMin: bigint
  /** Maximum price. */
  amountMax: bigint
  /** Work ceiling: an operation with more credits is refused. */
  creditsMax: number
  /** Items that count as one page. */
  pageSize: number
  /** Maximum of a limit if the rate states none. */
  limitMax: number
}

/** Rates and their bounds, identified by a version that quotes carry. */
export type Tariff = {
  version: string
  rates: Rates
  /** Default: {@link priceBounds} of this program. */
  bounds?: PriceBounds
  /**
   * Fields of areas without a source: the name of the area by schema coordinate. They are refused,
   * not priced.
   */
  unavailable?: Readonly<Record<string, string>>
}

export { atomicPerCredit } from '../money/usdc.ts'
/** 5 credits: 0.015 USD. */
export const amountMin = 15_000n
/** 10.00 USD. */
export const amountMax = 10_000_000n
/** Work ceiling, because ten dollars must not buy unlimited work. */
export const creditsMax = 10_000
/** Items that count as one page. */
export const pageSize = 20

export const priceBounds: PriceBounds = {
  amountMin,
  amountMax,
  creditsMax,
  pageSize,
  limitMax: 500,
}
