import { defined } from '@fiq/shared/defined'
import { createBudget } from '../budget/budget.ts'
import type { Caps } from '../budget/limits.ts'
import { defaultLimits } from '../budget/limits.ts'
import { createJournal, type Worker } from '../journal/journal.ts'
import { openDatabase } from '../journal/open-database.ts'
import { scratchFolder, testClock } from './test-payer.ts'

/** Journal and budget in a scratch folder, as seen by several processes. */
export function journalScene(start = 1_800_000_000_000) {
  const folder = scratchFolder()
  const clock = testClock(start)
  /** When the machine started, by its clock. */
  let startedAt = start - 5_000_000
  const dead = new Set<number>()
  const opened: { close(): void }[] = []
  /** Journal and budget as seen by one process. */
  const process = (pid: number, caps: Partial<Caps> = {}, session = 's1', client?: string) => {
    const database = openDatabase(folder.path, { busyTimeoutMs: 50 })
    opened.push(database)
    const worker: Worker = {
      pid,
      token: `token-${pid}`,
      uptime: () => clock.now() - startedAt,
      isAlive: (other) => !dead.has(other),
    }
    const all: Caps = { ...defaultLimits, ...caps }
    return {
      database,
      journal: createJournal(database, worker, clock.now),
      budget: createBudget(database, {
        worker,
        now: clock.now,
        session,
        caps: all,
        ...defined({ client }),
      }),
    }
  }
  return {
    folder: folder.path,
    clock,
    process,
    kill: (pid: number) => void dead.add(pid),
    /** Sets the clock forward. The machine has not run meanwhile. */
    setForward(ms: number) {
      clock.advance(ms)
      startedAt += ms
    },
    restart() {
      startedAt = clock.now()
    },
    [Symbol.dispose]() {
      for (const database of opened) database.close()
      folder[Symbol.dispose]()
    },
  }
}
