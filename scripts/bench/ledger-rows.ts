import type { Row } from './benches.ts'

type Measured = { payments: number; lookupMicroseconds: number; appendMicroseconds: number }

/** Times for a small and a large ledger in one database. */
export type Growth = { store: string; small: Measured; large: Measured }

export type LedgerFigures = {
  callers: number
  appends: { alonePerSecond: number; togetherPerSecond: number; longestBlockMs: number }
  growth: readonly Growth[]
}

/** Compares a large ledger with a small one, and claims that share a disk sync. */
export function ledgerRows({ callers, appends, growth }: LedgerFigures): Row[] {
  const together = Math.round(appends.togetherPerSecond)
  const alone = Math.round(appends.alonePerSecond)
  const times = (together / alone).toFixed(1)
  return [
    ...growth.flatMap(({ store, small, large }) => {
      const row = (what: string, of: (ledger: Measured) => number): Row => ({
        figure: `${store}: ${what} among ${large.payments}`,
        ours: `${of(large).toFixed(1)} us: ${(of(large) / of(small)).toFixed(2)} times`,
        peer: `${of(small).toFixed(1)} us among ${small.payments}`,
        goal: 'at most 1.3 times',
      })
      return [
        row('look-up', ({ lookupMicroseconds }) => lookupMicroseconds),
        row('append', ({ appendMicroseconds }) => appendMicroseconds),
      ]
    }),
    {
      figure: `SQLite: durable claims of ${callers} callers at once`,
      ours: `${together}/s: ${times} times one caller; event loop held ${appends.longestBlockMs.toFixed(1)} ms at most`,
      peer: `one caller ${alone}/s`,
    },
  ]
}
