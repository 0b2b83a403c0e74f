import { defined } from '@fiq/shared/defined'
import { answerBody, answerBytes } from '../database/answer-bytes.ts'
import { type Database, type Row, type Statement, skipLocked } from '../database/database.ts'
import type { CreditStore, OnceCharge } from './credit-store.ts'
import { closeStatement, readDebit, refundStatements } from './refund-statements.ts'

type OnceAnswers = Pick<CreditStore, 'findOnce' | 'storeOnce' | 'pruneOnce'>

const findSql = `select * from credit_answers
  where organisation = ? and idempotency_key = ? and (answer_body is null or kept_until > ?)`
const forgetExpiredSql = `delete from credit_answers
  where organisation = ? and idempotency_key = ? and answer_body is not null and kept_until <= ?`
const claimSql = `insert into credit_answers
    (organisation, idempotency_key, request, debit, kept_until)
  values (?, ?, ?, ?, ?) on conflict do nothing`
/**
 * Changes no row of a later debit. A debit that was refunded in the meantime has no row. Its answer
 * adds one, because the caller may still receive it.
 */
const storeSql = `insert into credit_answers
    (organisation, idempotency_key, request, debit, kept_until, answer_status, answer_body)
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict (organisation, idempotency_key) do update set
    kept_until = excluded.kept_until, answer_status = excluded.answer_status,
    answer_body = excluded.answer_body
  where credit_answers.debit = excluded.debit and credit_answers.answer_body is null`
const forgetDebitSql = 'delete from credit_answers where debit = ? and answer_body is null'
const pruneSql = `delete from credit_answers where (organisation, idempotency_key) in (
  select organisation, idempotency_key from credit_answers
  where answer_body is not null and kept_until <= ? order by kept_until limit ? ${skipLocked})`

/** SQL condition: an idempotency key refers to the large answer in the row `of`. */
export const creditsReferTo = (of: string) => `exists (select 1 from credit_answers c
    where c.debit = ${of}.debit and c.answer_body = ${of}.reference)`

/** SQL join: the credits of the idempotency key of the large answer in the row `of`, as `c`. */
export const joinCredits = (of: string) => `left join credit_answers c
    on c.debit = ${of}.debit and c.answer_body = ${of}.reference`

/**
 * Answers that credits bought under an idempotency key. A row without an answer is a running debit.
 */
export function onceAnswersIn(database: Database): OnceAnswers {
  return {
    async findOnce({ organisation, key }, now) {
      const [row] = await database.read(findSql, organisation, key, now)
      if (!row) return undefined
      const answer = await answerOf(row)
      return { request: String(row['request']), ...defined({ answer }) }
    },
    async storeOnce({ id, organisation, once }, { status, body }, back) {
      const { key, request, keptUntil } = once
      const values = [organisation, key, request, id, keptUntil, status, await answerBytes(body)]
      const keep = { sql: storeSql, values }
      if (back) {
        const refund = { ...back, back: 0, reference: id }
        const close = { ...closeStatement(id), mustChange: 1 }
        const together = refundStatements(await readDebit(database, id), refund, close)
        if ((await database.write(...together, keep)).applied) return
      }
      await database.write(closeStatement(id), keep)
    },
    async pruneOnce(now, rowsMax) {
      const { results } = await database.write({ sql: pruneSql, values: [now, rowsMax] })
      return results[0]?.changes ?? 0
    },
  }
}

/**
 * Statements that claim an idempotency key for a debit, written with the debit. The last one
 * changes no row if the key belongs to another debit.
 */
export function claimOnce({
  id,
  organisation,
  once,
  at,
}: OnceCharge & { at: number }): [Statement, Statement] {
  const { key, request, keptUntil } = once
  return [
    { sql: forgetExpiredSql, values: [organisation, key, at] },
    { sql: claimSql, values: [organisation, key, request, id, keptUntil], mustChange: 1 },
  ]
}

/** Frees the idempotency key of a refunded debit without an answer. */
export function forgetOnce(debit: string): Statement {
  return { sql: forgetDebitSql, values: [debit] }
}

async function answerOf({ answer_status, answer_body }: Row) {
  if (!(answer_body instanceof Uint8Array)) return undefined
  return { status: Number(answer_status), body: await answerBody(answer_body) }
}
