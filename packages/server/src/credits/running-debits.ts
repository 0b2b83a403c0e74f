import type { Credits, Debit } from './credits.ts'

/**
 * Adds the debits whose operations run in this process: those that are neither answered nor
 * refunded yet.
 */
export function withRunningDebits(credits: Credits): {
  credits: Credits
  running: ReadonlySet<string>
} {
  const running = new Set<string>()
  const begun = <taken extends Debit | 'known'>(taken: taken): taken => {
    if (taken !== 'known') running.add(taken.id)
    return taken
  }
  // A failed write ends an operation too: its caller gets an error, and its debit is refunded.
  const end = async (debit: Debit, write: Promise<void>) => {
    try {
      await write
    } finally {
      running.delete(debit.id)
    }
  }
  return {
    running,
    credits: {
      ...credits,
      take: async (...debit) => begun(await credits.take(...debit)),
      takeOnce: async (...debit) => begun(await credits.takeOnce(...debit)),
      storeOnce: (debit, ...answer) => end(debit, credits.storeOnce(debit, ...answer)),
      refund: (debit, refunded) => end(debit, credits.refund(debit, refunded)),
      answered(debit) {
        running.delete(debit.id)
        credits.answered(debit)
      },
    },
  }
}
