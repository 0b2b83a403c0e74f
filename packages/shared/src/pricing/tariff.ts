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
}

/** Rates by schema coordinate (`Type.field`), collected from the connectors. */
export type Rates = Readonly<Record<string, Rate>>
