/**
 * The kinds of failure. A closed list: the client maps each kind to an exit code, in a
 * `Record<ErrorKind, …>` that does not compile with one missing.
 */
export const errorKinds = [
  'internal',
  'usage',
  'configuration',
  'wallet',
  'network',
  'server',
  'policy',
  'declined',
  'funds',
  'rejected',
  'outcome-unknown',
  'rate-limited',
  'tier-denied',
  'partial',
  'output',
  'budget-busy',
  'cancelled',
] as const
export type ErrorKind = (typeof errorKinds)[number]

/**
 * Where the payer's money is when an error is reported. Scripts branch on this.
 *
 * - `untouched`: nothing was signed, or the signed authorization is proven void.
 * - `at-risk`: a signed authorization left the client and may settle until its `validBefore`.
 * - `spent`: the payment settled, and the answer was delivered or is stored.
 * - `owed`: the payment settled, and the answer is still due: the same payment fetches it, free.
 */
export type Funds = 'untouched' | 'at-risk' | 'spent' | 'owed'
