/** A linear scale with round steps. */
export type Scale = {
  min: number
  max: number
  /** Round values within the range, ascending. */
  ticks: readonly number[]
  /** Share of the range from `min`, 0 to 1. */
  at(value: number): number
}

/**
 * A scale that holds all values, with at most `ticksMax` round steps.
 *
 * @example scaleOf([12, 87], 4).ticks // [20, 40, 60, 80]
 */
export function scaleOf(values: readonly number[], ticksMax: number): Scale {
  const known = values.filter(Number.isFinite)
  const low = known.length === 0 ? 0 : known.reduce((least, value) => Math.min(least, value))
  const high = known.length === 0 ? 1 : known.reduce((most, value) => Math.max(most, value))
  const size = Math.max(Math.abs(low), Math.abs(high))
  // Values equal in their first twelve digits are drawn as equal, and the smallest as zero.
  const isFlat = high - low < size * 1e-9 || size < 1e-100
  const pad = isFlat ? (size < 1e-100 ? 1 : size * 0.05) : (high - low) * 0.06
  const [min, max] = [low - (low === 0 ? 0 : pad), high + pad]
  const step = roundStep((max - min) / ticksMax)
  const first = Math.ceil(min / step)
  const count = Math.floor(max / step) - first + 1
  const ticks = Array.from({ length: Math.max(0, count) }, (_, at) => tidy((first + at) * step))
  return { min, max, ticks, at: (value) => (value - min) / (max - min) }
}

/** The smallest of 1, 2, 2.5 and 5 times a power of ten that is at least `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 2.5, 5].find((factor) => factor * power >= least) ?? 10) * power
}

/** Removes floating-point errors from a value. */
function tidy(value: number): number {
  return Number(value.toPrecision(12))
}

/** A date below the time axis, with its place from 0 (first) to 1 (last). */
export type TimeTick = { at: number; text: string }

const dayMs = 86_400_000
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * Six years, or five months or days, at most: they fit a phone. UTC.
 *
 * @param bars - Starts of bars at equal distances, ascending. Each date is that of the bar above it.
 * Without bars, the position follows the time.
 */
export function timeTicks(
  firstMs: number,
  lastMs: number,
  bars?: readonly number[],
): readonly TimeTick[] {
  const days = (lastMs - firstMs) / dayMs
  const starts =
    days > 3 * 365 ? years(firstMs, lastMs) : days > 45 ? monthStarts(firstMs, lastMs) : []
  const times = starts.length > 1 ? starts : bars ? someOf(bars) : evenly(firstMs, lastMs)
  const placeOf = (ms: number) => {
    if (!bars) return (ms - firstMs) / (lastMs - firstMs || 1)
    return (bars.findIndex((start) => start >= ms) + 0.5) / bars.length
  }
  const step = Math.ceil(times.length / 5)
  const shown = days > 3 * 365 ? times : times.filter((_, at) => at % step === 0)
  return shown.map((ms, at) => ({ at: placeOf(ms), text: textOf(ms, days, at === 0) }))
}

function textOf(ms: number, days: number, isFirst: boolean): string {
  const time = new Date(ms)
  const month = months[time.getUTCMonth()]
  const year = time.getUTCFullYear()
  if (days > 3 * 365) return String(year)
  if (days > 45) return isFirst || time.getUTCMonth() === 0 ? `${month} ${year}` : `${month}`
  if (days > 2) return `${time.getUTCDate()} ${month}`
  return time.toISOString().slice(11, 16)
}

/** Years between two marks: round years are easier to read. */
const yearSteps = [1, 2, 5, 10, 20, 25, 50, 100]

function years(firstMs: number, lastMs: number): readonly number[] {
  const [first, last] = [new Date(firstMs).getUTCFullYear(), new Date(lastMs).getUTCFullYear()]
  const all = Array.from({ length: last - first }, (_, at) => first + 1 + at)
  const shown = yearSteps.map((step) => all.filter((year) => year % step === 0))
  return (shown.find(({ length }) => length <= 6) ?? []).map((year) => Date.UTC(year, 0, 1))
}

function monthStarts(firstMs: number, lastMs: number): readonly number[] {
  const first = new Date(firstMs)
  const starts: number[] = []
  for (let at = 1; at <= 40; at += 1) {
    const ms = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + at, 1)
    if (ms > lastMs) break
    starts.push(ms)
  }
  return starts
}

/** Marks of a time axis that has no months or years. */
const marks = 5

/** At most {@link marks} of the values, at equal distances. */
function someOf(values: readonly number[]): readonly number[] {
  const step = Math.ceil(values.length / marks)
  const first = Math.floor(((values.length - 1) % step) / 2)
  return values.filter((_, at) => at % step === first)
}

function evenly(firstMs: number, lastMs: number): readonly number[] {
  if (lastMs <= firstMs) return [firstMs]
  const step = (lastMs - firstMs) / marks
  return Array.from({ length: marks }, (_, at) => firstMs + step * (at + 0.5))
}
