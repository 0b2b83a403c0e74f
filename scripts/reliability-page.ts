/** `violations` is undefined for kills: several hit one server, and its books are audited once. */
export type Row = {
  fault: string
  runs: number
  payments: number
  outcome: string
  violations?: number
}

/** What all kills of payments together came to. Amounts in atomic units. */
export type KillTotals = {
  purchases: number
  abandoned: number
  received: bigint
  answered: bigint
  owed: bigint
  failed: number
}

/** The page `docs/reliability.md`: what was done, what came of it, and what was compared. */
export function reliabilityPage(run: {
  command: string
  minutes: string
  rows: readonly Row[]
  totals: KillTotals
  killViolations: number
}): string {
  const { command, minutes, rows, totals, killViolations } = run
  const usdc = (amount: bigint) => `${amount} atomic units`
  const table = rows.map(
    ({ fault, runs, payments, outcome, violations }) =>
      `| ${fault} | ${runs} | ${payments} | ${outcome} | ${violations ?? ''} |`,
  )
  return `# Reliability

Written by \`${command}\` in ${minutes} minutes. A bounded form of the same runs in every \`npm run e2e\` (\`e2e/faults/\`), with a new seed each time, printed when something does not hold.

The server is the built one in a process of its own, with its SQLite record and the embedded chain on disk; three instances share a PostgreSQL of their own and one chain, and each copy of a payment goes to another of them. Payers are real HTTP clients, whose requests most runs draw with the generator of the executor's fuzz; they sign, send, and send the same bytes again when they hear nothing. Every other data folder has \`--settlement async\`. Kills come one after the other on the same data folder, so most hit a server that is still recovering from the one before; of the payers left without an answer one in ten never comes back. Payments of a kill are those without an answer when it came; their states are read from the disk.

| fault | runs | payments under way | what happened | violations |
| --- | --- | --- | --- | --- |
${table.join('\n')}

All kills of payments together: ${totals.purchases} payments, ${totals.abandoned} of them abandoned. The chain moved ${usdc(totals.received)} = ${usdc(totals.answered)} answered + ${usdc(totals.owed)} owed; ${totals.failed} payments ended without having moved anything; ${killViolations} violations.

What is compared after every data folder's last restart, with the chain's ledger read from its file:

1. The sum of the transfers equals the sum of the answered and the owed payments, to the atomic unit.
2. No authorization was used twice, and there is one transfer for each.
3. Whoever was answered has paid on chain; all answers to one payment are the same bytes.
4. Every payer that came back was answered, with the bytes signed first: nobody got a new quote.
5. What has moved is \`answered\` or \`owed\` in the record, never \`failed\`.
6. Once authorizations have expired, one pass of the reconciler leaves no payment \`claimed\`, \`broadcast\` or \`settled\`.
7. Of credits: in every life of a server no more was charged than was answered, and the rows of the ledger add up to the balance. What was answered in the second before a kill may have been given back: the doubt is the operator's.

Not covered here: a node that invents a receipt with the right logs for a transaction that does not exist. Whoever runs the node we trust can make us believe that we were paid.
`
}
