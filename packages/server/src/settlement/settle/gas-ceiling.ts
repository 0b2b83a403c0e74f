import { bounds } from '@fiq/shared/bounds'
import { FiqError } from '@fiq/shared/errors'
import type { GasSpending } from '../../storage/settlement/gas-spending.ts'
import type { GasCeiling } from './gas-terms.ts'

export type GasCeilingPorts = {
  spending: Pick<GasSpending, 'since' | 'reserve' | 'spent' | 'failed' | 'failingPayers'>
  /** Maximum wei of gas per hour. */
  hourMax: bigint
  nowMs(): number
  report(error: unknown): void
}

/** Gas spent and reserved in the last hour, and its maximum. Wei. */
export type GasHour = { spent: bigint; hourMax: bigint }

const hourMs = 3_600_000
/**
 * Minimum time between reads of the database. Payments that this instance admits in between are
 * added.
 */
const storedMs = 1_000

/** Admitted payments are added up over this time: each check reads a sum and not every payment. */
const slotMs = 100

/** Payments admitted in a slot, which ends at `endMs`. */
type Admitted = { endMs: number; wei: bigint }

/**
 * The ceiling of gas costs within an hour. Instances share it in the database, and it survives a
 * restart.
 *
 * - A payment is counted before it is claimed, with the transactions of the last sixty minutes and
 *   the claimed payments that are not settled. So a payment is refused while no money can move.
 * - A transaction is sent only after its highest cost is stored, in one statement that checks the
 *   ceiling. A crash or a full disk after that loses no cost. The receipt replaces it by the real
 *   cost.
 * - The failed payments of a payer are counted with the costs of their transactions.
 */
export function createGasCeiling(
  ports: GasCeilingPorts,
): GasCeiling & { hour(): Promise<GasHour> } {
  const { spending, hourMax, nowMs, report } = ports
  let cached: { atMs: number; sums: ReturnType<GasSpending['since']> } | undefined
  let admitted: Admitted[] = []
  const read = () => {
    const now = nowMs()
    if (!cached || now - cached.atMs >= storedMs) {
      const sums = spending.since(now - hourMs)
      cached = { atMs: now, sums }
      sums.catch(() => (cached = undefined))
    }
    return cached
  }
  return {
    async admit(wei) {
      const { sums, atMs } = read()
      const { spent, open } = await sums
      // A payment admitted just before the read may have been claimed after it.
      admitted = admitted.filter((each) => each.endMs > atMs - storedMs)
      const recent = admitted.reduce((sum, each) => sum + each.wei, 0n)
      const total = spent + BigInt(open) * wei + recent + wei
      if (total > hourMax) throw reached(spent, total, hourMax)
      const endMs = Math.ceil(nowMs() / slotMs) * slotMs
      const slot = admitted.at(-1)
      if (slot?.endMs === endMs) slot.wei += wei
      else admitted.push({ endMs, wei })
    },
    reserve(transaction, wei, replaces) {
      const now = nowMs()
      const limit = { sinceMs: now - hourMs, weiMax: hourMax }
      return spending.reserve(transaction, wei, now, limit, replaces)
    },
    async spent(transaction, wei, reserved) {
      await spending.spent(transaction, wei, nowMs(), reserved).catch(report)
    },
    async failed(transaction, payer) {
      await spending.failed(transaction, payer).catch(report)
    },
    failingPayers: () => spending.failingPayers(nowMs() - hourMs, bounds.failedPaymentsMax),
    hour: async () => ({ spent: (await read().sums).spent, hourMax }),
  }
}

function reached(spent: bigint, total: bigint, hourMax: bigint): FiqError {
  return new FiqError(
    'GAS_CEILING_REACHED',
    'The gas limit of this hour is reached; the payment was not claimed and no money moved.',
    {
      facts: [
        `Spent in the last hour: ${spent} wei`,
        `With open payments and this one: ${total} wei`,
        `Limit: ${hourMax} wei`,
      ],
    },
  )
}
