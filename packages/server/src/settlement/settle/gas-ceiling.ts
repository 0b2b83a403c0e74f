import { FiqError } from '@fiq/shared/errors'
import type { GasSpending } from '../../storage/settlement/gas-spending.ts'
import type { GasCeiling } from './gas-terms.ts'

export type GasCeilingPorts = {
  spending: Pick<GasSpending, 'since' | 'spent'>
  /** Maximum wei of gas per hour. */
  hourMax: bigint
  nowMs(): number
  report(error: unknown): void
}

/** Gas spent in the last hour, and its maximum. Wei. */
export type GasHour = { spent: bigint; hourMax: bigint }

const hourMs = 3_600_000
/**
 * Minimum time between reads of the database. Payments that this instance admits in between are
 * added.
 */
const keptMs = 1_000

type Admitted = { atMs: number; wei: bigint }

/**
 * The ceiling of gas costs within an hour. A payment is counted before it is claimed. The sum
 * includes the transactions of the last sixty minutes and the claimed payments that are not
 * settled. It is read from the database that instances share, so it survives a restart and covers
 * all instances.
 *
 * Claimed payments are settled even above the ceiling.
 */
export function createGasCeiling(
  ports: GasCeilingPorts,
): GasCeiling & { hour(): Promise<GasHour> } {
  const { spending, hourMax, nowMs, report } = ports
  let known: { atMs: number; sums: ReturnType<GasSpending['since']> } | undefined
  let admitted: Admitted[] = []
  const read = () => {
    const now = nowMs()
    if (!known || now - known.atMs >= keptMs) {
      const sums = spending.since(now - hourMs)
      known = { atMs: now, sums }
      sums.catch(() => (known = undefined))
    }
    return known
  }
  return {
    async admit(wei) {
      const { sums, atMs } = read()
      const { spent, open } = await sums
      // A payment admitted just before the read may have been claimed after it.
      admitted = admitted.filter((each) => each.atMs > atMs - keptMs)
      const recent = admitted.reduce((sum, each) => sum + each.wei, 0n)
      const total = spent + BigInt(open) * wei + recent + wei
      if (total > hourMax) throw reached(spent, total, hourMax)
      admitted.push({ atMs: nowMs(), wei })
    },
    async spent(transaction, wei) {
      await spending.spent(transaction, wei, nowMs()).catch(report)
    },
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
