import { type ErrorCode, FiqError } from '@fiq/shared/errors'
import type { ApprovalTerminal } from '../../terminal/approval-terminal.ts'
import type { Database } from '../journal/open-database.ts'

/** Tolerance: two processes may read the clock one after the other. */
const slackMs = 60_000

/** Refusals that end with time. */
const byTime: readonly ErrorCode[] = ['OVER_BUDGET', 'PAYMENTS_PAUSED']

/** What a reset of the journal's clock changed. Times are Unix milliseconds. */
export type ClockReset = {
  /** The latest time in the journal before the reset, Unix milliseconds. */
  latest: number
  now: number
  /** Number of payments moved to the present. They count as spent from now on. */
  moved: number
}

/**
 * Adds the clock's fault to a refusal by the budget. A clock that once ran ahead leaves payments in
 * the future, whose windows and pauses would end only after that time.
 */
export function namingClock<result>(database: Database, now: number, body: () => result): result {
  try {
    return body()
  } catch (error) {
    const latest = latestIn(database)
    if (!(error instanceof FiqError) || !byTime.includes(error.code) || latest <= now + slackMs)
      throw error
    throw new FiqError(error.code, error.message, {
      facts: [...error.facts, ...clockFacts(latest, now)],
      remedy:
        'Windows and pauses count from that moment. If the clock of this machine is correct now, run fiq budget reset-clock. It keeps the sums. Nothing was signed.',
      cause: error,
    })
  }
}

/**
 * Moves future payments, and the latest seen time, to the present. The sums stay: a moved payment
 * counts as spent from now on.
 *
 * @throws FiqError `USAGE` if nothing is in the future, or without a terminal; `DECLINED`.
 */
export async function resetClock(
  database: Database,
  { now, isSure, terminal }: { now: number; isSure: boolean; terminal: ApprovalTerminal },
): Promise<ClockReset> {
  const latest = latestIn(database)
  if (latest <= now)
    throw new FiqError('USAGE', 'The clock of the budget is not ahead of this machine.', {
      facts: clockFacts(latest, now),
      remedy: 'There is nothing to reset.',
    })
  if (!isSure) await confirm(terminal, clockFacts(latest, now))
  return database.transact(() => {
    const moved = database.run('UPDATE purchases SET at = ? WHERE at > ?', now, now)
    database.run('UPDATE credit_charges SET at = ? WHERE at > ?', now, now)
    database.run('UPDATE clock SET high_water = ?', now)
    return { latest, now, moved }
  })
}

async function confirm(terminal: ApprovalTerminal, facts: readonly string[]): Promise<void> {
  const remedy =
    'Confirm that the clock of this machine is correct: fiq budget reset-clock --force.'
  if (!terminal.interactive)
    throw new FiqError(
      'USAGE',
      'A reset of the clock needs confirmation, and there is no terminal for a prompt.',
      {
        facts,
        remedy,
      },
    )
  terminal.write(
    `${facts.join('\n')}\nPayments with a future time are moved to now. The sums stay the same.\n`,
  )
  const typed = await terminal.prompt('Is the clock of this machine correct? Type yes:  ')
  if (typed.trim().toLowerCase() !== 'yes')
    throw new FiqError('DECLINED', 'The clock of the budget was not reset.', { facts })
}

/** The latest time in the journal: of its clock, or of a payment. */
function latestIn(database: Database): number {
  const row = database.row(
    'SELECT max(coalesce((SELECT max(at) FROM purchases), 0), coalesce((SELECT max(high_water) FROM clock), 0)) AS latest',
  )
  return Number(row?.['latest'] ?? 0n)
}

function clockFacts(latest: number, now: number): readonly string[] {
  return [
    `Clock of this machine: ${new Date(now).toISOString()}`,
    `Latest moment in the journal: ${new Date(latest).toISOString()}`,
  ]
}
