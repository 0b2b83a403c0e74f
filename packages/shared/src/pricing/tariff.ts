/**
 * Price of one schema field. Kept as data: the quote, the docs, the SDL and the tests read the
 * same table. Fields without a rate (scalars, plain objects) are part of their parent's price.
 */
export type Rate = {
  /** Credits for one fetch, per page where `pagesOf` is given. Integer, never negative. */
  credits: number
  /** List argument whose coerced length multiplies this field and everything below it. */
  timesOf?: string
  /** Dot-path of the argument that limits the items, e.g. `filter.limit`: counted in pages of 20. */
  pagesOf?: string
  /** Where the limit is capped before counting pages. */
  limitMax?: number
  /** Two arguments whose values multiply this field, and nothing below it. */
  factors?: Factors
}

/** Factors of a rate by the values of two text arguments. */
export type Factors = {
  /** Their names. */
  arguments: readonly [string, string]
  /** Their values when they are null. */
  defaults: readonly [string, string]
  /**
   * By the value of the first argument, then of the second. Other values have the highest factor.
   */
  table: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** Rates by schema coordinate (`Type.field`), collected from the connectors. */
export type Rates = Readonly<Record<string, Rate>>

/** Bounds of every price, independent of the rates. Amounts are atomic units. */
export type PriceBounds = {
  /** The minimum price of an operation that is not free, */
  amountMin: bigint
  /** and the most. */
  amountMax: bigint
  /** Work ceiling: more credits of it are refused. */
  creditsMax: number
  /** Items that count as one page. */
  pageSize: number
  /** Where a limit is capped whose rate does not say. */
  limitMax: number
}

/** Rates and the bounds they are used with. Named by a version that quotes carry. */
export type Tariff = {
  version: string
  rates: Rates
  /** Those of this program, {@link priceBounds}, when absent. */
  bounds?: PriceBounds
  /** Fields of areas without a source, by schema coordinate: refused with the area's name, not priced. */
  unavailable?: Readonly<Record<string, string>>
}

export { atomicPerCredit } from '../money/usdc.ts'
/** 5 credits: 0.015 USD. */
export const amountMin = 15_000n
/** 10.00 USD. */
export const amountMax = 10_000_000n
/** Work ceiling: ten dollars never buy unbounded work. */
export const creditsMax = 10_000
/** Items that count as one page. */
export const pageSize = 20

export const priceBounds: PriceBounds = {
  ...{ amountMin, amountMax, creditsMax, pageSize },
  limitMax: 500,
}
