import { simulationSection } from './simulation-section.ts'

/** `violations` is undefined for kills, because several hit one server, which is audited once. */
export type Row = {
  fault: string
  runs: number
  payments: number
  outcome: string
  violations?: number
}

/** Totals of all kills during payments; amounts in atomic units. */
export type KillTotals = {
  purchases: number
  abandoned: number
  received: bigint
  answered: bigint
  owed: bigint
  failed: number
}

/** The page `docs/reliability.md`: the faults, their results, and the compared properties. */
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

Written by \`${command}\` in ${minutes} minutes. \`npm run e2e\` does the same runs in a short form (\`e2e/faults/\`), each time with a new seed. A failing test prints its seed.

How the runs work:

- The server is the built program in a separate process, with its SQLite record and the embedded chain on disk. In runs with three instances, these share one PostgreSQL and one chain, and each copy of a payment goes to a different instance.
- Payers are real HTTP clients. In most runs, the generator of the executor's fuzz test draws their requests. A payer signs and sends a payment, and sends the same bytes again if it gets no answer. One in ten of the payers without an answer never returns.
- Every second data folder uses \`--settlement async\`.
- Kills follow each other on the same data folder, so most of them hit a server that is still recovering. The table counts, for each kill, the payments without an answer at that moment, with their states on the disk. A payment that is \`unknown\` was not on the disk yet. \`reserved\` and \`advanced\` are payments with \`--settlement async\`, before and after their answer.

| fault | runs | payments in flight | result | violations |
| --- | --- | --- | --- | --- |
${table.join('\n')}

All kills of payments together: ${totals.purchases} payments, ${totals.abandoned} of them abandoned. The chain moved ${usdc(totals.received)} = ${usdc(totals.answered)} answered + ${usdc(totals.owed)} owed; ${totals.failed} payments ended without a transfer; ${killViolations} violations.

After the last restart of every data folder, the run compares the database with the chain's ledger file:

1. The sum of the transfers equals the sum of the answered and the owed payments, to the atomic unit.
2. No authorization was used twice. Each used one has exactly one transfer.
3. Every answered payer has paid on the chain. All answers to one payment have the same bytes.
4. Every payer that returned got its answer for the bytes that it signed first. No payer got a new quote.
5. A payment that moved money is \`answered\` or \`owed\` in the record, never \`failed\`.
6. After the authorizations expired, one pass of the reconciler leaves no payment \`claimed\`, \`broadcast\` or \`settled\`.
7. For credits: in each run of a server, the server charged no more than it answered, and the rows of the ledger add up to the balance. The server may refund debits of answers that it sent in the last second before a kill; the operator bears this loss.
8. The tests of kills and of three instances also record each change of a payment with database triggers. Each change is a transition of the [model](payment-model.md). The runs in the table were made before this check existed.

Not covered: a node that invents a receipt, with the correct logs, for a transaction that does not exist. The operator of a trusted node can report payments that never happened.

<!-- simulation -->
${simulationSection()}
<!-- /simulation -->
`
}
