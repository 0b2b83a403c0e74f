import { FiqError } from '@fiq/shared/errors'
import type { PaymentKey } from '../credits/payment-key.ts'
import { answerBytes } from '../database/answer-bytes.ts'
import { bytesOf, integer } from '../database/column-values.ts'
import { type Database, type Statement, skipLocked } from '../database/database.ts'
import { prunedMax } from '../database/pruning.ts'
import { referredIn } from './body-reference.ts'
import { createLargeAnswers } from './create-large-answers.ts'
import { createOwedTries } from './create-owed-tries.ts'
import {
  claimColumns,
  claimValues,
  paymentRow,
  secretValue,
  unprovenColumns,
} from './payment-columns.ts'
import {
  type Change,
  type Move,
  type MoveTarget,
  moveStatement,
  moves,
  rank,
  retainHashStatement,
} from './payment-moves.ts'
import {
  type AnswerLimits,
  answerLimits,
  type Claim,
  exposurePaymentsMax,
  type PaymentRecord,
  type PaymentRow,
  type PaymentState,
  type SettledBy,
  type StoredAnswer,
  storedUntilMs,
} from './payment-record.ts'
import { totalsIn } from './payment-sums.ts'
import { grantStatements } from './pending-credits.ts'

const findSql = 'select * from payments where payer = ? and nonce = ?'
/** Reads the answer only if the secret is the payment's own. */
const findUnprovenSql = `select ${unprovenColumns} from payments where payer = ? and nonce = ?`
const findNamedSql = 'select * from payments where payer = ? and identifier = ?'
const claimSql = `insert into payments (state, ${claimColumns.join(', ')})
  values (?, ${claimColumns.map(() => '?').join(', ')}) on conflict do nothing`
const exposeSql = `insert into exposures (payer, amount) values (?, ?)
  on conflict (payer) do update set amount = exposures.amount + excluded.amount
  where exposures.amount + excluded.amount <= ?`
const freeSql = `update exposures set amount = amount - ? where payer =
  (select coalesce(exposed, payer) from payments where payer = ? and nonce = ?)`
/** The zero address, which no payer has. It stands for all wallets without a settled payment. */
const newWallets = new Uint8Array(20)
const paidSql = `select amount from payments where payer = ? and state = 'answered'
  limit ${exposurePaymentsMax}`
const unfinishedSql = `select * from payments
  where state in ('claimed', 'broadcast', 'settled', 'reserved', 'advanced', 'reorganised')
    and state <> 'answered' order by created_at`
const pruneSql = `update payments set answer_status = null, answer_body = null,
    answer_receipt = null
  where (payer, nonce) in (select payer, nonce from payments
    where answer_body is not null and kept_until < ? order by kept_until limit ? ${skipLocked})
  and state in ('answered', 'unpaid', 'uncollectible')`
/**
 * Deletes failed payments that were never sent to the chain. Earlier versions accepted a
 * `validBefore` that is years away; `kept_until` is bounded, so these rows are deleted too.
 */
const forgetSql = `delete from payments
  where (payer, nonce) in (select payer, nonce from payments
    where state = 'failed' and transaction_hash is null and kept_until < ?
    order by kept_until limit ? ${skipLocked})
  and state = 'failed' and transaction_hash is null`

/** The payment record over a database, embedded or shared. `close` also closes the database. */
export function openPaymentRecord(
  database: Database,
  limits: AnswerLimits = answerLimits,
): PaymentRecord {
  const large = createLargeAnswers(database, limits.largeBytesMax)
  const find = findIn(database)
  const write = async (change: Statement) => (await database.write(change)).results[0]!

  /**
   * Moves a payment to a later state.
   *
   * @param together - Written in the same transaction as the move, or not at all.
   * @returns The unchanged payment if it had reached or passed the state before.
   */
  const moved = async (
    key: PaymentKey,
    state: MoveTarget,
    change: Change = {},
    together: readonly Statement[] = [],
  ): Promise<PaymentRow | undefined> => {
    const ways: readonly Move[] = moves[state]
    for (const way of ways) {
      if (way.frees) break
      const statement = moveStatement(key, way, change)
      if (way.retains || together.length > 0) {
        const before = way.retains ? [retainHashStatement(key)] : []
        const changes = [...before, { ...statement, mustChange: 1 }, ...together]
        if ((await database.write(...changes)).applied) return undefined
      } else if ((await write(statement)).changes === 1) return undefined
    }
    const known = await find(key)
    const way = known && ways.find(({ from, frees }) => frees && from.includes(known.state))
    if (way && (await free(database, known, moveStatement(key, way, change), together)))
      return undefined
    if (known && state !== 'broadcast' && rank[known.state] >= rank[ways[0]!.to]) return known
    throw new FiqError('INTERNAL', `This payment cannot become ${state}.`, {
      facts: [`Nonce: ${key.nonce}`, `State: ${known?.state ?? 'unknown payment'}`],
    })
  }

  const move = async (...change: Parameters<typeof moved>) => void (await moved(...change))

  const answerChange = (answer: StoredAnswer) => answerChangeOf(answer, limits)

  return {
    limits,
    large,
    owedTries: createOwedTries(database),
    find,
    async findNamed(payer, identifier) {
      const [row] = await database.read(findNamedSql, bytesOf(payer), identifier)
      return row && paymentRow(row)
    },
    claim: async (claim) => (await write(claimStatement('claimed', claim, limits))).changes === 1,
    reserve: (claim, limit, newWalletsLimit = 0n) =>
      reserve(database, claim, { limit, newWalletsLimit }, limits),
    advanced: async (key, answer) =>
      (await moved(key, 'advanced', await answerChange(answer)))?.answer ?? answer,
    broadcast: (key, transaction) =>
      move(key, 'broadcast', { transaction_hash: bytesOf(transaction) }),
    settled: (key, settlement) => move(key, 'settled', settlementChange(settlement)),
    failed: (key, reason) => move(key, 'failed', { reason }),
    owed: (key, reason) => move(key, 'owed', { reason }),
    async answered(key, answer, settlement, gift) {
      const change = await answerChange(answer)
      const together = gift ? grantStatements(gift) : []
      const first = await (settlement
        ? moved(key, 'bought', { ...settlementChange(settlement), ...change }, together)
        : moved(key, 'answered', change, together))
      return first?.answer ?? answer
    },
    unfinished: async () => Promise.all((await database.read(unfinishedSql)).map(paymentRow)),
    totals: () => totalsIn(database),
    prune: (nowMs, rowsMax = prunedMax) => prune(database, nowMs, rowsMax, { ...limits, large }),
    close: () => database.close(),
  }
}

/**
 * Writes a change that also releases the exposure of the payer. Of two concurrent calls, only the
 * one that changes the payment releases it.
 *
 * @param together - Written in the same transaction, or not at all.
 * @returns Whether this call changed the payment.
 */
async function free(
  database: Database,
  { payer, nonce, signed }: PaymentRow,
  change: Statement,
  together: readonly Statement[],
): Promise<boolean> {
  const values = [signed.authorization.value, bytesOf(payer), bytesOf(nonce)]
  const release = { sql: freeSql, values, mustChange: 1 }
  return (await database.write({ ...change, mustChange: 1 }, release, ...together)).applied
}

function findIn(database: Database): PaymentRecord['find'] {
  return async ({ payer, nonce }, shown) => {
    const key = [bytesOf(payer), bytesOf(nonce)]
    const [row] = await (shown
      ? database.read(findUnprovenSql, secretValue(shown), ...key)
      : database.read(findSql, ...key))
    return row && paymentRow(row)
  }
}

async function answerChangeOf(
  { status, body, paymentResponse, at }: StoredAnswer,
  { answerBytesMax }: AnswerLimits,
): Promise<Change> {
  const bytes = await answerBytes(body)
  const answered = { answered_at: at === undefined ? null : BigInt(at) }
  if (bytes.length > answerBytesMax && !referredIn(body)) return answered
  const receipt = paymentResponse ?? null
  return { ...answered, answer_status: status, answer_body: bytes, answer_receipt: receipt }
}

async function prune(
  database: Database,
  nowMs: number,
  rowsMax: number,
  { storedMinMs, large }: AnswerLimits & Pick<PaymentRecord, 'large'>,
): Promise<number> {
  const over = BigInt(nowMs - storedMinMs)
  const { results } = await database.write(
    { sql: pruneSql, values: [BigInt(nowMs), rowsMax] },
    { sql: forgetSql, values: [over, rowsMax] },
  )
  const dropped = results.reduce((sum, { changes }) => sum + changes, 0)
  return dropped + (await large.prune(nowMs, rowsMax))
}

function settlementChange({ transaction, logIndex }: SettledBy): Change {
  return { transaction_hash: bytesOf(transaction), log_index: logIndex ?? null, unfinal: 1 }
}

function claimStatement(
  state: PaymentState,
  claim: Claim,
  limits: AnswerLimits,
  exposed?: Uint8Array,
): Statement {
  const values = [state, ...claimValues(claim, storedUntilMs(claim, limits), exposed)]
  return { sql: claimSql, values }
}

async function reserve(
  database: Database,
  claim: Claim,
  { limit, newWalletsLimit }: { limit: bigint; newWalletsLimit: bigint },
  limits: AnswerLimits,
): Promise<'reserved' | 'over-exposure' | 'already-claimed'> {
  const { from, value } = claim.signed.authorization
  const payer = bytesOf(from)
  const payments = await database.read(paidSql, payer)
  const isNew = payments.length === 0
  const paid = payments.reduce((sum, row) => sum + integer(row['amount']), 0n)
  const most = isNew ? newWalletsLimit : paid < limit ? paid : limit
  if (value > most) return 'over-exposure'
  const reserved = claimStatement('reserved', claim, limits, isNew ? newWallets : undefined)
  const exposed = isNew ? newWallets : payer
  const expose = { sql: exposeSql, values: [exposed, value, most], mustChange: 1 }
  const { applied, results } = await database.write({ ...reserved, mustChange: 1 }, expose)
  if (applied) return 'reserved'
  return results[0]?.changes === 1 ? 'over-exposure' : 'already-claimed'
}
