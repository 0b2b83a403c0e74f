import { DatabaseSync } from 'node:sqlite'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import type {
  PaymentKey,
  PaymentRecord,
  PaymentRow,
  PaymentState,
  StoredAnswer,
} from '../payment/payment-record.ts'

const migration = `
  create table if not exists payments (
    payer text not null,
    nonce text not null,
    state text not null,
    request text not null,
    amount integer not null,
    pay_to text not null,
    valid_after integer not null,
    valid_before integer not null,
    signature text not null,
    transaction_hash text,
    log_index integer,
    reason text,
    answer_status integer,
    answer_body blob,
    answer_receipt text,
    created_at integer not null,
    primary key (payer, nonce)
  ) without rowid;
  create index if not exists payments_unfinished on payments (created_at)
    where state in ('claimed', 'broadcast', 'settled');
`

/**
 * The payment record on SQLite: write-ahead log, synced on every commit, so a claim that was
 * acknowledged survives a power cut.
 *
 * @param path - A file in the data folder, or `:memory:` for a test.
 */
export function openSqlitePaymentRecord(path: string): PaymentRecord {
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000')
  database.exec(migration)

  const find = database.prepare('select * from payments where payer = ? and nonce = ?')
  const claim = database.prepare(
    `insert into payments (payer, nonce, state, request, amount, pay_to, valid_after, valid_before,
       signature, created_at)
     values (?, ?, 'claimed', ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
  )
  const advance = database.prepare(
    `update payments set state = ?, transaction_hash = coalesce(?, transaction_hash),
       log_index = coalesce(?, log_index), reason = ? where payer = ? and nonce = ?`,
  )
  const answer = database.prepare(
    `update payments set state = 'answered', reason = null, answer_status = ?, answer_body = ?,
       answer_receipt = ? where payer = ? and nonce = ?`,
  )
  const unfinished = database.prepare(
    `select * from payments where state in ('claimed', 'broadcast', 'settled') order by created_at`,
  )
  const totals = database.prepare(
    'select state, count(*) as count, sum(amount) as amount from payments group by state',
  )
  totals.setReadBigInts(true)

  const move = async (
    { payer, nonce }: PaymentKey,
    state: PaymentState,
    change: { transaction?: Hex; logIndex?: number; reason?: string } = {},
  ) => {
    const { transaction = null, logIndex = null, reason = null } = change
    advance.run(state, transaction, logIndex, reason, payer, nonce)
  }

  return {
    find: async ({ payer, nonce }) => rowOf(find.get(payer, nonce)),
    async claim({ payer, nonce, request, signed, createdAt }) {
      const { value, to, validAfter, validBefore } = signed.authorization
      const { changes } = claim.run(
        payer,
        nonce,
        request,
        value,
        to,
        validAfter,
        validBefore,
        signed.signature,
        createdAt,
      )
      return changes === 1
    },
    broadcast: (key, transaction) => move(key, 'broadcast', { transaction }),
    settled: (key, settlement) => move(key, 'settled', settlement),
    failed: (key, reason) => move(key, 'failed', { reason }),
    owed: (key, reason) => move(key, 'owed', { reason }),
    async answered({ payer, nonce }, { status, body, paymentResponse }) {
      answer.run(status, gzipSync(body), paymentResponse, payer, nonce)
    },
    unfinished: async () => unfinished.all().map((row) => rowOf(row)!),
    async totals() {
      const sums = { ...noTotals }
      for (const { state, count, amount } of totals.all())
        sums[state as PaymentState] = { count: Number(count), amount: amount as bigint }
      return sums
    },
    close: () => database.close(),
  }
}

const zero = { count: 0, amount: 0n }
const noTotals = {
  claimed: zero,
  broadcast: zero,
  settled: zero,
  answered: zero,
  failed: zero,
  owed: zero,
}

type Column = string | number | bigint | null | Uint8Array

function rowOf(columns: Record<string, Column> | undefined): PaymentRow | undefined {
  if (!columns) return undefined
  const text = (name: string) => columns[name] as string
  const optional = <value>(name: string, key: string) =>
    columns[name] === null ? {} : { [key]: columns[name] as value }
  return {
    payer: text('payer') as Hex,
    nonce: text('nonce') as Hex,
    state: text('state') as PaymentState,
    request: text('request'),
    signed: signedOf(columns),
    createdAt: columns['created_at'] as number,
    ...optional<Hex>('transaction_hash', 'transaction'),
    ...optional<number>('log_index', 'logIndex'),
    ...optional<string>('reason', 'reason'),
    ...(columns['answer_body'] === null ? {} : { answer: answerOf(columns) }),
  }
}

function signedOf(columns: Record<string, Column>): SignedAuthorization {
  const integer = (name: string) => BigInt(columns[name] as number)
  return {
    authorization: {
      from: columns['payer'] as Hex,
      to: columns['pay_to'] as Hex,
      value: integer('amount'),
      validAfter: integer('valid_after'),
      validBefore: integer('valid_before'),
      nonce: columns['nonce'] as Hex,
    },
    signature: columns['signature'] as Hex,
  }
}

function answerOf(columns: Record<string, Column>): StoredAnswer {
  return {
    status: columns['answer_status'] as number,
    body: gunzipSync(columns['answer_body'] as Uint8Array).toString('utf8'),
    paymentResponse: columns['answer_receipt'] as string,
  }
}
