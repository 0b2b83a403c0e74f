import { windowSums } from './window-sums.ts'

/** `volume` is a number of shares, contracts or coins, never negative. */
export type VolumeBar = { close: number; volume: number }

/**
 * Average close of the last `period` bars, weighted by their volume. `null` before bar
 * `period - 1`, and where nothing was traded in the whole window.
 *
 * @example vwma([{ close: 1, volume: 1 }, { close: 4, volume: 2 }], 2) // [null, 3]
 */
export function vwma(bars: readonly VolumeBar[], period: number): (number | null)[] {
  const volumes = windowSums(
    bars.map(({ volume }) => volume),
    period,
  )
  const amounts = windowSums(
    bars.map(({ close, volume }) => close * volume),
    period,
  )
  return volumes.map((volume, index) =>
    volume === null || volume === 0 ? null : amounts[index]! / volume,
  )
}
