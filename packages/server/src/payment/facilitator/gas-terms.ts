import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'

/** What gas may cost, so that no settlement is made at a loss. */
export type GasTerms = {
  /** US dollars that an ether costs at most. */
  etherPriceMaxUsd: bigint
  /** Share of the amount that gas may cost. */
  shareMaxPercent: bigint
}

/**
 * The highest fee, in wei per gas, at which the gas of a transaction stays within the share of the
 * amounts that it moves. The smallest amount counts for each of them.
 *
 * @param amounts - atomic units of USDC.
 */
export function feeMaxFor(
  amounts: readonly bigint[],
  gas: number,
  { etherPriceMaxUsd, shareMaxPercent }: GasTerms,
): bigint {
  const least = amounts.reduce((low, each) => (each < low ? each : low))
  const usdAtomic = least * BigInt(amounts.length)
  return (usdAtomic * shareMaxPercent * 10n ** 12n) / (100n * etherPriceMaxUsd * BigInt(gas))
}

/** Seconds before the end of an authorization at which waiting ends: it must still settle. */
const settleSeconds = 6n

export type FeePorts = {
  /** The current fee, wei per gas, read anew when `isFresh`. */
  readFee(isFresh: boolean): Promise<bigint>
  pause(): Promise<void>
  nowMs(): number
}

/**
 * Waits until the fee allows the settlement, within the time of the authorization.
 *
 * @throws FiqError `SETTLEMENT_TOO_EXPENSIVE` when that time ends first.
 */
export async function waitForFee(
  { value, validBefore }: { value: bigint; validBefore: bigint },
  feeMax: bigint,
  { readFee, pause, nowMs }: FeePorts,
): Promise<void> {
  for (let fee = await readFee(false); fee > feeMax; fee = await readFee(true)) {
    if (BigInt(Math.floor(nowMs() / 1_000)) + settleSeconds >= validBefore)
      throw new FiqError(
        'SETTLEMENT_TOO_EXPENSIVE',
        `Gas at ${fee} wei costs too large a share of ${formatUsdc(value)} USDC; nothing was claimed and nothing moved.`,
        {
          facts: [
            `Fee now: ${fee} wei per gas`,
            `Highest fee for this amount: ${feeMax} wei per gas`,
          ],
        },
      )
    await pause()
  }
}
