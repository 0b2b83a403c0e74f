import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { openSqliteDatabase } from '../database/sqlite-database.ts'
import { createTestSchema, openSmallDatabase, postgres } from '../database/testing/postgres.ts'
import { referredIn } from './body-reference.ts'
import { createLargeAnswers } from './create-large-answers.ts'
import { openPaymentRecord } from './open-payment-record.ts'
import type { PaymentRecord } from './payment-record.ts'
import { claimOf, keyOf, settlement } from './testing/payments.ts'

const hourMs = 3_600_000

/** Text that compresses badly, in this many parts. */
async function* noise(pieces: number): AsyncGenerator<string> {
  let seed = 1
  for (let piece = 0; piece < pieces; piece += 1) {
    let text = ''
    while (text.length < 100_000) {
      seed = (seed * 48_271) % 2_147_483_647
      text += seed.toString(36)
    }
    yield text
  }
}
async function allOf<item>(items: AsyncIterable<item>): Promise<item[]> {
  const all: item[] = []
  for await (const item of items) all.push(item)
  return all
}
const whole = async (pieces: AsyncIterable<string>) => (await allOf(pieces)).join('')

async function open(store: 'SQLite' | 'PostgreSQL') {
  const schema = store === 'SQLite' ? undefined : await createTestSchema(postgres!)
  const folder = mkdtempSync(join(tmpdir(), 'fiq-large-'))
  const again = async () =>
    schema ? openSmallDatabase(schema.url) : openSqliteDatabase(join(folder, 'ledger.sqlite'))
  const end = async () => {
    await schema?.drop()
    rmSync(folder, { recursive: true })
  }
  return { again, end }
}

describe.each(['SQLite', 'PostgreSQL'] as const)('large answers, in %s', (store) => {
  const run = test.skipIf(store === 'PostgreSQL' && !postgres)
  let scene: Awaited<ReturnType<typeof open>>
  let database: Database
  let record: PaymentRecord
  const clock = { nowMs: 1_700_000_000_000 }
  const opened = (quotaBytes = 10_000_000) => createLargeAnswers(database, quotaBytes)
  const key = keyOf(1)
  const later = () => clock.nowMs + hourMs + 1

  beforeEach(async () => {
    if (store === 'PostgreSQL' && !postgres) return
    scene = await open(store)
    database = await scene.again()
    record = openPaymentRecord(database)
    await record.claim(claimOf(key))
    await record.settled(key, settlement)
  })
  afterEach(async () => {
    await database?.close()
    await scene?.end()
  })
  const text = async (reference: string) => {
    const parts = await allOf(opened().read(referredIn(reference)!))
    return { body: gunzipSync(Buffer.concat(parts)).toString(), parts: parts.length }
  }

  run('default: returns a body complete, compressed, in parts, also after a restart', async () => {
    const reference = await opened().store(key, noise(12), clock.nowMs)
    await record.answered(key, { status: 200, body: reference })
    await database.close()
    database = await scene.again()
    const row = await openPaymentRecord(database).find(key)
    const { body, parts } = await text(row!.answer!.body)
    expect(body).toBe(await whole(noise(12)))
    expect(parts).toBeGreaterThan(2)
    const taken = await opened().usedBytes()
    expect(taken).toBeGreaterThan((parts - 1) * 262_144)
    expect(taken).toBeLessThan(body.length)
  })

  run('default: finds an answer by its id until the row of its payment expires', async () => {
    const answers = opened()
    const reference = await answers.store(key, noise(1), clock.nowMs)
    const id = referredIn(reference)!
    expect(await answers.find(id, clock.nowMs)).toBeUndefined()
    await record.answered(key, { status: 200, body: reference })
    const { storedUntilMs, ...kept } = (await answers.find(id, clock.nowMs))!
    expect(kept).toEqual({ organisation: undefined, bytes: await answers.usedBytes() })
    expect(storedUntilMs).toBeGreaterThan(clock.nowMs)
    expect(await answers.find(id, storedUntilMs)).toBeUndefined()
    expect(await answers.find('nix', clock.nowMs)).toBeUndefined()
  })

  run('default: prunes an answer only after the answer of its payment', async () => {
    const reference = await opened().store(key, noise(2), clock.nowMs)
    await record.answered(key, { status: 200, body: reference })
    expect(await opened().prune(clock.nowMs + 40 * 24 * hourMs, 9)).toBe(0)
    expect((await text(reference)).parts).toBe(1)
    // First the row is deleted, then the answer that it referred to.
    expect(await record.prune(clock.nowMs + 40 * 24 * hourMs)).toBe(2)
    expect(await opened().usedBytes()).toBe(0)
    expect(await database.read('select * from large_answer_parts')).toEqual([])
  })

  run(
    'behavior: prunes the answers of a crashed server after an hour, and frees their space',
    async () => {
      // Complete, but its row never became answered.
      await opened().store(key, noise(1), clock.nowMs)
      // Begun, but not complete.
      const begun = `insert into large_answers (id, reference, bytes, created_at) values ('x', ?, 7, ?)`
      await database.write({ sql: begun, values: [new Uint8Array([1]), BigInt(clock.nowMs)] })
      const take = 'update answer_room set bytes = bytes + 7'
      await database.write({ sql: take, values: [] })
      expect(await opened().prune(clock.nowMs + hourMs - 1, 9)).toBe(0)
      expect(await opened().prune(later(), 9)).toBe(2)
      expect(await opened().usedBytes()).toBe(0)
      await expect(allOf(opened().read('x'))).rejects.toThrow('is not stored')
    },
  )

  run(
    'behavior: deletes an answer bought without a key once it was read or abandoned',
    async () => {
      const answers = opened()
      const ids = await Promise.all(
        ['a', 'b'].map(async (debit) => referredIn(await answers.store({ debit }, noise(4), 1))!),
      )
      await allOf(answers.read(ids[0]!))
      for await (const _ of answers.read(ids[1]!)) break
      expect(await answers.usedBytes()).toBe(0)
      expect(await database.read('select * from large_answer_parts')).toEqual([])
    },
  )

  run('behavior: reserves space within the quota, and frees it once', async () => {
    const answers = opened(1_000)
    const first = await answers.reserve(600, clock.nowMs)
    expect(await answers.reserve(401, clock.nowMs)).toBeUndefined()
    const second = await answers.reserve(400, clock.nowMs)
    await first?.release()
    await first?.release()
    await second?.release()
    expect(await answers.usedBytes()).toBe(0)
    const all = await Promise.all(
      Array.from({ length: 20 }, () => answers.reserve(100, clock.nowMs)),
    )
    expect(all.filter(Boolean)).toHaveLength(10)
  })

  run('behavior: stores a paid answer beyond the quota, and then reserves no more', async () => {
    const answers = opened(1_000)
    await answers.store(key, noise(1), clock.nowMs)
    expect(await answers.usedBytes()).toBeGreaterThan(1_000)
    expect(await answers.reserve(1, clock.nowMs)).toBeUndefined()
  })

  run('error: an answer that fails half way leaves no rows', async () => {
    const failing = async function* () {
      yield* noise(8)
      throw new Error('the source fell silent')
    }
    await expect(opened().store(key, failing(), clock.nowMs)).rejects.toThrow('fell silent')
    expect(await opened().usedBytes()).toBe(0)
    expect(await database.read('select * from large_answer_parts')).toEqual([])
  })

  run('behavior: prunes the second of two answers of one payment', async () => {
    const [one, two] = await Promise.all([
      opened().store(key, noise(1), clock.nowMs),
      opened().store(key, noise(1), clock.nowMs),
    ])
    await record.answered(key, { status: 200, body: one })
    expect((await record.answered(key, { status: 200, body: two })).body).toBe(one)
    expect(await opened().prune(later(), 9)).toBe(1)
    expect((await text(one)).parts).toBe(1)
  })
})
