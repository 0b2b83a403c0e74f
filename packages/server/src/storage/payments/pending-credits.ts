import { defined, ifPresent } from '@fiq/shared/defined'
import type { CreditStore, Gift, Grant } from '../credits/credit-store.ts'
import { giftStatements, lockOrganisation } from '../credits/gift-statements.ts'
import { bytesOf } from '../database/column-values.ts'
import type { Database, Statement } from '../database/database.ts'

type Pending = Pick<CreditStore, 'givePending' | 'pending' | 'releasePending'>

const addSql = `insert into pending_credits
    (reference, id, organisation, kind, credits, less, payer, nonce, created_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (reference) do nothing`
const sumSql = `select coalesce(sum(credits), 0) as credits from pending_credits
  where organisation = ?`
const isLost = `p.state in ('uncollectible', 'failed')`
const endedSql = `select c.*, case when ${isLost} then 1 else 0 end as lost from pending_credits c
  join payments p on p.payer = c.payer and p.nonce = c.nonce
  where (p.state = 'answered' and p.unfinal is null) or ${isLost}
  order by c.created_at limit 100`
const dropSql = 'delete from pending_credits where reference = ?'
const dropLostSql = `delete from pending_credits where exists (select 1 from payments p
  where p.payer = pending_credits.payer and p.nonce = pending_credits.nonce and ${isLost})`

/**
 * Statements that grant the credits of a payment, or store them as pending. They change nothing if
 * they were written before.
 */
export function grantStatements(grant: Grant): readonly Statement[] {
  const { pendsFor, reference, id, organisation, kind, credits, less, at } = grant
  if (!pendsFor) return giftStatements(grant)
  const key = [bytesOf(pendsFor.payer), bytesOf(pendsFor.nonce)]
  const gift = [reference ?? null, id, organisation, kind, credits, less ?? null]
  return [lockOrganisation(organisation), { sql: addSql, values: [...gift, ...key, at] }]
}

/** Credits that are pending until the payment that buys them is final. */
export function pendingCreditsIn(database: Database): Pending {
  return {
    async givePending(gift, payment) {
      await database.write(...grantStatements({ ...gift, pendsFor: payment }))
    },
    async pending(organisation) {
      const [row] = await database.read(sumSql, organisation)
      return Number(row?.['credits'] ?? 0)
    },
    async releasePending(at) {
      let granted = 0
      let hasLost = false
      for (const row of await database.read(endedSql)) {
        if (Number(row['lost']) === 1) {
          hasLost = true
          continue
        }
        const [reference, organisation] = [String(row['reference']), String(row['organisation'])]
        const about = { reference, organisation, id: String(row['id']), at }
        const kind = row['kind'] as Gift['kind']
        const less = defined({ less: ifPresent(row['less'], String) })
        const gift = { ...about, kind, credits: Number(row['credits']), ...less }
        // Of two instances that release it, the one that deletes the row grants it.
        const [lock, ...give] = giftStatements(gift)
        const drop = { sql: dropSql, values: [reference], mustChange: 1 }
        if ((await database.write(lock, drop, ...give)).applied) granted += 1
      }
      if (hasLost) await database.write({ sql: dropLostSql, values: [] })
      return granted
    },
  }
}
