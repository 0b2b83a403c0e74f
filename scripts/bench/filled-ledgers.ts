import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { PaymentKey } from '../../packages/server/src/storage/credits/payment-key.ts'
import { openPostgresDatabase } from '../../packages/server/src/storage/database/postgres-database.ts'
import {
  createTestSchema,
  findPostgres,
  type TestSchema,
} from '../../packages/server/src/storage/database/testing/postgres.ts'
import { openPaymentRecord } from '../../packages/server/src/storage/payments/open-payment-record.ts'
import type { PaymentRecord } from '../../packages/server/src/storage/payments/payment-record.ts'
import { openSqlitePaymentRecord } from '../../packages/server/src/storage/payments/testing/sqlite-payment-record.ts'

/** A record with a known number of old, answered payments; see {@link keyOf}. */
export type FilledLedger = { payments: number; record: PaymentRecord; close(): Promise<void> }

/** Fills a new ledger with this many payments and opens it. */
export type FillLedger = (payments: number) => Promise<FilledLedger>

const payers = 1_000
const chunk = 20_000
const nowMs = Date.now()
const [payTo, signature, transaction] = [20, 65, 32].map((bytes) => randomBytes(bytes))
const request = randomBytes(32).toString('hex')
const columns = `payer, nonce, state, request, amount, pay_to, valid_after, valid_before, signature,
  transaction_hash, log_index, created_at, kept_until`
/** The columns of a payment after its key, in order. */
const rest = [
  ...['answered', request, 15_000, payTo!, '0', String(Math.floor(nowMs / 1_000))],
  ...[signature!, transaction!, 3, nowMs, nowMs],
]

/** Ledgers as SQLite files in this folder. */
export function sqliteLedgers(folder: string): FillLedger {
  return async (payments) => {
    const path = join(folder, `${payments}.sqlite`)
    await openSqlitePaymentRecord(path).close()
    const database = new DatabaseSync(path)
    // The file is new, so durability is not needed: writes pages in place with a 1 GB cache.
    database.exec('pragma journal_mode = off; pragma synchronous = off')
    database.exec('pragma cache_size = -1000000; begin')
    const insert = database.prepare(
      `insert into payments (${columns}) values (?, ?, ${rest.map(() => '?').join(', ')})`,
    )
    for (let n = 0; n < payments; n++) {
      const { payer, nonce } = keyOf(n, payments)
      insert.run(bytesOf(payer), bytesOf(nonce), ...rest)
    }
    database.exec('commit')
    database.close()
    const file = openSync(path, 'r+')
    fsyncSync(file)
    closeSync(file)
    const record = openSqlitePaymentRecord(path)
    return { payments, record, close: () => record.close() }
  }
}

/** Ledgers as schemas of the tests' PostgreSQL, dropped at close; undefined without PostgreSQL. */
export async function postgresLedgers(): Promise<FillLedger | undefined> {
  const url = await findPostgres()
  if (!url) return undefined
  return async (payments) => {
    const schema = await createTestSchema(url)
    const database = await openPostgresDatabase(schema.url, () => {})
    await fillPostgres(schema, payments)
    const close = async () => {
      await database.close()
      await schema.drop()
    }
    return { payments, record: openPaymentRecord(database), close }
  }
}

async function fillPostgres({ name, query }: TestSchema, payments: number): Promise<void> {
  const insert = `insert into ${name}.payments (${columns})
    select payer, nonce, ${rest.map((_, place) => `$${place + 3}`).join(', ')}
    from unnest($1::bytea[], $2::bytea[]) as keys (payer, nonce)`
  for (let first = 0; first < payments; first += chunk) {
    const count = Math.min(chunk, payments - first)
    const keys = Array.from({ length: count }, (_, n) => keyOf(first + n, payments))
    await query(insert, [
      keys.map(({ payer }) => bytesOf(payer)),
      keys.map(({ nonce }) => bytesOf(nonce)),
      ...rest,
    ])
  }
  await query(`vacuum analyze ${name}.payments`)
  await query('checkpoint')
}

/** Key of the n-th payment. Payers, and nonces of a payer, are evenly distributed. */
export function keyOf(n: number, payments: number): PaymentKey {
  const each = Math.ceil(payments / payers)
  const spread = (2n ** 64n / BigInt(each)) * BigInt(n % each)
  const digest = createHash('sha256').update(String(n)).digest('hex').slice(16)
  return {
    payer: payerOf(Math.floor(n / each)),
    nonce: `0x${spread.toString(16).padStart(16, '0')}${digest}`,
  }
}

/** The n-th payer of a filled ledger. */
export function payerOf(n: number): PaymentKey['payer'] {
  return `0x${(n % payers).toString(16).padStart(8, '0')}${'a'.repeat(32)}`
}

function bytesOf(hex: `0x${string}`): Buffer {
  return Buffer.from(hex.slice(2), 'hex')
}
