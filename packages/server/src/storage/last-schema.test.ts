import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isOpenWithoutSecret } from '../payments/proof/prove-payment.ts'
import { openAccessStore } from './accounts/open-access-store.ts'
import type { Database } from './database/database.ts'
import { schemaNumber } from './database/pending-migrations.ts'
import { readSchemaNumber } from './database/read-schema-number.ts'
import { ledgerFile, openSqliteDatabase } from './database/sqlite-database.ts'
import { createTestSchema, postgres } from './database/testing/postgres.ts'
import { openStore } from './open-store.ts'
import { createSettlements } from './payments/create-settlements.ts'
import { hex, keyOf } from './payments/testing/payments.ts'
import { createServedSettlements } from './settlement/served-settlements.ts'
import { beginTariff } from './terms/earlier-tariff.ts'

/** Schema of the last released version. */
const lastSchemaNumber = 15
const begun = 1_700_000_000_000

type Dialect = 'sqlite' | 'postgres'
/** State, transaction, answered: the payments of the last version. */
const payments = [
  ['claimed', false, false],
  ['broadcast', true, false],
  ['settled', true, false],
  ['answered', true, true],
  // Its answer was deleted after its time limit.
  ['answered', true, false],
  ['failed', false, false],
  ['owed', true, false],
  ['reserved', false, false],
  ['advanced', true, true],
  ['unpaid', true, true],
] as const

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'testing', name), 'utf8')

/** The script of a database of the last version, with rows in every state. */
function lastSchema(dialect: Dialect): string {
  const bytes = (text: string) =>
    dialect === 'sqlite' ? `x'${text.slice(2)}'` : `'\\x${text.slice(2)}'::bytea`
  const rows = payments.map(([state, isSent, hasAnswer], place) => {
    const { payer, nonce } = keyOf(place + 1)
    const sent = isSent ? `${bytes(hex('d', 32))}, 7` : 'null, null'
    const body = `0x${Buffer.from(`{"data":${place + 1}}`).toString('hex')}`
    const answer = hasAnswer ? `200, ${bytes(body)}, 'receipt'` : 'null, null, null'
    const reason = ['failed', 'owed', 'unpaid'].includes(state) ? `'reason ${place + 1}'` : 'null'
    const name = state === 'answered' && hasAnswer ? `'named'` : 'null'
    return `insert into payments (payer, nonce, state, request, amount, pay_to, valid_after,
      valid_before, signature, transaction_hash, log_index, answer_status, answer_body,
      answer_receipt, reason, identifier, created_at, kept_until) values (${bytes(payer)},
      ${bytes(nonce)}, '${state}', 'digest ${place + 1}', ${(place + 1) * 15_000},
      ${bytes(hex('b', 20))}, '0', '1700000060', ${bytes(hex('c', 65))}, ${sent}, ${answer},
      ${reason}, ${name}, ${begun + place}, ${begun + 86_400_000})`
  })
  const ledger = (id: string, kind: string, credits: number, unanswered: string) =>
    `insert into credit_ledger (id, organisation, kind, credits, allotment, key_id, reference,
      created_at, unanswered) values ('${id}', 'o1', '${kind}', ${credits}, 0, 'k1', 'ref ${id}',
      ${begun}, ${unanswered})`
  return [
    fixture('last-schema.sql'),
    ...(dialect === 'postgres' ? [fixture('last-schema.postgres.sql')] : []),
    ...rows,
    `insert into exposures values (${bytes(keyOf(1).payer)}, 255000)`,
    `insert into replaced_transactions values
      (${bytes(keyOf(2).payer)}, ${bytes(keyOf(2).nonce)}, ${bytes(hex('e', 32))})`,
    `insert into organisations (id, name, plan, wallet, prepaid, allotment, allotment_month,
      created_at, subject) values ('o1', 'One', 'pro', '${hex('a', 20)}', 60, 40, '2023-11',
      ${begun}, 'google:1')`,
    `insert into api_keys (id, organisation, name, prefix, hash, created_at, revoked_at, parent)
      values ('k1', 'o1', 'first', 'fiq_1', 'h1', ${begun}, null, null),
        ('k2', 'o1', 'second', 'fiq_2', 'h2', ${begun + 1}, ${begun + 2}, 'k1')`,
    ledger('topup', 'topup', 100, 'null'),
    ledger('debit', 'debit', -30, 'null'),
    ledger('open', 'debit', -10, '1'),
    `insert into sign_in_nonces values ('n1', ${begun + 9})`,
    `insert into sign_in_codes values ('c1', 'challenge', 'o1', ${begun + 9})`,
    `insert into operators values ('ada', ${begun})`,
    `insert into operator_sessions values ('s1', 'ada', ${begun}, ${begun})`,
    `insert into operator_actions values ('a1', 'ada', 'grant', 'o1', '{}', 'ok', ${begun})`,
    `insert into tariffs values ('v1', '{"rates":{"Query.quotes":{"credits":1}},"bounds":
      {"amountMin":"15000","amountMax":"10000000","creditsMax":10000,"pageSize":20,"limitMax":500}}',
      ${begun})`,
    `insert into served_settlements values (${bytes(hex('1', 20))}, ${bytes(hex('2', 32))},
      ${bytes(hex('3', 32))}, ${begun + 9})`,
    'insert into probe (id, writes) values (1, 3)',
  ].join(';\n')
}

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fiq-last-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** Checks that every row is unchanged, with defaults for the new columns. */
async function takeOn(place: { database: string | undefined; dataDir: string }) {
  expect(await readSchemaNumber(place)).toBe(lastSchemaNumber)
  const { record, database } = await openStore(place, () => {})
  expect(await readSchemaNumber(place)).toBe(schemaNumber)
  for (const [index, [state, isSent, hasAnswer]] of payments.entries()) {
    const row = await record.find(keyOf(index + 1))
    expect(row).toMatchObject({
      state,
      request: `digest ${index + 1}`,
      createdAt: begun + index,
      signed: { authorization: { value: BigInt(index + 1) * 15_000n, to: hex('b', 20) } },
    })
    expect([row?.transaction, row?.logIndex]).toEqual(
      isSent ? [hex('d', 32), 7] : [undefined, undefined],
    )
    expect(row?.answer?.body).toBe(hasAnswer ? `{"data":${index + 1}}` : undefined)
    expect([row?.secretHash, row?.answeredAt]).toEqual([undefined, undefined])
  }
  const totals = await record.totals()
  const sums = Object.values(totals)
  expect(sums.reduce((sum, { amount }) => sum + amount, 0n)).toBe(55n * 15_000n)
  expect(sums.reduce((sum, { count }) => sum + count, 0)).toBe(payments.length)
  expect(totals.answered).toEqual({ count: 2, amount: 9n * 15_000n })
  // Settlements of the last version count as final and are not checked again.
  expect(await createSettlements(database).unfinal(99)).toEqual([])
  expect((await record.unfinished()).map(({ state }) => state)).toEqual([
    ...['claimed', 'broadcast', 'settled', 'reserved', 'advanced'],
  ])
  await accountsStand(database)
  await secretsAreMissed(record)
  // They continue like new payments.
  await record.settled(keyOf(1), { transaction: hex('f', 32), logIndex: 1 })
  await record.answered(keyOf(7), { status: 200, body: '{}' })
  expect((await record.find(keyOf(7)))?.state).toBe('answered')
  return { record, database }
}

async function accountsStand(database: Database) {
  const store = openAccessStore(database)
  expect(await store.organisations()).toMatchObject([{ id: 'o1', plan: 'pro', prepaid: 60 }])
  expect((await store.keys('o1')).map(({ id, revokedAt }) => [id, revokedAt ?? null])).toEqual([
    ['k1', null],
    ['k2', begun + 2],
  ])
  const entries = await store.ledger('o1', 9)
  expect(entries.reduce((sum, { credits }) => sum + credits, 0)).toBe(60)
  expect(await store.unanswered()).toEqual([{ id: 'open', beats: 1 }])
  expect(await store.pending('o1')).toBe(0)
  const count = async (sql: string) => Number((await database.read(sql))[0]!['n'])
  for (const table of ['operators', 'operator_sessions', 'operator_actions', 'exposures'])
    expect(await count(`select count(*) as n from ${table}`)).toBe(1)
  expect(await count('select count(*) as n from payments where exposed is not null')).toBe(0)
  expect(await count('select bytes as n from answer_room')).toBe(0)
  for (const table of ['ledger_facts', 'credit_answers', 'large_answers', 'owed_tries'])
    expect(await count(`select count(*) as n from ${table}`)).toBe(0)
  const limits = { answerBytesMax: 1, storedMinMs: 1, storedMaxMs: 1 } as never
  const served = createServedSettlements(database, () => begun, limits)
  const authorization = { from: hex('1', 20), nonce: hex('2', 32) }
  expect(await served.sent({ authorization } as never)).toBe(hex('3', 32))
  const tariff = { version: 'v2', rates: {} }
  const earlier = await beginTariff(database, tariff, { nowMs: begun + 1_000, quotedMs: 60_000 })
  expect(earlier?.tariff).toMatchObject({
    version: 'v1',
    rates: { 'Query.quotes': { credits: 1 } },
  })
}

/**
 * Payments of the last version have no secret. Their answers are open to the same requester name
 * while stored, without a name for one minute, and without time limit if owed.
 */
async function secretsAreMissed(record: Awaited<ReturnType<typeof openStore>>['record']) {
  const { limits } = record
  const isOpen = async (n: number, nowMs: number, identifier?: string) => {
    const row = (await record.find(keyOf(n)))!
    const payment = { signature: row.signed.signature, identifier } as Payment
    return isOpenWithoutSecret(row, payment, row.request, { nowMs, limits })
  }
  expect(await isOpen(4, begun + 3_600_000, 'named')).toBe(true)
  expect(await isOpen(4, begun + 3_600_000)).toBe(false)
  expect(await isOpen(9, begun + 60_000)).toBe(true)
  expect(await isOpen(9, begun + 3_600_000)).toBe(false)
  expect(await isOpen(7, begun + 10 * 86_400_000)).toBe(true)
}

test('default: upgrades a data folder of the last version to the schema of a new one', async () => {
  const file = new DatabaseSync(join(dataDir, ledgerFile))
  file.exec(lastSchema('sqlite'))
  file.close()
  const place = { database: undefined, dataDir }
  const { record, database } = await takeOn(place)
  const fresh = openSqliteDatabase(':memory:')
  const columns = `select t.name as of, c.* from sqlite_master t, pragma_table_xinfo(t.name) c
    where t.type = 'table' order by t.name, c.cid`
  const indexes = `select name, sql from sqlite_master where type = 'index' order by name`
  const schemaOf = async (of: Database) => [
    await of.scan(columns),
    (await of.scan(indexes)).map(({ name, sql }) => [name, String(sql).replace(/\s+/g, '')]),
  ]
  const lower = (value: unknown) =>
    JSON.stringify(value, (_, each) =>
      typeof each === 'bigint' ? Number(each) : each,
    ).toLowerCase()
  expect(lower(await schemaOf(database))).toBe(lower(await schemaOf(fresh)))
  await fresh.close()
  await record.close()
  // The upgrade runs once.
  await (await openStore(place, () => {})).record.close()
})

test('behavior: an empty file has no schema', async () => {
  new DatabaseSync(join(dataDir, ledgerFile)).close()
  expect(await readSchemaNumber({ database: undefined, dataDir })).toBe(0)
})

test.skipIf(!postgres)(
  'default: upgrades a PostgreSQL of the last version to the schema of a new one',
  async () => {
    const [schema, empty] = [await createTestSchema(postgres!), await createTestSchema(postgres!)]
    await schema.query(`set search_path = ${schema.name}; ${lastSchema('postgres')}`)
    expect(await readSchemaNumber({ database: empty.url, dataDir })).toBe(0)
    const { record, database } = await takeOn({ database: schema.url, dataDir })
    const fresh = await openStore({ database: empty.url, dataDir }, () => {})
    const columns = `select table_name, column_name, data_type, is_nullable, column_default
      from information_schema.columns where table_schema = current_schema()
      order by table_name, ordinal_position`
    const indexes = `select replace(indexdef, current_schema() || '.', '') as is from pg_indexes
      where schemaname = current_schema() order by 1`
    for (const sql of [columns, indexes])
      expect(await database.scan(sql)).toEqual(await fresh.database.scan(sql))
    await record.close()
    await fresh.record.close()
    await schema.drop()
    await empty.drop()
  },
)
