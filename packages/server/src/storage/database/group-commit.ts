import type { Statement, WriteOutcome } from './database.ts'
import { type FailedWrite, type GroupOutcome, sqliteCodes, sqliteError } from './run-group.ts'

type Caller = {
  statements: readonly Statement[]
  resolve(outcome: WriteOutcome): void
  reject(error: Error): void
}

export type GroupCommit = {
  write(statements: readonly Statement[]): Promise<WriteOutcome>
  /** Resolves when every write so far is on disk or has failed. */
  drained(): Promise<void>
}

/** Maximum number of callers in one transaction, and of callers waiting. */
export const groupLimits = { groupMax: 1024, waitingMax: 65_536 } as const

/**
 * Collects the statements of callers while the disk is busy and writes them as one group. No caller
 * waits for a group to fill: a single caller is a group of one.
 *
 * @param run - Writes a group durably; rejects if none of it was written.
 */
export function createGroupCommit(
  run: (group: readonly (readonly Statement[])[]) => Promise<readonly GroupOutcome[]>,
  { groupMax, waitingMax }: { groupMax: number; waitingMax: number } = groupLimits,
): GroupCommit {
  const waiting: Caller[] = []
  let running: Promise<void> | undefined

  const runWaiting = async () => {
    while (waiting.length > 0) {
      // Let callers resumed by the last group add statements before the next group starts.
      await new Promise((resolve) => setImmediate(resolve))
      const callers = waiting.splice(0, groupMax)
      settle(callers, await outcomesOf(run, callers))
    }
    running = undefined
  }

  return {
    write: (statements) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= waitingMax) return reject(tooMany(waitingMax))
        waiting.push({ statements, resolve, reject })
        running ??= runWaiting()
      }),
    async drained() {
      while (running) await running
    },
  }
}

/** If the group failed as a whole, each of its callers gets the error. */
async function outcomesOf(
  run: (group: readonly (readonly Statement[])[]) => Promise<readonly GroupOutcome[]>,
  callers: readonly Caller[],
): Promise<readonly GroupOutcome[]> {
  try {
    return await run(callers.map(({ statements }) => statements))
  } catch (error) {
    const { message, errcode } = error as FailedWrite
    return callers.map(() => ({ error: { message, errcode } }))
  }
}

function settle(callers: readonly Caller[], outcomes: readonly GroupOutcome[]): void {
  for (const [place, { resolve, reject }] of callers.entries()) {
    const outcome = outcomes[place]
    if (outcome && 'applied' in outcome) resolve(outcome)
    // Create an error for each caller, so that its stack is the caller's.
    else reject(outcome ? sqliteError(outcome.error) : new Error('The group gave no outcome.'))
  }
}

function tooMany(waitingMax: number): Error {
  const message = `More than ${waitingMax} writes wait for the disk.`
  return sqliteError({ message, errcode: sqliteCodes.busy })
}
