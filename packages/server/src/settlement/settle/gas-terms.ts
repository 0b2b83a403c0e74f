import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import { gasOf } from '../chain/gas-limits.ts'

/** Limits of the gas price, so that no settlement is made at a loss. */
export type GasTerms = {
  /** Maximum price of an ether in US dollars. */
  etherPriceMaxUsd: bigint
  /** Maximum gas in percent of the amount. */
  shareMaxPercent: bigint
  /** Reads the maximum wei that the chain charges for the data of one payment. By default none. */
  readDataFee?(): Promise<bigint>
  /** Ceiling of gas costs per hour. By default none. */
  ceiling?: GasCeiling
}

/** The gas ceiling of an hour. */
export type GasCeiling = {
  /**
   * Counts a payment that is about to be claimed.
   *
   * @throws FiqError `GAS_CEILING_REACHED`
   */
  admit(wei: bigint): Promise<void>
  /**
   * Stores the highest cost of a transaction before it is sent. It counts until the receipt is
   * known.
   *
   * @param replaces - An earlier transaction with the same count. The higher cost of both counts.
   * @returns `false` if the ceiling does not allow it. Then it must not be sent.
   */
  reserve(transaction: Hex, wei: bigint, replaces: Hex | undefined): Promise<boolean>
  /**
   * Replaces the reserved cost by the real one. An error is reported, and the reserved cost counts.
   *
   * @param reserved - The last version of the transaction, which another version may precede.
   */
  spent(transaction: Hex, wei: bigint, reserved?: Hex): Promise<void>
  /** Records that a mined transaction of one payer did not move its payment. Reports an error. */
  failed(transaction: Hex, payer: Hex): Promise<void>
  /**
   * Payers, in lower case, of whom the maximum of payments failed within an hour. A wallet contract
   * can accept a transfer in the simulation and fail it in the transaction.
   */
  failingPayers(): Promise<ReadonlySet<string>>
}

/** A transfer signed by a key uses 75,000 gas alone, and 49,000 in a batch of a hundred payers. */
const gasUsedByKey = 50_000n
const gasUsedByTransaction = 40_000n
/** A wallet contract runs its own code: assume the whole gas limit of its transaction. */
const gasUsedByWallet = 1_000_000n
const keySignatureLength = 132

/**
 * The maximum gas of a transaction with these payments. In a batch it is never more for each
 * payment than alone, so a payment that was admitted alone can be sent in any batch.
 */
export function gasUsedMaxOf(payments: readonly Pick<SignedAuthorization, 'signature'>[]): bigint {
  return payments.reduce(
    (sum, { signature }) =>
      sum + (signature.length === keySignatureLength ? gasUsedByKey : gasUsedByWallet),
    gasUsedByTransaction,
  )
}

/**
 * The highest fee, in wei per gas, at which a transaction stays within the permitted share of the
 * amounts. The smallest amount counts for every payment.
 *
 * @param dataFee - Wei for the data of one payment.
 */
export function feeMaxFor(
  payments: readonly SignedAuthorization[],
  { etherPriceMaxUsd, shareMaxPercent }: GasTerms,
  dataFee = 0n,
): bigint {
  const amounts = payments.map(({ authorization }) => authorization.value)
  const least = amounts.reduce((low, each) => (each < low ? each : low))
  const count = BigInt(payments.length)
  const wei = (least * count * shareMaxPercent * 10n ** 12n) / (100n * etherPriceMaxUsd)
  const left = wei - dataFee * count
  return left > 0n ? left / gasUsedMaxOf(payments) : 0n
}

/**
 * Waiting ends this many seconds before the authorization expires, because it must still settle.
 */
const settleSeconds = 6n

export type FeePorts = {
  /** The current fee, wei per gas. `isFresh` forces a new reading. */
  readFee(isFresh: boolean): Promise<bigint>
  pause(): Promise<void>
  nowMs(): number
}

/**
 * Waits until the fee allows the settlement, at most until the authorization is about to expire.
 * Then counts the payment against the ceiling of the hour.
 *
 * @throws FiqError `SETTLEMENT_TOO_EXPENSIVE` after that time, `GAS_CEILING_REACHED`.
 */
export async function waitForFee(
  payment: SignedAuthorization,
  terms: GasTerms,
  { readFee, pause, nowMs }: FeePorts,
): Promise<void> {
  const { value, validBefore } = payment.authorization
  const dataFee = (await terms.readDataFee?.()) ?? 0n
  const feeMax = feeMaxFor([payment], terms, dataFee)
  let fee = await readFee(false)
  for (; fee > feeMax; fee = await readFee(true)) {
    if (BigInt(Math.floor(nowMs() / 1_000)) + settleSeconds >= validBefore)
      throw new FiqError(
        'SETTLEMENT_TOO_EXPENSIVE',
        `Gas at ${fee} wei costs too large a share of ${formatUsdc(value)} USDC; the payment was not claimed and no money moved.`,
        {
          facts: [
            `Current fee: ${fee} wei per gas`,
            `Highest fee for this amount: ${feeMax} wei per gas`,
            `Data fee of the chain: ${dataFee} wei`,
          ],
        },
      )
    await pause()
  }
  // No transaction offers more than twice the current fee.
  const offer = 2n * fee < feeMax ? 2n * fee : feeMax
  await terms.ceiling?.admit(BigInt(gasOf([{ signed: payment }])) * offer + dataFee)
}
