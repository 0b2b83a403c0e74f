import { FiqError } from '@fiq/shared/errors'
import {
  type AnswerLimits,
  answerLimits,
  keptUntilMs,
  type PaymentKey,
  type PaymentRecord,
  type PaymentState,
  paymentStates,
} from '../payment/payment-record.ts'
import { answerBytes } from './answer-bytes.ts'
import type { Database, Statement, Value } from './database.ts'
import { bytesOf, claimColumns, claimValues, integer, paymentRow } from './payment-columns.ts'

/**
 * From which states each is reached. A payment only moves forward: what comes late, from another
 * instance or after a restart, never takes back a settlement or an answer.
 */
const reachedFrom = {
  broadcast: ['claimed', 'broadcast'],
  failed: ['claimed', 'broadcast', 'failed'],
  settled: ['claimed', 'broadcast', 'failed', 'settled'],
  owed: ['settled', 'owed'],
  answered: ['settled', 'owed'],
} as const satisfies Partial<Record<PaymentState, readonly PaymentState[]>>

type Target = keyof typeof reachedFrom

/** How far each state is. One that is reached already, or passed, need not be reached again. */
const rank: Readonly<Record<PaymentState, number>> = {
  claimed: 0,
  broadcast: 1,
  failed: 2,
  settled: 3,
  owed: 4,
  answered: 5,
}

const findSql = 'select * from payments where payer = ? and nonce = ?'
const findNamedSql = 'select * from payments where payer = ? and identifier = ?'
const claimSql = `insert into payments (state, ${claimColumns.join(', ')})
  values ('claimed', ${claimColumns.map(() => '?').join(', ')}) on conflict do nothing`
const unfinishedSql = `select * from payments where state in ('claimed', 'broadcast', 'settled')
  order by created_at`
// In halves of 32 bits, so that no sum leaves 64 bits whatever the amounts are.
const totalsSql = `select state, count(*) as count, sum(amount / 4294967296) as high,
  sum(amount % 4294967296) as low from payments group by state`
const pruneSql = `update payments set answer_status = null, answer_body = null,
    answer_receipt = null
  where (payer, nonce) in (select payer, nonce from payments
    where answer_body is not null and kept_until < ? order by kept_until limit ?)
  and state = 'answered'`

/** The payment record over a database, embedded or shared. `close` closes the database too. */
export function openPaymentRecord(
  database: Database,
  limits: AnswerLimits = answerLimits,
): PaymentRecord {
  const find = async ({ payer, nonce }: PaymentKey) => {
    const [row] = await database.read(findSql, bytesOf(payer), bytesOf(nonce))
    return row && paymentRow(row)
  }
  const write = async (statement: Statement) => (await written(database, statement)).changes

  /** Moves a payment on. One that is already further stays where it is. */
  const move = async (key: PaymentKey, state: Target, change: Change = {}) => {
    if ((await write(moveStatement(key, state, change))) === 1) return
    const known = await find(key)
    if (known && state !== 'broadcast' && rank[known.state] >= rank[state]) return
    throw new FiqError('INTERNAL', `This payment cannot become ${state}.`, {
      facts: [`Nonce: ${key.nonce}`, `State: ${known?.state ?? 'unknown payment'}`],
    })
  }

  return {
    find,
    async findNamed(payer, identifier) {
      const [row] = await database.read(findNamedSql, bytesOf(payer), identifier)
      return row && paymentRow(row)
    },
    claim: async (claim) =>
      (await write({ sql: claimSql, values: claimValues(claim, keptUntilMs(claim, limits)) })) ===
      1,
    broadcast: (key, transaction) =>
      move(key, 'broadcast', { transaction_hash: bytesOf(transaction) }),
    settled: (key, { transaction, logIndex }) =>
      move(key, 'settled', { transaction_hash: bytesOf(transaction), log_index: logIndex ?? null }),
    failed: (key, reason) => move(key, 'failed', { reason }),
    owed: (key, reason) => move(key, 'owed', { reason }),
    async answered(key, { status, body, paymentResponse }) {
      const bytes = await answerBytes(body)
      const kept = bytes.length <= limits.answerBytesMax
      await move(
        key,
        'answered',
        kept ? { answer_status: status, answer_body: bytes, answer_receipt: paymentResponse } : {},
      )
    },
    unfinished: async () => Promise.all((await database.read(unfinishedSql)).map(paymentRow)),
    async totals() {
      const sums = Object.fromEntries(
        paymentStates.map((state) => [state, { count: 0, amount: 0n }]),
      ) as Record<PaymentState, { count: number; amount: bigint }>
      for (const { state, count, high, low } of await database.scan(totalsSql))
        sums[state as PaymentState] = {
          count: Number(count),
          amount: (integer(high) << 32n) + integer(low),
        }
      return sums
    },
    prune: (nowMs, rowsMax = limits.prunedMax) =>
      write({ sql: pruneSql, values: [BigInt(nowMs), rowsMax] }),
    close: () => database.close(),
  }
}

type Change = Readonly<Record<string, Value>>

/** Every state but `failed` and `owed` is without a reason. */
function moveStatement({ payer, nonce }: PaymentKey, state: Target, change: Change): Statement {
  const columns = { reason: null, ...change }
  const names = Object.keys(columns)
  const from = reachedFrom[state].map((each) => `'${each}'`).join(', ')
  return {
    sql: `update payments set state = '${state}', ${names.map((name) => `${name} = ?`).join(', ')}
      where payer = ? and nonce = ? and state in (${from})`,
    values: [...Object.values(columns), bytesOf(payer), bytesOf(nonce)],
  }
}

/**
 * A write that the disk or the network refused leaves a payment as it was, and the same payment may
 * be sent again: it must never be answered with a new quote.
 */
async function written(database: Database, statement: Statement) {
  try {
    const { results } = await database.write(statement)
    return results[0]!
  } catch (cause) {
    throw new FiqError('SETTLEMENT_PENDING', 'The payment record cannot be written just now.', {
      facts: [`Reason: ${(cause as Error).message}`],
      cause,
    })
  }
}
