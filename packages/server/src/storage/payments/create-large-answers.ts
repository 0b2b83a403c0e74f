import { randomBytes } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { bounds } from '@fiq/shared/bounds'
import { creditsReferTo, joinCredits } from '../credits/once-answers.ts'
import { bytesOf } from '../database/column-values.ts'
import type { Database, Statement } from '../database/database.ts'
import { referenceTo } from './body-reference.ts'
import type { AnswerOwner, LargeAnswers } from './large-answers.ts'

/** Halves the size in a third of the time of the default level. */
const level = 1
/** Bytes of a part: one row, one write, one read. */
const partBytes = bounds.partBytesMax
/** An unreferenced answer of this age is abandoned: its server died, or it was sent. */
const orphanAfterMs = 3_600_000

const beginSql = `insert into large_answers (id, payer, nonce, debit, reference, bytes, created_at)
  values (?, ?, ?, ?, ?, ?, ?)`
const takeSql = 'update answer_room set bytes = bytes + ? where id = 1'
const takeWithinSql = 'update answer_room set bytes = bytes + ? where id = 1 and bytes + ? <= ?'
const giveBackSql = `update answer_room set bytes = bytes
    - (select coalesce(sum(bytes), 0) from large_answers where id = ?) where id = 1`
const partSql = 'insert into large_answer_parts (id, part, bytes) values (?, ?, ?)'
const grownSql = 'update large_answers set bytes = bytes + ? where id = ?'
const wholeSql = 'update large_answers set parts = ? where id = ?'
const readSql = 'select bytes from large_answer_parts where id = ? and part = ?'
const countSql = 'select parts from large_answers where id = ?'
const findSql = `select l.bytes, p.kept_until as paid_until, c.kept_until as charged_until, c.organisation
  from large_answers l
  left join payments p on p.payer = l.payer and p.nonce = l.nonce and p.answer_body = l.reference
  ${joinCredits('l')}
  where l.id = ? and l.parts is not null`
const takenSql = 'select bytes from answer_room where id = 1'
const dropPartsSql = 'delete from large_answer_parts where id = ?'
const dropSql = 'delete from large_answers where id = ?'
const unreferredDebitSql = `select id from large_answers l where id = ? and debit is not null
  and not ${creditsReferTo('l')}`
const orphansSql = `select id from large_answers l where created_at < ?
  and not exists (select 1 from payments p
    where p.payer = l.payer and p.nonce = l.nonce and p.answer_body = l.reference)
  and not ${creditsReferTo('l')}
  order by created_at limit ?`

/**
 * Large answers in the database of the payments, so that instances share them and a backup includes
 * them.
 */
export function createLargeAnswers(database: Database, quotaBytes: number): LargeAnswers {
  /**
   * Deletes an answer. Of two concurrent calls, only the one that deletes its row frees its bytes.
   */
  const drop = async (id: string) => {
    const { applied } = await database.write(
      { sql: giveBackSql, values: [id] },
      { sql: dropSql, values: [id], mustChange: 1 },
      { sql: dropPartsSql, values: [id] },
    )
    return applied
  }

  /**
   * Deletes an answer that credits bought without an idempotency key, which cannot be requested
   * again.
   */
  const dropUnreferred = async (id: string) => {
    if ((await database.read(unreferredDebitSql, id)).length > 0) await drop(id)
  }

  return {
    quotaBytes,
    async reserve(bytes, nowMs) {
      const id = newId()
      const take = { sql: takeWithinSql, values: [bytes, bytes, quotaBytes], mustChange: 1 }
      const { applied } = await database.write(take, begin(id, undefined, { bytes, nowMs }))
      return applied ? { release: async () => void (await drop(id)) } : undefined
    },
    async store(owner, pieces, nowMs) {
      const id = newId()
      await database.write(begin(id, owner, { bytes: 0, nowMs }))
      try {
        await pipeline(pieces, createGzip({ level }), async (gzipped) => {
          let parts = 0
          for await (const bytes of inParts(gzipped)) {
            await database.write(
              { sql: partSql, values: [id, parts, bytes] },
              { sql: grownSql, values: [bytes.length, id] },
              { sql: takeSql, values: [bytes.length] },
            )
            parts += 1
          }
          await database.write({ sql: wholeSql, values: [parts, id] })
        })
      } catch (error) {
        await drop(id)
        throw error
      }
      return referenceTo(id)
    },
    async find(id, nowMs) {
      const [row] = await database.read(findSql, id)
      const until = row?.['paid_until'] ?? row?.['charged_until']
      if (until === null || until === undefined || Number(until) <= nowMs) return undefined
      const organisation = row?.['organisation']
      return {
        organisation: organisation === null ? undefined : String(organisation),
        storedUntilMs: Number(until),
        bytes: Number(row?.['bytes']),
      }
    },
    async *read(id) {
      const [answer] = await database.read(countSql, id)
      if (answer === undefined || answer['parts'] === null)
        throw new Error(`The large answer ${id} is not stored.`)
      try {
        for (let part = 0; part < Number(answer['parts']); part += 1) {
          const [row] = await database.read(readSql, id, part)
          if (!(row?.['bytes'] instanceof Uint8Array))
            throw new Error(`The large answer ${id} lacks its part ${part}.`)
          yield row['bytes']
        }
      } finally {
        // If it cannot be deleted now, pruning deletes it.
        await dropUnreferred(id).catch(() => {})
      }
    },
    async prune(now, answersMax) {
      const orphans = await database.scan(orphansSql, BigInt(now - orphanAfterMs), answersMax)
      let dropped = 0
      for (const { id } of orphans) if (await drop(String(id))) dropped += 1
      return dropped
    },
    async usedBytes() {
      return Number((await database.read(takenSql))[0]?.['bytes'] ?? 0)
    },
  }
}

/** 128 random bits: the id alone gives access to an answer that USDC bought. */
function newId(): string {
  return randomBytes(16).toString('hex')
}

function begin(
  id: string,
  owner: AnswerOwner | undefined,
  { bytes, nowMs }: { bytes: number; nowMs: number },
): Statement {
  const payment = owner && 'payer' in owner ? owner : undefined
  const debit = owner && 'debit' in owner ? owner.debit : null
  const key = [payment ? bytesOf(payment.payer) : null, payment ? bytesOf(payment.nonce) : null]
  const reference = new Uint8Array(Buffer.from(referenceTo(id)))
  return { sql: beginSql, values: [id, ...key, debit, reference, bytes, BigInt(nowMs)] }
}

/** Divides a stream into parts of equal size, except the last. Each has its own memory. */
async function* inParts(stream: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const bytes of stream) {
    chunks.push(bytes)
    size += bytes.length
    while (size >= partBytes) {
      const all = Buffer.concat(chunks, size)
      yield new Uint8Array(all.subarray(0, partBytes))
      chunks = [all.subarray(partBytes)]
      size -= partBytes
    }
  }
  if (size > 0) yield new Uint8Array(Buffer.concat(chunks, size))
}
