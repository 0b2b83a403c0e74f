/**
 * A part of a statement that sums to a total, and every us-gaap concept that may be one of its
 * lines. The sum shows which ones are: see `section-sums.ts`.
 */
export type Section = {
  /** Concepts of the total; the first with a value counts. */
  total: readonly string[]
  /** Subtracted from the total: noncurrent is the total minus current. */
  less?: string
  /** Exactly one of these is a line, preferred ones first. */
  oneOf?: readonly string[]
  /** Preferred concepts first: of two with the same value, the first is the line. */
  parts: readonly string[]
  /**
   * Required odds against a random sum. Higher if filers often add lines of their own, so that most
   * reports have no sum.
   */
  chances: number
  /** Parts that reduce the total. */
  negative?: readonly string[]
}

/** All concepts of a section. */
export function conceptsOf({ total, less, oneOf = [], parts, negative = [] }: Section): string[] {
  return [...total, ...(less === undefined ? [] : [less]), ...oneOf, ...parts, ...negative]
}

/** Concepts of the minority owners' part of equity or income. */
export const minorityConcepts: readonly string[] = [
  'MinorityInterest',
  'NoncontrollingInterests',
  'NetIncomeLossAttributableToNoncontrollingInterest',
  'ProfitLossAttributableToNoncontrollingInterests',
]

/** The concept for the ratio of a share split: new shares for one old share. */
export const splitRatioConcept = 'StockholdersEquityNoteStockSplitConversionRatio1'

/**
 * A total with lines that together never exceed it. With `less`, never more than that field leaves
 * of the total.
 */
export type Whole = { total: string; less?: string; parts: readonly string[] }
