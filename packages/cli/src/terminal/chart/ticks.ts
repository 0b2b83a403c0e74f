/** Labelled values of a scale, lowest first, and the decimals that distinguish them. */
export type Ticks = { values: readonly number[]; decimals: number }

const none: Ticks = { values: [], decimals: 0 }
const steps = [1, 2, 2.5, 5, 10] as const

/**
 * Multiples of 1, 2, 2.5 or 5 times a power of ten within the bounds, at most the given number.
 *
 * @example ticksOver(489, 556, 5) // { values: [500, 520, 540], decimals: 0 }
 */
export function ticksOver(low: number, high: number, countMax: number): Ticks {
  const least = (high - low) / Math.max(1, countMax)
  // Closer values would need labels with a dozen decimals.
  const size = Math.max(Math.abs(low), Math.abs(high))
  if (!(high - low > size * 1e-9) || least < 1e-9 || !Number.isFinite(least)) return none
  const power = 10 ** Math.floor(Math.log10(least))
  const fitting = steps.map((step) => step * power).filter((step) => step >= least * (1 - 1e-9))
  for (const step of fitting) {
    const first = Math.ceil(low / step - 1e-9)
    const count = Math.floor(high / step + 1e-9) - first + 1
    if (count > countMax) continue
    const values = Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * step)
    return { values, decimals: decimalsOf(step) }
  }
  return none
}

const scales = [
  [1e12, 'T'],
  [1e9, 'B'],
] as const

/** @example formatTick(78_500, 0) // '78,500'; formatTick(2e13, 0) // '20T' */
export function formatTick(value: number, decimals: number): string {
  const scale = scales.find(([size]) => Math.abs(value) >= size)
  if (scale) return `${Number((value / scale[0]).toPrecision(6))}${scale[1]}`
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return (value === 0 ? 0 : value).toLocaleString('en-US', digits)
}

function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < 12; decimals += 1) {
    const scaled = step * 10 ** decimals
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return decimals
  }
  return 12
}
