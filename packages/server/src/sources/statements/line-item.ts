import type { Section, Whole } from './sections/section.ts'

/** Unit of a line item: currency of the filer, currency per share, shares, or a plain number. */
export type LineUnit = 'money' | 'per-share' | 'shares' | 'ratio'

/** One line of a statement: its name in the schema, and its XBRL concepts. */
export type LineItem = {
  field: string
  /** Description in the schema. */
  meaning: string
  unit: Exclude<LineUnit, 'ratio'>
  /**
   * Concepts of us-gaap and ifrs-full in order of preference. Those of one group have the same
   * meaning, so the latest filing decides among them. The next group counts only if the previous
   * one has no value for the period. `A+B` is a sum in which A is the smaller part, so that it
   * cannot contain B. `-A` is A with the opposite sign.
   */
  concepts: readonly (readonly string[])[]
  /** Concepts that may be lines of a section of the statement; by default all of `concepts`. */
  parts?: readonly string[]
  /** Concepts of only a part of the line. Their value is unsupported if no sum of the statement has it. */
  partial?: readonly string[]
  /** Concepts that count after the others, unless the filer may have minority owners. */
  withoutMinorities?: readonly string[]
}

/**
 * Fallback if no concept reports the line: field `from` minus field `less`, and minus one more if
 * known. There is none for a day on which the filer states one of the concepts `unless`.
 */
export type Difference = {
  field: string
  from: string
  less: string
  alsoLess?: string
  unless?: readonly string[]
}

/** Fields that sum to a total. `also` is added if the filer states it. */
export type Sum = { total: string; parts: readonly string[]; also: string }

/** A financial statement as a table. */
export type Statement = {
  /** `duration`: a flow between two days. `instant`: a stock at one day. */
  kind: 'duration' | 'instant'
  items: readonly LineItem[]
  /**
   * Parts of the statement that sum to a total. They decide if several concepts compete for a line.
   */
  sections?: readonly Section[]
  /** Lines that exceed their total are unsupported: one of them belongs to another total. */
  wholes?: readonly Whole[]
  /** A total that is not the sum of its parts is unsupported. */
  sums?: readonly Sum[]
  /** A period is a row if at least one of these lines has a value. */
  anchors: readonly string[]
  /**
   * Three fields of which the first, divided by the second, is the third. A figure that contradicts
   * the other two is unsupported: some filers state only continuing operations under the first.
   */
  perShare?: readonly [income: string, shares: string, earnings: string]
  differences: readonly Difference[]
}

/**
 * Creates a line in the filer's currency.
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

/** The line with other concepts for its section than its fallback concepts. */
export function withParts(item: LineItem, ...parts: readonly string[]): LineItem {
  return { ...item, parts }
}
