import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PaymentKey } from '../../packages/server/src/storage/credits/payment-key.ts'
import type {
  Claim,
  PaymentRecord,
} from '../../packages/server/src/storage/payments/payment-record.ts'
import { openSqlitePaymentRecord } from '../../packages/server/src/storage/payments/testing/sqlite-payment-record.ts'
import {
  type FilledLedger,
  type FillLedger,
  keyOf,
  payerOf,
  postgresLedgers,
  sqliteLedgers,
} from './filled-ledgers.ts'
import type { Growth, LedgerFigures } from './ledger-rows.ts'

/**
 * The payment record under load: durable claims per second of 64 callers and of one, and lookup and
 * claim with ten thousand payments and with ten million (or the argument), in both databases. The
 * two sizes take turns, so that other load affects both.
 *
 * `node scripts/bench/ledger.ts [payments]`
 */
const sizes = [10_000, Number(process.argv[2] ?? 10_000_000)] as const
const rounds = 7
const callers = 64
const folder = mkdtempSync(join(process.env['FIQ_BENCH_FOLDER'] ?? tmpdir(), 'fiq-ledger-'))
const nowMs = Date.now()

try {
  const appends = await appendRates()
  const stores = { SQLite: sqliteLedgers(folder), PostgreSQL: await postgresLedgers() }
  const growth: Growth[] = []
  for (const [store, fill] of Object.entries(stores))
    if (fill) growth.push(await growthOf(store, fill))
    else process.stderr.write(`${store}: none was found, not measured\n`)
  const result: LedgerFigures = { callers, appends, growth }
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Durable claims per second on a new file, and the longest time for which the event loop was
 * blocked.
 */
async function appendRates(): Promise<LedgerFigures['appends']> {
  const record = openSqlitePaymentRecord(join(folder, 'fresh.sqlite'))
  await append(record, claimsOf(2_000), callers)
  const alonePerSecond = rate(await append(record, claimsOf(10_000), 1))
  const claims = claimsOf(200_000)
  let longestBlockMs = 0
  let last = performance.now()
  const watch = setInterval(() => {
    longestBlockMs = Math.max(longestBlockMs, performance.now() - last - 1)
    last = performance.now()
  }, 1)
  const togetherPerSecond = rate(await append(record, claims, callers))
  clearInterval(watch)
  await record.close()
  return { alonePerSecond, togetherPerSecond, longestBlockMs }
}

/** Medians over the rounds for each size. */
async function growthOf(store: string, fill: FillLedger): Promise<Growth> {
  const books = []
  for (const payments of sizes) {
    const started = performance.now()
    const ledger = await fill(payments)
    const seconds = ((performance.now() - started) / 1_000).toFixed(0)
    process.stderr.write(`${store}: ${payments} payments written in ${seconds} s\n`)
    books.push({ ...ledger, lookups: [] as number[], appends: [] as number[] })
  }
  // The first round fills the caches. Look-ups run first, because appends enlarge the small ledger.
  for (let round = 0; round <= rounds; round++)
    for (const { lookups, ...ledger } of books) {
      const looked = await look(ledger, 20_000)
      if (round > 0) lookups.push(1e6 / rate(looked))
    }
  for (let round = 0; round <= rounds; round++)
    for (const { record, appends } of books) {
      const many = await append(record, claimsOf(10_000), callers)
      if (round > 0) appends.push(1e6 / rate(many))
    }
  for (const { close } of books) await close()
  const [small, large] = books.map(({ payments, lookups, appends }) => ({
    payments,
    lookupMicroseconds: median(lookups),
    appendMicroseconds: median(appends),
  }))
  return { store, small: small!, large: large! }
}

type Run = { count: number; ms: number }

/** Runs this many callers concurrently. Each waits for its claim before the next. */
async function append(record: PaymentRecord, claims: Claim[], together: number): Promise<Run> {
  const started = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: together }, async () => {
      for (let place = next++; place < claims.length; place = next++)
        if (!(await record.claim(claims[place]!))) throw new Error('A new payment was known.')
    }),
  )
  return { count: claims.length, ms: performance.now() - started }
}

/** New payments of random payers, with random nonces. */
function claimsOf(count: number): Claim[] {
  return Array.from({ length: count }, () =>
    claimOf({ payer: payerOf(randomInt(2 ** 31)), nonce: hex(randomBytes(32)) }),
  )
}

/** Looks up existing payments in random order. */
async function look(
  { record, payments }: Omit<FilledLedger, 'close'>,
  count: number,
): Promise<Run> {
  const keys = Array.from({ length: count }, () => keyOf(randomInt(payments), payments))
  const started = performance.now()
  for (const key of keys)
    if (!(await record.find(key))) throw new Error('A payment that was written is not there.')
  return { count, ms: performance.now() - started }
}

function claimOf(key: PaymentKey): Claim {
  return {
    ...key,
    request: key.nonce.slice(2),
    signed: {
      authorization: {
        from: key.payer,
        to: `0x${'b'.repeat(40)}`,
        value: 15_000n,
        validAfter: 0n,
        validBefore: BigInt(Math.floor(nowMs / 1_000) + 60),
        nonce: key.nonce,
      },
      signature: `0x${'c'.repeat(130)}`,
    },
    createdAt: nowMs,
  }
}

function hex(bytes: Uint8Array): `0x${string}` {
  return `0x${Buffer.from(bytes).toString('hex')}`
}

function rate({ count, ms }: Run): number {
  return (count / ms) * 1_000
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
