import type { AccessStore } from '../storage/accounts/access-store.ts'

/** Collects debits whose answers were sent, until they are stored as answered. */
export type AnsweredDebits = {
  add(debit: string): void
  /** Writes pending entries at once. */
  close(): Promise<void>
}

/** `gatherMs`: how long debits are collected before a write. `writtenMax`: debits in one write. */
export const answeredLimits = { gatherMs: 1_000, writtenMax: 500 } as const

/**
 * Opens the batching of answered debits. It stores them shortly after their answers were sent. If
 * the server stops in between, it refunds credits for an answer that may have arrived, and never
 * keeps credits for one that did not. No request waits for it.
 *
 * A failed write is reported and retried at the same interval. Otherwise the debit would be
 * refunded although it was answered.
 */
export function openAnsweredDebits(
  { store, report }: { store: Pick<AccessStore, 'answered'>; report(error: unknown): void },
  { gatherMs, writtenMax }: { gatherMs: number; writtenMax: number } = answeredLimits,
): AnsweredDebits {
  let gathered: string[] = []
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    const debits = gathered
    gathered = []
    while (debits.length > 0) {
      try {
        await store.answered(debits.slice(0, writtenMax))
      } catch (error) {
        gathered.push(...debits)
        if (!isClosed) writeSoon()
        report(error)
        return
      }
      debits.splice(0, writtenMax)
    }
  }

  const writeSoon = () => {
    timer ??= setTimeout(() => void write(), gatherMs).unref()
  }

  return {
    add(debit) {
      gathered.push(debit)
      writeSoon()
    },
    close() {
      isClosed = true
      return write()
    },
  }
}
