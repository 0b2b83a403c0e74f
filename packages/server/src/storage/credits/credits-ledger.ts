import { defined } from '@fiq/shared/defined'
import type { Database, Row, Statement } from '../database/database.ts'
import { addAreaStatements, readAreas } from './credit-areas.ts'
import type { CreditStore } from './credit-store.ts'
import { type CreditsReports, creditsReports } from './credits-reports.ts'
import { balanceOf, entryOf } from './credits-rows.ts'
import { entryColumns as columns, giftStatements, lockOrganisation } from './gift-statements.ts'
import { claimOnce, forgetOnce } from './once-answers.ts'
import type { PaymentKey } from './payment-key.ts'
import {
  closeStatement,
  type Debit,
  type Refund,
  readDebit,
  refundStatements,
} from './refund-statements.ts'

type Refunds = Pick<
  CreditStore,
  'refund' | 'answered' | 'unanswered' | 'renewUnanswered' | 'refundUnanswered'
>
type Credits = Refunds &
  Pick<CreditStore, 'take' | 'granted' | 'give' | 'balance' | 'ledger'> &
  CreditsReports
type Month = Parameters<CreditStore['balance']>[0]

/**
 * The ledger of credits. Every change is one conditional update and one row, written together. Each
 * group of statements locks the organisation's row first, so that instances take turns.
 *
 * @param freshId - Creates ids for the rows of a new month.
 */
export function creditsIn(database: Database, freshId: () => string): Credits {
  const balance: Credits['balance'] = async (of) => {
    const row = await organisationRow(of.organisation)
    if (hasBegun(row, of)) return balanceOf(row)
    await database.write(lockOrganisation(of.organisation), ...startMonth(of, freshId))
    return balanceOf(await organisationRow(of.organisation))
  }

  async function organisationRow(id: string): Promise<Row> {
    const [row] = await database.read('select * from organisations where id = ?', id)
    if (row) return row
    throw new Error(`There is no organisation ${id}.`)
  }

  return {
    balance,
    async take({ id, key, credits, bought, once, ...of }) {
      const { organisation, at } = of
      const { text = null, areas = [] } = bought ?? {}
      const area = areas.length === 1 ? areas[0]!.area : null
      const isBegun = hasBegun(await organisationRow(organisation), of)
      const claim = once ? claimOnce({ id, organisation, once, at }) : []
      const { applied, results } = await database.write(
        lockOrganisation(organisation),
        ...claim,
        ...(isBegun ? [] : startMonth(of, freshId)),
        {
          sql: debitSql,
          values: [id, -credits, credits, -credits, key, text, at, area, organisation, credits],
          mustChange: 1,
        },
        ...(area === null ? addAreaStatements(id, areas) : []),
        {
          sql: takeSql,
          values: [credits, credits, credits, credits, organisation, credits],
          mustChange: 1,
        },
      )
      const moved = results.at(-1)?.rows[0]
      if (applied && moved) return { taken: true, balance: balanceOf(moved) }
      // The claim of the key is the third statement, after the lock and the removal of the expired
      // row.
      const isKnown = once !== undefined && results[2]?.changes === 0
      return {
        taken: false,
        balance: await balance(of),
        ...defined({ isKnown: isKnown || undefined }),
      }
    },

    ...refundsIn(database, freshId),

    async granted(reference) {
      const [row] = await database.read(givenSql, reference)
      return Number(row?.['credits'] ?? 0)
    },

    give: async (gift) =>
      (await database.write(...giftStatements(gift).map((each) => ({ ...each, mustChange: 1 }))))
        .applied,

    ledger: async (organisation, limit) =>
      (await database.scan(newestSql, organisation, limit)).map(entryOf),
    ...creditsReports(database),
  }
}

/**
 * A debit is unanswered until its answer was sent. If the server stops before that, a later run
 * refunds the debit.
 */
function refundsIn(database: Database, freshId: () => string): Refunds {
  const writeRefund = async (debit: Debit, refund: Refund, ...also: Statement[]) =>
    (await database.write(...refundStatements(debit, refund, ...also))).applied

  return {
    async refund({ id, debit, credits, at }) {
      const debitRow = await readDebit(database, debit)
      const isWhole = credits === -Number(debitRow.row['credits'])
      const refund = { id, credits, back: 0, reference: debit, at }
      return writeRefund(
        debitRow,
        refund,
        ...(isWhole ? [closeStatement(debit), forgetOnce(debit)] : []),
      )
    },
    async answered(debits) {
      await database.write(...debits.map(closeStatement))
    },
    unanswered: async () =>
      (await database.scan(unansweredSql)).map(({ id, unanswered }) => ({
        id: String(id),
        beats: Number(unanswered),
      })),
    async renewUnanswered(debits) {
      await database.write(...debits.map((debit) => ({ sql: renewSql, values: [debit] })))
    },
    async refundUnanswered(debits, at) {
      const named = new Map(debits.map(({ id, beats }) => [id, beats]))
      let refunded = 0
      for (const taken of await database.scan(unansweredSql)) {
        const debit = String(taken['id'])
        const beats = named.get(debit)
        if (beats === undefined) continue
        const back = Number(taken['back'])
        const credits = -Number(taken['credits']) - back
        const rest: Refund = { id: freshId(), credits, back, reference: `${debit}:unanswered`, at }
        // Of several instances, the one that closes the debit refunds it.
        const close = { sql: closeLostSql, values: [debit, beats], mustChange: 1 }
        const areas = await readAreas(database, taken)
        if (await writeRefund({ row: taken, areas }, rest, close, forgetOnce(debit))) refunded += 1
      }
      return refunded
    },
  }
}

const expirySql = `insert into credit_ledger (${columns})
  select cast(? as text), id, 'expiry', -allotment, -allotment, null, null, cast(? as text),
    cast(? as bigint)
  from organisations where id = ? and allotment_month < ? and allotment > 0`
const allotmentSql = `insert into credit_ledger (${columns})
  select cast(? as text), id, 'allotment', cast(? as bigint), cast(? as bigint), null, null,
    cast(? as text), cast(? as bigint)
  from organisations where id = ? and allotment_month < ? and cast(? as bigint) > 0`
const startSql = `update organisations set allotment = ?, allotment_month = ?
  where id = ? and allotment_month < ?`

/** Splits the debit into allotment and prepaid before the update, on the same locked row. */
const debitSql = `insert into credit_ledger (${columns}, unanswered, area)
  select cast(? as text), id, 'debit', cast(? as bigint),
    case when allotment >= cast(? as bigint) then cast(? as bigint) else -allotment end,
    cast(? as text), null, cast(? as text), cast(? as bigint), 1, cast(? as text)
  from organisations where id = ? and prepaid + allotment >= cast(? as bigint)`
/** Takes the allotment first, then prepaid credits. The right-hand sides use the old values. */
const takeSql = `update organisations set
    prepaid = prepaid - case when allotment >= cast(? as bigint) then 0
      else cast(? as bigint) - allotment end,
    allotment = case when allotment >= cast(? as bigint) then allotment - cast(? as bigint)
      else 0 end
  where id = ? and prepaid + allotment >= cast(? as bigint) returning prepaid, allotment`

/** `back`: credits already refunded for failed fields. */
const unansweredSql = `select d.*, coalesce(r.credits, 0) as back
  from credit_ledger d left join credit_ledger r on r.reference = d.id
  where d.unanswered is not null order by d.created_at, d.id`
const renewSql = `update credit_ledger set unanswered = unanswered + 1
  where id = ? and unanswered is not null`
const closeLostSql = 'update credit_ledger set unanswered = null where id = ? and unanswered = ?'
const givenSql = 'select credits from credit_ledger where reference = ?'
const newestSql = `select * from credit_ledger where organisation = ?
  order by created_at desc, id desc limit ?`
const spentBySql = (stepMs: number) => `select created_at / ${stepMs} as step,
    -sum(credits) as credits, sum(case when kind = 'debit' then 1 else 0 end) as queries
  from credit_ledger where created_at >= ? and key_id is not null and kind in ('debit', 'refund')
  group by created_at / ${stepMs}`
const giftsSql = `select kind, credits, created_at from credit_ledger
  where reference in (?, ?) order by created_at`

/** Queries paid by credits since `fromMs`, minus refunds, by steps as in `settledBySteps`. */
export async function creditsBySteps(
  database: Pick<Database, 'scan'>,
  { stepMs, fromMs }: { stepMs: number; fromMs: number },
): Promise<readonly { step: number; queries: number; credits: number }[]> {
  return (await database.scan(spentBySql(stepMs), fromMs)).map((row) => ({
    step: Number(row['step']),
    queries: Number(row['queries']),
    credits: Number(row['credits']),
  }))
}

/** Credits granted for a payment. */
export type PaymentGift = { kind: string; credits: number; createdAt: number }

/** Credits granted for a payment: a claim, a top-up, or refunds for failed fields of its answer. */
export async function giftsFor(
  database: Pick<Database, 'read'>,
  { payer, nonce }: PaymentKey,
): Promise<readonly PaymentGift[]> {
  const rows = await database.read(giftsSql, `${payer}:${nonce}`, `${payer}:${nonce}:failed`)
  return rows.map(({ kind, credits, created_at }) => ({
    kind: String(kind),
    credits: Number(credits),
    createdAt: Number(created_at),
  }))
}

/**
 * Whether the allotment of this month or of a later one has begun. So an instance whose clock is
 * behind starts no earlier month. Months sort as text; a new organisation has the empty text.
 */
function hasBegun(row: Row, { month }: Month): boolean {
  return String(row['allotment_month']) >= month
}

/** Ends the previous month: the rest of its allotment expires and the new allotment begins. */
function startMonth(of: Month, freshId: () => string): readonly Statement[] {
  const { organisation, month, monthlyCredits, at } = of
  const where = [organisation, month]
  const gift = [freshId(), monthlyCredits, monthlyCredits, month, at, ...where, monthlyCredits]
  return [
    { sql: expirySql, values: [freshId(), month, at, ...where] },
    { sql: allotmentSql, values: gift },
    { sql: startSql, values: [monthlyCredits, month, ...where] },
  ]
}
