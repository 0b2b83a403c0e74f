import { randomUUID } from 'node:crypto'
import { defined, ifPresent } from '@fiq/shared/defined'
import type { Hex } from '@fiq/shared/payment/wire'
import { creditsIn } from '../credits/credits-ledger.ts'
import { lockOrganisation } from '../credits/gift-statements.ts'
import { onceAnswersIn } from '../credits/once-answers.ts'
import { type Database, type Row, skipLocked } from '../database/database.ts'
import { pendingCreditsIn } from '../payments/pending-credits.ts'
import type { AccessStore, KeyRow, Organisation } from './access-store.ts'

/**
 * Organisations, keys, credits and sign-in nonces over a database, embedded or shared. `close`
 * closes the database too.
 */
export function openAccessStore(database: Database): AccessStore {
  return {
    ...organisationsIn(database),
    ...keysIn(database),
    ...creditsIn(database, randomUUID),
    ...onceAnswersIn(database),
    ...pendingCreditsIn(database),
    ...noncesIn(database),
    ...codesIn(database),
    ...sessionsIn(database),
    close: () => database.close(),
  }
}

const findOrganisationSql = {
  id: 'select * from organisations where id = ?',
  name: 'select * from organisations where name = ?',
  wallet: 'select * from organisations where wallet = ?',
  subject: 'select * from organisations where subject = ?',
}

function organisationsIn(
  database: Database,
): Pick<AccessStore, 'createOrganisation' | 'findOrganisation' | 'organisations' | 'changePlan'> {
  return {
    async createOrganisation({ id, name, plan, wallet, subject, createdAt }) {
      const { results } = await database.write({
        sql: `insert into organisations (id, name, plan, wallet, subject, created_at)
          values (?, ?, ?, ?, ?, ?) on conflict do nothing`,
        values: [id, name, plan, wallet ?? null, subject ?? null, createdAt],
      })
      return results[0]?.changes === 1
    },
    async findOrganisation(by) {
      const [[column, value] = []] = Object.entries(by)
      const sql = findOrganisationSql[column as keyof typeof findOrganisationSql]
      const [row] = await database.read(sql, value!)
      return row && organisationOf(row)
    },
    organisations: async () =>
      (await database.scan('select * from organisations order by created_at, id')).map((row) => ({
        ...organisationOf(row),
        prepaid: Number(row['prepaid']),
        allotment: Number(row['allotment']),
      })),
    async changePlan(id, plan) {
      const sql = `update organisations set plan = ?, allotment_month = '' where id = ?`
      await database.write({ sql, values: [plan, id] })
    },
  }
}

const addKeySql = `insert into api_keys
    (id, organisation, name, prefix, hash, parent, created_at, expires_at)
  select cast(? as text), cast(? as text), cast(? as text), cast(? as text), cast(? as text),
    cast(? as text), cast(? as bigint), cast(? as bigint)
  where (select count(*) from api_keys where organisation = ? and revoked_at is null
    and (expires_at is null or expires_at > cast(? as bigint))) < cast(? as bigint)`

function keysIn(
  database: Database,
): Pick<AccessStore, 'addKey' | 'keysWithPrefix' | 'keys' | 'revokeKey'> {
  return {
    async addKey(key, activeMax) {
      const { id, organisation, name, prefix, hash, parent, createdAt, expiresAt } = key
      const columns = [id, organisation, name, prefix, hash, parent ?? null]
      const times = [createdAt, expiresAt ?? null]
      const { applied } = await database.write(lockOrganisation(organisation), {
        sql: addKeySql,
        values: [...columns, ...times, organisation, createdAt, activeMax],
        mustChange: 1,
      })
      return applied
    },
    keysWithPrefix: async (prefix) =>
      (await database.read('select * from api_keys where prefix = ?', prefix)).map(keyOf),
    async keys(organisation) {
      if (organisation === undefined)
        return (await database.scan('select * from api_keys order by created_at, id')).map(keyOf)
      const sql = 'select * from api_keys where organisation = ? order by created_at, id'
      return (await database.read(sql, organisation)).map(keyOf)
    },
    async revokeKey({ id, organisation }, at) {
      const { results } = await database.write({
        sql: `update api_keys set revoked_at = ?
          where id = ? and organisation = ? and revoked_at is null`,
        values: [at, id, organisation],
      })
      return results[0]?.changes === 1
    },
  }
}

function noncesIn(database: Database): Pick<AccessStore, 'storeNonce' | 'useNonce'> {
  const forget = `delete from sign_in_nonces where nonce in (
    select nonce from sign_in_nonces where expires_at <= ? ${skipLocked})`
  const keep = 'insert into sign_in_nonces (nonce, expires_at) values (?, ?)'
  const use = 'delete from sign_in_nonces where nonce = ? and expires_at > ?'
  return {
    async storeNonce(nonce, expiresAt, now) {
      await database.write(
        { sql: forget, values: [now] },
        { sql: keep, values: [nonce, expiresAt] },
      )
    },
    async useNonce(nonce, now) {
      const { results } = await database.write({ sql: use, values: [nonce, now] })
      return results[0]?.changes === 1
    },
  }
}

function codesIn(database: Database): Pick<AccessStore, 'storeCode' | 'useCode'> {
  const forget = `delete from sign_in_codes where hash in (
    select hash from sign_in_codes where expires_at <= ? ${skipLocked})`
  const keep =
    'insert into sign_in_codes (hash, challenge, organisation, expires_at) values (?, ?, ?, ?)'
  const use = `delete from sign_in_codes where hash = ? and expires_at > ?
    returning challenge, organisation, expires_at`
  return {
    async storeCode({ hash, challenge, organisation, expiresAt }, now) {
      const values = [hash, challenge, organisation, expiresAt]
      await database.write({ sql: forget, values: [now] }, { sql: keep, values })
    },
    async useCode(hash, now) {
      const { results } = await database.write({ sql: use, values: [hash, now] })
      const row = results[0]?.rows[0]
      if (!row) return undefined
      const { challenge, organisation, expires_at } = row
      return {
        challenge: String(challenge),
        organisation: String(organisation),
        expiresAt: Number(expires_at),
      }
    },
  }
}

const openSessionSql = `insert into account_sessions (hash, organisation, created_at, used_at)
  values (?, ?, ?, ?)`
const forgetSessionsSql = `delete from account_sessions where hash in (
  select hash from account_sessions where created_at < ? ${skipLocked})`
const findSessionSql = 'select * from account_sessions where hash = ?'
const useSessionSql = 'update account_sessions set used_at = ? where hash = ? and used_at < ?'
const closeSessionSql = 'delete from account_sessions where hash = ?'

function sessionsIn(
  database: Database,
): Pick<AccessStore, 'openSession' | 'findSession' | 'useSession' | 'closeSession'> {
  return {
    async openSession({ hash, owner, createdAt, usedAt }, forgetBefore) {
      await database.write(
        { sql: forgetSessionsSql, values: [forgetBefore] },
        { sql: openSessionSql, values: [hash, owner, createdAt, usedAt] },
      )
    },
    async findSession(hash) {
      const [row] = await database.read(findSessionSql, hash)
      if (!row) return undefined
      const { organisation, created_at, used_at } = row
      return {
        owner: String(organisation),
        createdAt: Number(created_at),
        usedAt: Number(used_at),
      }
    },
    async useSession(hash, at) {
      await database.write({ sql: useSessionSql, values: [at, hash, at] })
    },
    async closeSession(hash) {
      await database.write({ sql: closeSessionSql, values: [hash] })
    },
  }
}

function organisationOf({ id, name, plan, wallet, subject, created_at }: Row): Organisation {
  return {
    id: String(id),
    name: String(name),
    plan: String(plan),
    ...defined({
      wallet: (wallet ?? undefined) as Hex | undefined,
      subject: ifPresent(subject, String),
    }),
    createdAt: Number(created_at),
  }
}

function keyOf(row: Row): KeyRow {
  const { id, organisation, name, prefix, hash, parent, created_at, expires_at, revoked_at } = row
  return {
    id: String(id),
    organisation: String(organisation),
    name: String(name),
    prefix: String(prefix),
    hash: String(hash),
    ...defined({ parent: ifPresent(parent, String) }),
    createdAt: Number(created_at),
    ...defined({
      expiresAt: ifPresent(expires_at, Number),
      revokedAt: ifPresent(revoked_at, Number),
    }),
  }
}
