import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAccessStore } from '../accounts/open-access-store.ts'
import type { Database } from '../database/database.ts'
import { openSqliteDatabase } from '../database/sqlite-database.ts'
import { createTestSchema, openSmallDatabase, postgres } from '../database/testing/postgres.ts'
import { openPaymentRecord } from './open-payment-record.ts'
import type { PaymentRecord } from './payment-record.ts'
import { giftOf, partialAnswer, wallet, wholeAnswer } from './testing/credited.ts'
import { claimOf, keyOf, settlement } from './testing/payments.ts'

const creditsOf = async (database: Database) =>
  (await openAccessStore(database).organisations())[0]!.prepaid

describe('SQLite', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fiq-credited-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('error: if the write of a partial answer fails, no credits are given; the whole answer follows', async () => {
    const database = openSqliteDatabase(':memory:')
    const record = openPaymentRecord(database)
    await openAccessStore(database).createOrganisation(wallet)
    await record.claim(claimOf(keyOf(1)))
    const broken = { ...partialAnswer, status: (2n ** 63n) as unknown as number }
    await expect(record.answered(keyOf(1), broken, settlement, giftOf(1))).rejects.toThrow()
    expect(await creditsOf(database)).toBe(0)
    expect(await record.answered(keyOf(1), wholeAnswer, settlement)).toEqual(wholeAnswer)
    expect(await creditsOf(database)).toBe(0)
    await record.close()
  })

  test('error: if the credits cannot be written, neither is the answer', async () => {
    const database = openSqliteDatabase(':memory:')
    const record = openPaymentRecord(database)
    await openAccessStore(database).createOrganisation(wallet)
    await record.claim(claimOf(keyOf(1)))
    const broken = { ...giftOf(1), organisation: 'nobody' }
    await expect(record.answered(keyOf(1), partialAnswer, settlement, broken)).rejects.toThrow()
    expect((await record.find(keyOf(1)))?.state).toBe('claimed')
    await record.close()
  })

  test('behavior: also written with the answer of a reserved payment', async () => {
    const database = openSqliteDatabase(':memory:')
    const record = openPaymentRecord(database)
    await openAccessStore(database).createOrganisation(wallet)
    const claim = claimOf(keyOf(1))
    const { value } = claim.signed.authorization
    expect(await record.reserve(claim, 0n, value)).toBe('reserved')
    await record.answered(keyOf(1), partialAnswer, settlement, giftOf(1))
    expect(await creditsOf(database)).toBe(3)
    await record.close()
  })

  test('behavior: bought credits are written with the answer of their payment, once, or not at all', async () => {
    const database = openSqliteDatabase(':memory:')
    const record = openPaymentRecord(database)
    const access = openAccessStore(database)
    await access.createOrganisation(wallet)
    for (const n of [1, 2]) await record.claim(claimOf(keyOf(n)))
    const bought = { ...giftOf(1), kind: 'topup', reference: 'one' } as const
    const broken = { ...wholeAnswer, status: (2n ** 63n) as unknown as number }
    await expect(record.answered(keyOf(1), broken, settlement, bought)).rejects.toThrow()
    expect([await creditsOf(database), (await record.find(keyOf(1)))?.state]).toEqual([
      0,
      'claimed',
    ])
    for (const _ of [1, 2]) await record.answered(keyOf(1), wholeAnswer, settlement, bought)
    expect([await creditsOf(database), (await record.find(keyOf(1)))?.state]).toEqual([
      3,
      'answered',
    ])

    const pending = { ...giftOf(2), kind: 'topup', reference: 'two', pendsFor: keyOf(2) } as const
    await expect(record.answered(keyOf(2), broken, settlement, pending)).rejects.toThrow()
    expect(await access.pending(bought.organisation)).toBe(0)
    for (const _ of [1, 2]) await record.answered(keyOf(2), wholeAnswer, settlement, pending)
    expect([await creditsOf(database), await access.pending(bought.organisation)]).toEqual([3, 3])
    await record.close()
  })

  test('behavior: after a kill at any time, a payment has its partial answer and the credits, or neither', async () => {
    const path = join(folder, 'ledger.sqlite')
    const program = join(import.meta.dirname, 'testing/credit-until-killed.ts')
    const child = spawn(process.execPath, [program, path], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
      if (output.split('\n').length > 200) child.kill('SIGKILL')
    })
    await once(child, 'close')
    const acknowledged = output.split('\n').length - 1
    const database = openSqliteDatabase(path)
    const [answered, given] = await Promise.all([
      database.scan(`select nonce from payments where state = 'answered'`),
      database.scan(`select reference from credit_ledger where kind = 'refund'`),
    ])
    expect(answered.length).toBeGreaterThanOrEqual(acknowledged)
    expect(given).toHaveLength(answered.length)
    expect(await creditsOf(database)).toBe(3 * answered.length)
    await database.close()
  })
})

describe.skipIf(!postgres)('two instances on PostgreSQL', () => {
  let schema: Awaited<ReturnType<typeof createTestSchema>>
  let databases: Database[]
  let records: PaymentRecord[]
  beforeEach(async () => {
    schema = await createTestSchema(postgres!)
    databases = [await openSmallDatabase(schema.url), await openSmallDatabase(schema.url)]
    records = databases.map((database) => openPaymentRecord(database))
    await openAccessStore(databases[0]!).createOrganisation(wallet)
  })
  afterEach(async () => {
    for (const { close } of records) await close()
    await schema.drop()
  })

  test('behavior: for a concurrent whole and partial answer, credits come only with the partial one', async () => {
    let credited = 0
    for (let n = 0; n < 40; n++) {
      await records[0]!.claim(claimOf(keyOf(n)))
      const [one, other] = n % 2 === 0 ? records : records.toReversed()
      const [whole, partial] = await Promise.all([
        one!.answered(keyOf(n), wholeAnswer, settlement),
        other!.answered(keyOf(n), partialAnswer, settlement, giftOf(n)),
      ])
      expect(whole).toEqual(partial)
      if (partial.body === partialAnswer.body) credited += 3
      expect(await creditsOf(databases[0]!)).toBe(credited)
    }
  })

  test('behavior: two concurrent partial answers are credited once', async () => {
    for (let n = 0; n < 20; n++) {
      await records[0]!.claim(claimOf(keyOf(n)))
      await Promise.all(
        records.map((record, place) =>
          record.answered(keyOf(n), partialAnswer, settlement, giftOf(n, `${n} of ${place}`)),
        ),
      )
      expect(await creditsOf(databases[0]!)).toBe(3 * (n + 1))
    }
  })
})
