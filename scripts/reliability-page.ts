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

Written by \`${command}\` in ${minutes} minutes. Every \`npm run e2e\` has a short form of the same runs (\`e2e/faults/\`) with a new seed, which a failing test prints.

How the runs work:

- The server is the built program in a separate process, with its SQLite record and the embedded chain on disk. Three instances share one PostgreSQL and one chain, and each copy of a payment goes to another of them.
- Payers are real HTTP clients. In most runs the generator of the executor's fuzz draws their requests. They sign, send, and send the same bytes again if they get no answer. Of the payers without an answer, one in ten never returns.
- Every second data folder has \`--settlement async\`.
- Kills follow each other on the same data folder, so most of them hit a server that is still recovering. The payments of a kill are those without an answer at that moment; their states are read from the disk.

| fault | runs | payments in flight | result | violations |
| --- | --- | --- | --- | --- |
${table.join('\n')}

All kills of payments together: ${totals.purchases} payments, ${totals.abandoned} of them abandoned. The chain moved ${usdc(totals.received)} = ${usdc(totals.answered)} answered + ${usdc(totals.owed)} owed; ${totals.failed} payments ended without a transfer; ${killViolations} violations.

After the last restart of every data folder, the run compares the database with the chain's ledger file:

1. The sum of the transfers equals the sum of the answered and the owed payments, to the atomic unit.
2. No authorization was used twice, and each has one transfer.
3. Every answered payer has paid on the chain. All answers to one payment have the same bytes.
4. Every payer that returned was answered with the bytes it signed first. No payer got a new quote.
5. A payment that moved money is \`answered\` or \`owed\` in the record, never \`failed\`.
6. After the authorizations expired, one pass of the reconciler leaves no payment \`claimed\`, \`broadcast\` or \`settled\`.
7. For credits: in each run of a server, no more was charged than was answered, and the rows of the ledger add up to the balance. Debits of answers in the last second before a kill may be refunded; the operator bears this loss.
8. The tests of kills and of three instances also let the database record each change of a payment by triggers. Each is a move of the [model](payment-model.md). The runs of the table were made before this check.

Not covered: a node that invents a receipt with the right logs for a transaction that does not exist. The operator of a trusted node can report payments that never happened.

<!-- simulation -->
${simulationSection()}
<!-- /simulation -->
`
}
