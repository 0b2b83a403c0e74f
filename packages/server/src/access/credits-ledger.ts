import type { Database, Row, Statement } from '../store/database.ts'
import type { AccessStore } from './access-store.ts'
import { closeStatement } from './close-debit.ts'
import { balanceOf, entryOf, textOf } from './credits-rows.ts'
import { claimOnce, forgetOnce } from './once-answers.ts'

type Refunds = Pick<AccessStore, 'refund' | 'answered' | 'unanswered' | 'refundUnanswered'>
type Credits = Refunds &
  Pick<AccessStore, 'take' | 'given' | 'give' | 'balance' | 'ledger' | 'usage'>
type Month = Parameters<AccessStore['balance']>[0]

const dayMs = 86_400_000

/**
 * The ledger of credits. Every movement is one conditional update and one row, written together or
 * not at all. Each group of statements begins with the organisation's row, so that two instances
 * take their turns on it.
 *
 * @param freshId - ids of the rows that a new month writes.
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
    async take({ id, key, credits, note, once, ...of }) {
      const { organisation, at } = of
      const isBegun = hasBegun(await organisationRow(organisation), of)
      const claim = once ? claimOnce({ id, organisation, once, at }) : []
      const { applied, results } = await database.write(
        lockOrganisation(organisation),
        ...claim,
        ...(isBegun ? [] : startMonth(of, freshId)),
        {
          sql: debitSql,
          values: [id, -credits, credits, -credits, key, note ?? null, at, organisation, credits],
          mustChange: 1,
        },
        {
          sql: takeSql,
          values: [credits, credits, credits, credits, organisation, credits],
          mustChange: 1,
        },
      )
      const moved = results.at(-1)?.rows[0]
      if (applied && moved) return { taken: true, balance: balanceOf(moved) }
      // After the lock and the expired row comes the claim of the key.
      const isKnown = once !== undefined && results[2]?.changes === 0
      return { taken: false, balance: await balance(of), ...(isKnown ? { isKnown } : {}) }
    },

    ...refundsIn(database, freshId),

    async given(reference) {
      const [row] = await database.read(givenSql, reference)
      return Number(row?.['credits'] ?? 0)
    },

    async give({ id, organisation, kind, credits, reference, less, unless, note, at }) {
      const about = [reference ?? null, note ?? null, at, unless ?? null]
      const { applied } = await database.write(
        lockOrganisation(organisation),
        {
          sql: giveSql,
          values: [id, organisation, kind, credits, less ?? null, ...about],
          mustChange: 1,
        },
        { sql: addEntrySql, values: [id, id, organisation, id], mustChange: 1 },
      )
      return applied
    },

    ledger: async (organisation, limit) =>
      (await database.scan(newestSql, organisation, limit)).map(entryOf),
    usage: async (organisation, sinceMs) =>
      (await database.scan(usageSql, organisation, sinceMs)).map((row) => ({
        day: new Date(Number(row['day']) * dayMs).toISOString().slice(0, 10),
        key: String(row['key_id']),
        operations: Number(row['operations']),
        credits: Number(row['credits']),
      })),
  }
}

/** UTC, `2026-11`. */
export function monthOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 7)
}

/** A debit is unanswered until its answer has left: a server that dies before owes it back. */
function refundsIn(database: Database, freshId: () => string): Refunds {
  /** Gives back credits of a debit after `back` of them were given back before. */
  const giveBack = async (
    taken: Row,
    { id, credits, back, reference, at }: Refund,
    ...also: Statement[]
  ) => {
    const organisation = String(taken['organisation'])
    const fromPrepaid = Number(taken['allotment']) - Number(taken['credits'])
    const toAllotment = Math.max(0, back + credits - fromPrepaid) - Math.max(0, back - fromPrepaid)
    const month = monthOf(Number(taken['created_at']))
    const about = [String(taken['key_id']), reference, textOf(taken['note'])]
    const { applied } = await database.write(
      lockOrganisation(organisation),
      ...also,
      {
        sql: refundSql,
        values: [id, credits, month, toAllotment, ...about, at, organisation],
        mustChange: 1,
      },
      { sql: addEntrySql, values: [id, id, organisation, id], mustChange: 1 },
    )
    return applied
  }

  return {
    async refund({ id, debit, credits, at }) {
      const [taken] = await database.read(findDebitSql, debit)
      if (!taken) throw new Error(`There is no debit ${debit}.`)
      const isWhole = credits === -Number(taken['credits'])
      const refund = { id, credits, back: 0, reference: debit, at }
      return giveBack(taken, refund, ...(isWhole ? [closeStatement(debit), forgetOnce(debit)] : []))
    },
    async answered(debits) {
      await database.write(...debits.map(closeStatement))
    },
    unanswered: async () => (await database.scan(unansweredSql)).map(({ id }) => String(id)),
    async refundUnanswered(debits, at) {
      const named = new Set(debits)
      let refunded = 0
      for (const taken of await database.scan(unansweredSql)) {
        const debit = String(taken['id'])
        if (!named.has(debit)) continue
        const back = Number(taken['back'])
        const credits = -Number(taken['credits']) - back
        const rest = { id: freshId(), credits, back, reference: `${debit}:unanswered`, at }
        // Of several that try, the one that closes the debit gives it back.
        const close = { ...closeStatement(debit), mustChange: 1 }
        if (await giveBack(taken, rest, close, forgetOnce(debit))) refunded += 1
      }
      return refunded
    },
  }
}

type Refund = { id: string; credits: number; back: number; reference: string; at: number }

const columns =
  'id, organisation, kind, credits, allotment, key_id, reference, note, created_at' as const

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

/** Which part is the allotment's is decided before the update, on the same locked row. */
const debitSql = `insert into credit_ledger (${columns}, unanswered)
  select cast(? as text), id, 'debit', cast(? as bigint),
    case when allotment >= cast(? as bigint) then cast(? as bigint) else -allotment end,
    cast(? as text), null, cast(? as text), cast(? as bigint), 1
  from organisations where id = ? and prepaid + allotment >= cast(? as bigint)`
/** Allotment first, prepaid for the rest; the right-hand sides see the old values. */
const takeSql = `update organisations set
    prepaid = prepaid - case when allotment >= cast(? as bigint) then 0
      else cast(? as bigint) - allotment end,
    allotment = case when allotment >= cast(? as bigint) then allotment - cast(? as bigint)
      else 0 end
  where id = ? and prepaid + allotment >= cast(? as bigint) returning prepaid, allotment`

const findDebitSql = `select * from credit_ledger where id = ? and kind = 'debit'`
/** With what was given back already, for the fields that failed. */
const unansweredSql = `select d.*, coalesce(r.credits, 0) as back
  from credit_ledger d left join credit_ledger r on r.reference = d.id
  where d.unanswered = 1 order by d.created_at, d.id`
/** An allotment that has expired since is paid back as prepaid: we used it up, not the month. */
const refundSql = `insert into credit_ledger (${columns})
  select cast(? as text), id, 'refund', cast(? as bigint),
    case when allotment_month = ? then cast(? as bigint) else 0 end,
    cast(? as text), cast(? as text), cast(? as text), cast(? as bigint)
  from organisations where id = ? on conflict (reference) do nothing`
const givenSql = 'select credits from credit_ledger where reference = ?'
const giveSql = `insert into credit_ledger (${columns})
  select cast(? as text), cast(? as text), cast(? as text), cast(? as bigint)
      - coalesce((select credits from credit_ledger where reference = ?), 0),
    0, null, cast(? as text), cast(? as text), cast(? as bigint)
  where not exists (select 1 from credit_ledger where reference = ?)
  on conflict (reference) do nothing`
const addEntrySql = `update organisations set
    prepaid = prepaid + (select e.credits - e.allotment from credit_ledger e where e.id = ?),
    allotment = allotment + (select e.allotment from credit_ledger e where e.id = ?)
  where id = ? and exists (select 1 from credit_ledger e where e.id = ?)`

const newestSql = `select * from credit_ledger where organisation = ?
  order by created_at desc, id desc limit ?`
const usageSql = `select created_at / ${dayMs} as day, key_id, -sum(credits) as credits,
    sum(case when kind = 'debit' then 1 else 0 end) as operations
  from credit_ledger
  where organisation = ? and created_at >= ? and kind in ('debit', 'refund')
  group by created_at / ${dayMs}, key_id order by day desc, key_id`

/** Holds the organisation's row until the group is written. */
export function lockOrganisation(organisation: string): Statement {
  return {
    sql: 'update organisations set id = id where id = ?',
    values: [organisation],
    mustChange: 1,
  }
}

/** Months only go forward, whoever's clock is behind. Their names sort; of the first it is empty. */
function hasBegun(row: Row, { month }: Month): boolean {
  return String(row['allotment_month']) >= month
}

/** Ends the month before: what is left of its allotment expires, the new one begins. */
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
