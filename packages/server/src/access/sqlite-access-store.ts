import { DatabaseSync } from 'node:sqlite'
import type { Hex } from '@fiq/shared/payment/wire'
import type { AccessStore, KeyRow, Organisation } from './access-store.ts'
import { openSqliteCredits } from './sqlite-credits.ts'
import { accessTables } from './sqlite-tables.ts'

/**
 * Keys and credits on SQLite: write-ahead log, synced on every commit. Operator commands open the
 * same file beside a running server; writers wait for each other.
 *
 * @param path - A file in the data folder, or `:memory:` for a test.
 */
export function openSqliteAccessStore(path: string): AccessStore {
  const database = new DatabaseSync(path)
  database.exec('pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = full')
  database.exec(accessTables)
  return {
    ...organisationsIn(database),
    ...keysIn(database),
    ...openSqliteCredits(database),
    ...noncesIn(database),
    close: () => database.close(),
  }
}

type Columns = Readonly<Record<string, unknown>>

function organisationsIn(
  database: DatabaseSync,
): Pick<AccessStore, 'createOrganisation' | 'findOrganisation' | 'organisations' | 'changePlan'> {
  const create = database.prepare(
    `insert into organisations (id, name, plan, wallet, created_at) values (?, ?, ?, ?, ?)
     on conflict do nothing`,
  )
  const findById = database.prepare('select * from organisations where id = ?')
  const findByName = database.prepare('select * from organisations where name = ?')
  const findByWallet = database.prepare('select * from organisations where wallet = ?')
  const all = database.prepare('select * from organisations order by created_at, id')
  const change = database.prepare(
    `update organisations set plan = ?, allotment_month = '' where id = ?`,
  )
  return {
    async createOrganisation({ id, name, plan, wallet, createdAt }) {
      return create.run(id, name, plan, wallet ?? null, createdAt).changes === 1
    },
    async findOrganisation(by) {
      if ('id' in by) return organisationOf(findById.get(by.id))
      if ('name' in by) return organisationOf(findByName.get(by.name))
      return organisationOf(findByWallet.get(by.wallet))
    },
    organisations: async () =>
      all.all().map((columns) => ({
        ...organisationOf(columns)!,
        prepaid: Number(columns['prepaid']),
        allotment: Number(columns['allotment']),
      })),
    async changePlan(id, plan) {
      change.run(plan, id)
    },
  }
}

function keysIn(
  database: DatabaseSync,
): Pick<AccessStore, 'addKey' | 'keysWithPrefix' | 'keys' | 'revokeKey'> {
  const add = database.prepare(
    `insert into api_keys (id, organisation, name, prefix, hash, created_at, expires_at)
     values (?, ?, ?, ?, ?, ?, ?)`,
  )
  const withPrefix = database.prepare('select * from api_keys where prefix = ?')
  const ofAll = database.prepare('select * from api_keys order by created_at, id')
  const ofOne = database.prepare(
    'select * from api_keys where organisation = ? order by created_at, id',
  )
  const revoke = database.prepare(
    'update api_keys set revoked_at = ? where id = ? and organisation = ? and revoked_at is null',
  )
  return {
    async addKey({ id, organisation, name, prefix, hash, createdAt, expiresAt }) {
      add.run(id, organisation, name, prefix, hash, createdAt, expiresAt ?? null)
    },
    keysWithPrefix: async (prefix) => withPrefix.all(prefix).map(keyOf),
    keys: async (organisation) =>
      (organisation === undefined ? ofAll.all() : ofOne.all(organisation)).map(keyOf),
    revokeKey: async ({ id, organisation }, at) => revoke.run(at, id, organisation).changes === 1,
  }
}

function noncesIn(database: DatabaseSync): Pick<AccessStore, 'keepNonce' | 'useNonce'> {
  const keep = database.prepare('insert into sign_in_nonces (nonce, expires_at) values (?, ?)')
  const forget = database.prepare('delete from sign_in_nonces where expires_at <= ?')
  const use = database.prepare('delete from sign_in_nonces where nonce = ? and expires_at > ?')
  return {
    async keepNonce(nonce, expiresAt, now) {
      forget.run(now)
      keep.run(nonce, expiresAt)
    },
    useNonce: async (nonce, now) => use.run(nonce, now).changes === 1,
  }
}

function organisationOf(columns: Columns | undefined): Organisation | undefined {
  if (!columns) return undefined
  const { id, name, plan, wallet, created_at } = columns
  return {
    id: String(id),
    name: String(name),
    plan: String(plan),
    ...(wallet === null ? {} : { wallet: wallet as Hex }),
    createdAt: Number(created_at),
  }
}

function keyOf(columns: Columns): KeyRow {
  const { id, organisation, name, prefix, hash, created_at, expires_at, revoked_at } = columns
  return {
    id: String(id),
    organisation: String(organisation),
    name: String(name),
    prefix: String(prefix),
    hash: String(hash),
    createdAt: Number(created_at),
    ...(expires_at === null ? {} : { expiresAt: Number(expires_at) }),
    ...(revoked_at === null ? {} : { revokedAt: Number(revoked_at) }),
  }
}
