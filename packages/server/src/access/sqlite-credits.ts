import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { AccessStore, Balance, EntryKind, LedgerEntry } from './access-store.ts'

type Credits = Pick<AccessStore, 'take' | 'refund' | 'give' | 'balance' | 'ledger' | 'usage'>

/** The ledger of credits: every movement is one update and one row, in one transaction. */
export function openSqliteCredits(database: DatabaseSync): Credits {
  const statements = prepare(database)
  const startMonth = monthStarter(statements)
  const atomically = transactionOn(database)
  return {
    async take({ id, organisation, key, credits, note, at, ...month }) {
      return atomically(() => {
        const before = startMonth({ organisation, at, ...month })
        const moved = statements.take.get(credits, credits, credits, credits, organisation, credits)
        if (!moved) return { taken: false, balance: before }
        const balance = balanceOf(moved)
        const allotment = balance.allotment - before.allotment
        const entry = [id, organisation, 'debit', -credits, allotment, key, null] as const
        const { changes } = statements.enter.run(...entry, note ?? null, at)
        if (changes !== 1) throw new Error(`There is an entry ${id} already.`)
        return { taken: true, balance }
      })
    },

    async refund({ id, debit, credits, at }) {
      return atomically(() => {
        const taken = statements.debit.get(debit)
        if (!taken) throw new Error(`There is no debit ${debit}.`)
        const fromPrepaid = Number(taken['allotment']) - Number(taken['credits'])
        // An allotment that has expired since is paid back as prepaid credits: they were used up
        // by our failure, not by the month.
        const sameMonth = taken['allotment_month'] === monthOf(Number(taken['created_at']))
        const allotment = sameMonth ? Math.max(0, credits - fromPrepaid) : 0
        const organisation = String(taken['organisation'])
        const entry = [id, organisation, 'refund', credits, allotment] as const
        const about = [String(taken['key_id']), debit, taken['note'] as string | null] as const
        const { changes } = statements.enter.run(...entry, ...about, at)
        if (changes === 1) statements.add.run(credits - allotment, allotment, organisation)
        return changes === 1
      })
    },

    async give({ id, organisation, kind, credits, reference, note, at }) {
      return atomically(() => {
        const entry = [id, organisation, kind, credits, 0, null] as const
        const { changes } = statements.enter.run(...entry, reference ?? null, note ?? null, at)
        if (changes === 1) statements.add.run(credits, 0, organisation)
        return changes === 1
      })
    },

    balance: async (of) => atomically(() => startMonth(of)),
    ledger: async (organisation, limit) => statements.newest.all(organisation, limit).map(entryOf),
    usage: async (organisation, sinceMs) =>
      statements.usage.all(organisation, sinceMs).map((columns) => ({
        day: new Date(Number(columns['day']) * dayMs).toISOString().slice(0, 10),
        key: String(columns['key_id']),
        operations: Number(columns['operations']),
        credits: Number(columns['credits']),
      })),
  }
}

const dayMs = 86_400_000

/** UTC, `2026-11`. */
export function monthOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 7)
}

function prepare(database: DatabaseSync) {
  return {
    /** Allotment first, prepaid for the rest; the right-hand sides see the old values. */
    take: database.prepare(
      `update organisations set
         prepaid = prepaid - case when allotment >= ? then 0 else ? - allotment end,
         allotment = case when allotment >= ? then allotment - ? else 0 end
       where id = ? and prepaid + allotment >= ?
       returning prepaid, allotment`,
    ),
    add: database.prepare(
      `update organisations set prepaid = prepaid + ?, allotment = allotment + ? where id = ?`,
    ),
    read: database.prepare(
      'select prepaid, allotment, allotment_month from organisations where id = ?',
    ),
    start: database.prepare(
      'update organisations set allotment = ?, allotment_month = ? where id = ?',
    ),
    enter: database.prepare(
      `insert into credit_ledger
         (id, organisation, kind, credits, allotment, key_id, reference, note, created_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    ),
    debit: database.prepare(
      `select l.*, o.allotment_month from credit_ledger l
       join organisations o on o.id = l.organisation where l.id = ? and l.kind = 'debit'`,
    ),
    newest: database.prepare(
      `select * from credit_ledger where organisation = ? order by created_at desc, id desc limit ?`,
    ),
    usage: database.prepare(
      `select created_at / ${dayMs} as day, key_id, -sum(credits) as credits,
         sum(case when kind = 'debit' then 1 else 0 end) as operations
       from credit_ledger
       where organisation = ? and created_at >= ? and kind in ('debit', 'refund')
       group by created_at / ${dayMs}, key_id order by day desc, key_id`,
    ),
  }
}

/** Ends the month before: what is left of its allotment expires, the new one begins. */
function monthStarter({ read, start, enter }: ReturnType<typeof prepare>) {
  return (of: Parameters<AccessStore['balance']>[0]): Balance => {
    const { organisation, month, monthlyCredits, at } = of
    const columns = read.get(organisation)
    if (!columns) throw new Error(`There is no organisation ${organisation}.`)
    const { prepaid, allotment } = balanceOf(columns)
    if (columns['allotment_month'] === month) return { prepaid, allotment }
    start.run(monthlyCredits, month, organisation)
    const record = (kind: EntryKind, credits: number) => {
      const entry = [randomUUID(), organisation, kind, credits, credits] as const
      enter.run(...entry, null, null, month, at)
    }
    if (allotment > 0) record('expiry', -allotment)
    if (monthlyCredits > 0) record('allotment', monthlyCredits)
    return { prepaid, allotment: monthlyCredits }
  }
}

/** `immediate`: a transaction that reads first must not find the balance changed when it writes. */
function transactionOn(database: DatabaseSync) {
  return <result>(run: () => result): result => {
    database.exec('begin immediate')
    try {
      const result = run()
      database.exec('commit')
      return result
    } catch (error) {
      database.exec('rollback')
      throw error
    }
  }
}

function balanceOf(columns: Readonly<Record<string, unknown>>): Balance {
  return { prepaid: Number(columns['prepaid']), allotment: Number(columns['allotment']) }
}

function entryOf(columns: Readonly<Record<string, unknown>>): LedgerEntry {
  const { id, organisation, kind, credits, allotment, key_id, reference, note, created_at } =
    columns
  return {
    id: String(id),
    organisation: String(organisation),
    kind: kind as EntryKind,
    credits: Number(credits),
    allotment: Number(allotment),
    ...(key_id === null ? {} : { key: String(key_id) }),
    ...(reference === null ? {} : { reference: String(reference) }),
    ...(note === null ? {} : { note: String(note) }),
    createdAt: Number(created_at),
  }
}
