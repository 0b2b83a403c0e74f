import { createHash, randomBytes, randomInt } from 'node:crypto'
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type {
  Claim,
  PaymentKey,
  PaymentRecord,
} from '../../packages/server/src/payment/payment-record.ts'
import { openSqlitePaymentRecord } from '../../packages/server/src/store/sqlite-payment-record.ts'

/**
 * The payment record under load: durable claims per second of 64 callers and of one, and lookup
 * and claim with ten thousand payments against a million (or as many as the argument says). The
 * two sizes take turns in one run, so that a noisy machine is noisy for both.
 *
 *   node scripts/bench/ledger.ts [payments]
 *
 * JSON on stdout, a table on stderr.
 */
const sizes = [10_000, Number(process.argv[2] ?? 1_000_000)] as const
const rounds = 7
const callers = 64
const payers = 1_000
const folder = mkdtempSync(join(process.env['FIQ_BENCH_FOLDER'] ?? tmpdir(), 'fiq-ledger-'))
const nowMs = Date.now()

try {
  const appends = await appendRates()
  const growth = await growthOf(sizes)
  const result = { callers, rounds, appends, growth }
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
  process.stderr.write(tableOf(appends, growth))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

type Appends = { alonePerSecond: number; togetherPerSecond: number; longestBlockMs: number }
type Growth = {
  payments: number
  lookupMicroseconds: number
  appendAloneMicroseconds: number
  appendsTogetherPerSecond: number
}

/** Durable claims per second on a fresh file, and how long the event loop was ever held up. */
async function appendRates(): Promise<Appends> {
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

/** Medians over the rounds, for each size. */
async function growthOf(counts: readonly number[]): Promise<readonly Growth[]> {
  const books = []
  for (const payments of counts) {
    const path = join(folder, `${payments}.sqlite`)
    await openSqlitePaymentRecord(path).close()
    fill(path, payments)
    const record = openSqlitePaymentRecord(path)
    const [lookup, alone, together]: number[][] = [[], [], []]
    books.push({ payments, record, lookup, alone, together } as const)
  }
  // The first round fills the caches. All look-ups come first: appends make the small one large.
  for (let round = 0; round <= rounds; round++)
    for (const { payments, record, lookup } of books) {
      const looked = await look(record, payments, 20_000)
      if (round > 0) lookup?.push(1e6 / rate(looked))
    }
  for (let round = 0; round <= rounds; round++)
    for (const { record, alone, together } of books) {
      const one = await append(record, claimsOf(1_000), 1)
      const many = await append(record, claimsOf(10_000), callers)
      if (round === 0) continue
      alone?.push(1e6 / rate(one))
      together?.push(rate(many))
    }
  for (const { record } of books) await record.close()
  return books.map(({ payments, lookup, alone, together }) => ({
    payments,
    lookupMicroseconds: median(lookup ?? []),
    appendAloneMicroseconds: median(alone ?? []),
    appendsTogetherPerSecond: median(together ?? []),
  }))
}

type Run = { count: number; ms: number }

/** Keeps so many callers busy, each waiting for its own claim before the next. */
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
    claimOf({ payer: payerOf(randomInt(payers)), nonce: hex(randomBytes(32)) }),
  )
}

/** Payments that are there, in random order. */
async function look(record: PaymentRecord, payments: number, count: number): Promise<Run> {
  const keys = Array.from({ length: count }, () => keyOf(randomInt(payments), payments))
  const started = performance.now()
  for (const key of keys)
    if (!(await record.find(key))) throw new Error('A payment that was written is not there.')
  return { count, ms: performance.now() - started }
}

/** Fills a file with payments answered long ago, in the order of their keys: the quickest way. */
function fill(path: string, payments: number): void {
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal; pragma synchronous = off; begin')
  const insert = database.prepare(`insert into payments (payer, nonce, state, request, amount,
    pay_to, valid_after, valid_before, signature, transaction_hash, log_index, created_at,
    kept_until) values (?, ?, 'answered', ?, 15000, ?, '0', ?, ?, ?, 3, ?, ?)`)
  const [payTo, signature, transaction] = [20, 65, 32].map((bytes) => randomBytes(bytes))
  const digest = randomBytes(32).toString('hex')
  for (let n = 0; n < payments; n++) {
    const { payer, nonce } = keyOf(n, payments)
    insert.run(
      Buffer.from(payer.slice(2), 'hex'),
      Buffer.from(nonce.slice(2), 'hex'),
      digest,
      payTo!,
      String(Math.floor(nowMs / 1_000)),
      signature!,
      transaction!,
      nowMs,
      nowMs,
    )
  }
  database.exec('commit; pragma wal_checkpoint(truncate)')
  database.close()
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}

/** The n-th of so many payments: spread evenly over payers, and over nonces within a payer. */
function keyOf(n: number, payments: number): PaymentKey {
  const each = Math.ceil(payments / payers)
  const spread = (2n ** 64n / BigInt(each)) * BigInt(n % each)
  const rest = createHash('sha256').update(String(n)).digest('hex').slice(16)
  return {
    payer: payerOf(Math.floor(n / each)),
    nonce: `0x${spread.toString(16).padStart(16, '0')}${rest}`,
  }
}

function payerOf(n: number): PaymentKey['payer'] {
  return `0x${n.toString(16).padStart(8, '0')}${'a'.repeat(32)}`
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

function tableOf(appends: Appends, [small, large]: readonly Growth[]): string {
  const line = (...cells: (string | number)[]) =>
    `${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell).padStart(14)).join(' ')}\n`
  const times = (of: (growth: Growth) => number) => of(large!) / of(small!)
  return [
    line('durable', 'alone/s', `${callers} callers/s`, 'times', 'loop held, ms'),
    line(
      'claims',
      appends.alonePerSecond,
      appends.togetherPerSecond,
      appends.togetherPerSecond / appends.alonePerSecond,
      appends.longestBlockMs,
    ),
    '\n',
    line('payments', 'lookup us', 'append us', `${callers} callers/s`),
    ...[small!, large!].map((each) =>
      line(
        String(each.payments),
        each.lookupMicroseconds,
        each.appendAloneMicroseconds,
        each.appendsTogetherPerSecond,
      ),
    ),
    line(
      'times',
      times((each) => each.lookupMicroseconds),
      times((each) => each.appendAloneMicroseconds),
      1 / times((each) => each.appendsTogetherPerSecond),
    ),
  ].join('')
}
