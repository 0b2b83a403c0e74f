/**
 * A part of a statement that sums to a total, and every concept of us-gaap that may stand in it as
 * a line of its own. Which of them do is found from the sum: see `section-sums.ts`.
 */
export type Section = {
  /** Concepts of the total; the first with a value counts. */
  total: readonly string[]
  /** Subtracted from the total: noncurrent is the total less current. */
  less?: string
  /** The preferred ones first: of two with one value, the first is taken for the line. */
  parts: readonly string[]
  /**
   * The odds against a chance sum. Higher where filers often add lines of their own, so that most
   * reports have no sum.
   */
  chances: number
  /** Parts that reduce the total. */
  negative?: readonly string[]
}

/** Every concept a section reads. */
export function conceptsOf({ total, less, parts, negative = [] }: Section): string[] {
  return [...total, ...(less === undefined ? [] : [less]), ...parts, ...negative]
}

/**
 * The concept under which a filer may state the ratio of a share split: new shares for one old
 * share.
 */
export const splitRatioConcept = 'StockholdersEquityNoteStockSplitConversionRatio1'
