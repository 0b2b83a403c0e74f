const units = ['B', 'kB', 'MB', 'GB'] as const

/** @example bytesText(4_200_000) // '4.2 MB' */
export function bytesText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const value = bytes / 1_000 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}
