import type { Database, Row } from '../database/database.ts'
import type { CreditStore } from './credit-store.ts'
import { entryOf } from './credits-rows.ts'

export type CreditsReports = Pick<CreditStore, 'usage' | 'usageByArea' | 'usageByKey' | 'entries'>

const dayMs = 86_400_000

const usageSql = `select created_at / ${dayMs} as day, key_id, -sum(credits) as credits,
    sum(case when kind = 'debit' then 1 else 0 end) as operations
  from credit_ledger
  where organisation = ? and created_at >= ? and key_id is not null
    and kind in ('debit', 'refund')
  group by created_at / ${dayMs}, key_id order by day desc, key_id`
const usageByAreaSql = `select l.created_at / ${dayMs} as day,
    coalesce(a.area, l.area, '') as area, -sum(coalesce(a.credits, l.credits)) as credits,
    sum(case when l.kind = 'debit' then coalesce(a.queries, 1) else 0 end) as operations
  from credit_ledger l left join credit_areas a on a.entry = l.id
  where l.organisation = ? and l.created_at >= ? and l.key_id is not null
    and l.kind in ('debit', 'refund')
  group by l.created_at / ${dayMs}, coalesce(a.area, l.area, '') order by day desc, area`

const usageByKeySql = `select key_id, -sum(credits) as credits,
    sum(case when kind = 'debit' then 1 else 0 end) as operations, max(created_at) as last_at
  from credit_ledger
  where organisation = ? and created_at >= ? and key_id is not null
    and kind in ('debit', 'refund')
  group by key_id order by key_id`
const entriesSql = `select * from credit_ledger where organisation = ? and created_at >= ?
  order by created_at desc, id desc limit ?`
const boughtSql = `select * from credit_ledger
  where organisation = ? and created_at >= ? and kind = 'topup'
  order by created_at desc, id desc limit ?`

/** Spending and purchases of an organisation, from the rows of its ledger. */
export function creditsReports(database: Pick<Database, 'scan'>): CreditsReports {
  return {
    usage: async (organisation, sinceMs) =>
      (await database.scan(usageSql, organisation, sinceMs)).map((row) => ({
        day: dayOf(row),
        key: String(row['key_id']),
        operations: Number(row['operations']),
        credits: Number(row['credits']),
      })),
    usageByArea: async (organisation, sinceMs) =>
      (await database.scan(usageByAreaSql, organisation, sinceMs)).map((row) => ({
        day: dayOf(row),
        area: String(row['area']),
        operations: Number(row['operations']),
        credits: Number(row['credits']),
      })),
    usageByKey: async (organisation, sinceMs) =>
      (await database.scan(usageByKeySql, organisation, sinceMs)).map((row) => ({
        key: String(row['key_id']),
        operations: Number(row['operations']),
        credits: Number(row['credits']),
        lastAt: Number(row['last_at']),
      })),
    entries: async (organisation, { sinceMs, limit, isBought = false }) => {
      const sql = isBought ? boughtSql : entriesSql
      return (await database.scan(sql, organisation, sinceMs, limit)).map(entryOf)
    },
  }
}

/** UTC, `2026-11-21`. */
function dayOf({ day }: Row): string {
  return new Date(Number(day) * dayMs).toISOString().slice(0, 10)
}
