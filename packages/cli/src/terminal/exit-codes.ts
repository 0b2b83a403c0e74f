import type { ErrorCode, ErrorKind } from '@fiq/shared/errors'

/** One row of the table of exit codes. */
export type ExitCode = { exit: number; meaning: string }

/**
 * Process exit codes by kind of error. They are a public contract: scripts test them, and `fiq help
 * exit-codes` prints this table.
 */
export const exitCodes = {
  internal: { exit: 1, meaning: 'unexpected failure' },
  usage: { exit: 2, meaning: 'the command line or the query is not valid' },
  configuration: { exit: 3, meaning: 'a setting, a folder or the journal cannot be used' },
  wallet: { exit: 4, meaning: 'wallet or sign-in: missing, locked or refused' },
  network: { exit: 5, meaning: 'network: no payment was sent; you can run the command again' },
  server: { exit: 6, meaning: 'the server answered with an error' },
  policy: { exit: 7, meaning: 'refused by your own limits: cap, budget, payee or price changed' },
  declined: { exit: 8, meaning: 'you declined the quote' },
  funds: { exit: 9, meaning: 'insufficient funds, or credits exhausted' },
  rejected: { exit: 10, meaning: 'payment rejected, proven unsettled' },
  'outcome-unknown': {
    exit: 11,
    meaning:
      'outcome unknown: a signed payment was sent and there is no proof yet; running the same command again resumes it and signs nothing new',
  },
  'rate-limited': { exit: 12, meaning: 'rate limited' },
  'tier-denied': { exit: 13, meaning: 'the plan does not include this data' },
  partial: {
    exit: 14,
    meaning: 'partial data: the data that arrived is printed, the errors name the rest',
  },
  output: {
    exit: 15,
    meaning:
      'standard output cannot be written, or is closed (see fiq help output); the same command prints a paid answer and pays nothing new (output to /dev/null or head counts as delivered)',
  },
  'budget-busy': { exit: 75, meaning: 'another process holds the budget; try again' },
  cancelled: { exit: 130, meaning: 'interrupted (SIGINT)' },
} as const satisfies Record<ErrorKind, ExitCode>

/** Exit codes of success and of handled signals. */
export const otherExitCodes = {
  ok: { exit: 0, meaning: 'ok' },
  hungUp: { exit: 129, meaning: 'the terminal was closed (SIGHUP)' },
  terminated: { exit: 143, meaning: 'terminated (SIGTERM)' },
} as const satisfies Record<string, ExitCode>

/** Kinds of errors after which the same command line may be run again. */
export const retryableKinds: readonly ErrorKind[] = [
  'network',
  'server',
  'rate-limited',
  'budget-busy',
  'outcome-unknown',
  'cancelled',
  'output',
]

/** Codes of errors that a retry alone does not resolve. */
export const neverRetryable: readonly ErrorCode[] = ['NOT_CONFIGURED', 'UPSTREAM_CHANGED']

/** Whether the same command line may be run again after this error. */
export function isRetryable({ code, kind }: { code: ErrorCode; kind: ErrorKind }): boolean {
  return retryableKinds.includes(kind) && !neverRetryable.includes(code)
}

/** The whole table, ordered by code. */
export function exitCodeTable(): readonly ExitCode[] {
  return [...Object.values(exitCodes), ...Object.values(otherExitCodes)].sort(
    (a, b) => a.exit - b.exit,
  )
}
