const scales = [
  [1e12, 'T'],
  [1e9, 'B'],
] as const

const decimalsMax = 3

/**
 * Creates one format for all values of a series: with the source's decimals, at most three; from a
 * billion on as billions or trillions with two decimals.
 *
 * @example formatOf([331.842, 330.1])(330.1) // '330.100'
 */
export function formatOf(values: readonly number[]): (value: number) => string {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const scale = scales.find(([size]) => largest >= size)
  if (scale) return (value) => `${grouped(value / scale[0], 2)}${scale[1]}`
  const decimals = values.reduce((most, value) => Math.max(most, decimalsIn(value)), 0)
  return (value) => grouped(value, Math.min(decimalsMax, decimals))
}

/** The number of decimals in the shortest text of the number. */
function decimalsIn(value: number): number {
  const [, decimals = ''] = String(value).split('.')
  return String(value).includes('e') ? decimalsMax : decimals.length
}

function grouped(value: number, decimals: number): string {
  return value.toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
}
