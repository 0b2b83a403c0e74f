import type { Bar } from './bar.ts'
import type { IndicatorRule, Outputs, Settings, WholeBar } from './indicator-rules.ts'

/** One bar with the outputs of an indicator, in the form of the schema's points. */
export type IndicatorPoint = { date: string } & { [output: string]: number | string }

/** The newest value of an indicator, and all its values. */
export type Indicator = {
  /** Date of the newest bar; `null` without bars. */
  date: string | null
  /** Reason why the newest value is `null`; `null` if there is a value. */
  reason: string | null
  /** Bars with a value, oldest first. */
  points: readonly IndicatorPoint[]
  /** Outputs at the newest bar; absent without bars. */
  [output: string]: unknown
}

/**
 * Computes an indicator over bars in ascending order. Skips bars without the fields it needs.
 *
 * @example indicatorOf(indicatorRules.rsi, bars, { period: 14 }).value // 53.1
 */
export function indicatorOf(
  rule: IndicatorRule,
  bars: readonly Bar[],
  settings: Settings,
): Indicator {
  const usable = bars.filter((bar) => rule.needs.every((field) => isKnown(bar[field])))
  const values = rule.values(usable.map(wholeBar), settings)
  const newest = values.at(-1) ?? null
  return {
    ...newest,
    date: usable.at(-1)?.date ?? null,
    reason: newest === null ? reasonOf(rule, bars, usable.length, settings) : null,
    points: values.flatMap((value, index) => pointOf(usable[index]!, value)),
  }
}

/**
 * Larger than any price or volume, and small enough that sums of thousands of products stay finite.
 */
export const figureMax = 1e15

/** Whether a figure is finite and within {@link figureMax}. Bars with other figures are skipped. */
export function isKnown(value: Bar[keyof Bar]): boolean {
  return typeof value === 'string' || (typeof value === 'number' && Math.abs(value) <= figureMax)
}

function wholeBar({ high, low, close, volume }: Bar): WholeBar {
  return { high: high ?? close, low: low ?? close, close, volume: volume ?? 0 }
}

function pointOf({ date }: Bar, value: Outputs | null): IndicatorPoint[] {
  return value === null ? [] : [{ ...value, date }]
}

function reasonOf(
  rule: IndicatorRule,
  bars: readonly Bar[],
  usable: number,
  settings: Settings,
): string {
  if (bars.length === 0) return 'There are no bars in the range.'
  const missing = rule.needs.filter((field) => !bars.some((bar) => isKnown(bar[field])))
  if (missing.length > 0) return `The bars have no ${missing.join(' and no ')}.`
  const needed = rule.barsMin(settings)
  if (usable < needed) return `Needs ${needed} bars, the range has ${usable}.`
  return rule.gap ?? 'The value is not defined.'
}
