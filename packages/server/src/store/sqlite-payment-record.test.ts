import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqlitePaymentRecord } from './sqlite-payment-record.ts'

const hex = (digit: string, bytes: number) => `0x${digit.repeat(bytes * 2)}` as const
const key = { payer: hex('a', 20), nonce: hex('1', 32) }
const claim = {
  ...key,
  request: 'digest',
  signed: {
    authorization: {
      from: key.payer,
      to: hex('b', 20),
      value: 10_000_000n,
      validAfter: 0n,
      validBefore: 1_800_000_000n,
      nonce: key.nonce,
    },
    signature: hex('c', 65),
  },
  createdAt: 1_700_000_000_000,
}
const settlement = { transaction: hex('d', 32), logIndex: 0 }

describe('openSqlitePaymentRecord', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fiq-record-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const open = () => openSqlitePaymentRecord(join(folder, 'payments.sqlite'))

  test('default: a payment goes from claimed to answered, and comes back whole', async () => {
    const record = open()
    expect(await record.claim(claim)).toBe(true)
    expect(await record.find(key)).toEqual({ ...claim, state: 'claimed' })
    await record.broadcast(key, settlement.transaction)
    await record.settled(key, settlement)
    const answer = {
      status: 200,
      body: `{"data":"${'é'.repeat(10_000)}"}`,
      paymentResponse: 'receipt',
    }
    await record.answered(key, answer)
    expect(await record.find(key)).toEqual({ ...claim, state: 'answered', ...settlement, answer })
    record.close()
  })

  test('behavior: of two claims of one key one wins, also across processes', async () => {
    const [one, two] = [open(), open()]
    expect(
      await Promise.all([one.claim(claim), two.claim({ ...claim, request: 'other' })]),
    ).toEqual([true, false])
    expect((await two.find(key))?.request).toBe('digest')
    one.close()
    two.close()
  })

  test('behavior: everything survives closing, and what is unfinished is listed oldest first', async () => {
    const before = open()
    const nonces = [hex('3', 32), hex('2', 32), hex('4', 32)]
    for (const [index, nonce] of nonces.entries())
      await before.claim({ ...claim, nonce, createdAt: 10 - index })
    await before.failed({ payer: key.payer, nonce: nonces[1]! }, 'insufficient_funds')
    before.close()

    const after = open()
    expect((await after.unfinished()).map(({ nonce }) => nonce)).toEqual([nonces[2], nonces[0]])
    expect(await after.find({ payer: key.payer, nonce: nonces[1]! })).toMatchObject({
      state: 'failed',
      reason: 'insufficient_funds',
    })
    expect(await after.totals()).toMatchObject({
      claimed: { count: 2, amount: 20_000_000n },
      failed: { count: 1, amount: 10_000_000n },
      owed: { count: 0, amount: 0n },
    })
    after.close()
  })

  test('behavior: every commit is synced to the disk', async () => {
    const { DatabaseSync } = await import('node:sqlite')
    open().close()
    const database = new DatabaseSync(join(folder, 'payments.sqlite'))
    expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' })
    database.close()
  })

  test('error: an unknown key is undefined', async () => {
    const record = open()
    expect(await record.find(key)).toBeUndefined()
    record.close()
  })
})
