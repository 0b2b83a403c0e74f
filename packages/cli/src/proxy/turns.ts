import { FiqError } from '@fiq/shared/errors'

/** Maximum concurrent calls of one client, including those that wait for the user. */
export const clientTurnsMax = 128

/** Counts the running requests of each client, so that one client cannot take all places. */
export function createTurns(most = clientTurnsMax) {
  const inUse = new Map<string, number>()
  return {
    /** @throws FiqError `RATE_LIMITED` */
    async during<answer>(client: string, work: () => Promise<answer>): Promise<answer> {
      const others = inUse.get(client) ?? 0
      if (others >= most)
        throw new FiqError(
          'RATE_LIMITED',
          `${most} calls of "${client}" are already in progress.`,
          { remedy: 'Send fewer requests at the same time.' },
        )
      inUse.set(client, others + 1)
      try {
        return await work()
      } finally {
        const left = inUse.get(client)! - 1
        if (left > 0) inUse.set(client, left)
        else inUse.delete(client)
      }
    },
  }
}
