import type { Section } from './section.ts'

/** Unit of a line item: currency of the filer, currency per share, shares, or a plain number. */
export type LineUnit = 'money' | 'per-share' | 'shares' | 'ratio'

/** One line of a statement: its name in the schema, and the XBRL concepts it is read from. */
export type LineItem = {
  field: string
  /** Description in the schema. */
  meaning: string
  unit: Exclude<LineUnit, 'ratio'>
  /**
   * Concepts of us-gaap and ifrs-full in order of preference. Those of one group mean the same, so
   * among them the latest filing decides; the next group counts only if the one before has no
   * value for the period. `A+B` is the sum of two where A is the smaller one, so that it cannot
   * hold B.
   */
  concepts: readonly (readonly string[])[]
  /** Concepts that may be lines of a section of the statement; absent: all of `concepts`. */
  parts?: readonly string[]
}

/** Fallback if no concept reports the line: field `from` less field `less`, and one more if known. */
export type Difference = { field: string; from: string; less: string; alsoLess?: string }

/** A financial statement as a table. */
export type Statement = {
  /** `duration`: a flow between two days. `instant`: a stock at one day. */
  kind: 'duration' | 'instant'
  items: readonly LineItem[]
  /** Parts of it that sum to a total. They decide where several concepts compete for a line. */
  sections?: readonly Section[]
  /** A period is a row when at least one of these has a value in it. */
  anchors: readonly string[]
  differences: readonly Difference[]
}

/**
 * A line in the filer's currency.
 *
 * @example moneyLine('goodwill', 'Goodwill.', ['Goodwill'])
 */
export function moneyLine(
  field: string,
  meaning: string,
  ...concepts: readonly (readonly string[])[]
): LineItem {
  return { field, meaning, unit: 'money', concepts }
}

/** The line with other concepts of a section than those it falls back to. */
export function withParts(item: LineItem, ...parts: readonly string[]): LineItem {
  return { ...item, parts }
}
