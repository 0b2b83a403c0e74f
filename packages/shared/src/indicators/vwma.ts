import { windowSums } from './window-sums.ts'

/** `volume` is a number of shares, contracts or coins, never negative. */
export type VolumeBar = { close: number; volume: number }

/**
 * Volume-weighted average close of the last `period` bars. `null` before bar `period - 1`, and for
 * a window without volume.
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
