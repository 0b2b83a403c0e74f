import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAccessStore } from '../../accounts/open-access-store.ts'
import { poolsOf, searchOrganisations } from '../../accounts/organisation-search.ts'
import type { Database } from '../../database/database.ts'
import { openPaymentRecord } from '../../payments/open-payment-record.ts'
import type { PaymentState } from '../../payments/payment-record.ts'
import { searchPayments } from '../../payments/payment-search.ts'
import { claimOf, hex, keyOf } from '../../payments/testing/payments.ts'
import { soldOverTime } from '../sold-over-time.ts'

const hourMs = 3_600_000
const nowMs = Date.UTC(2026, 10, 20, 12, 30)

/** What an operator is shown must be right, whatever it is kept in. */
export function describeReports(name: string, open: () => Promise<Database>): void {
  describe(`reports on ${name}`, () => {
    let database: Database
    beforeEach(async () => {
      database = await open()
    })
    afterEach(() => database.close())

    /** The n-th payment, made so long ago, in the state named. */
    async function pay(n: number, state: PaymentState, agoMs = 0, value = 15_000n) {
      const record = openPaymentRecord(database)
      const claim = { ...claimOf(keyOf(n), { value }), createdAt: nowMs - agoMs }
      await record.claim(claim)
      if (state === 'failed') await record.failed(claim, 'no')
      if (state === 'claimed' || state === 'failed') return
      const transaction = `0x${(n + 4_096).toString(16).padStart(64, '0')}` as const
      await record.settled(claim, { transaction })
      if (state === 'owed') await record.owed(claim, 'late')
      if (state === 'answered') await record.answered(claim, { status: 200, body: '{}' })
    }
    const numbersOf = (rows: readonly { nonce: string }[]) => rows.map(({ nonce }) => Number(nonce))

    test('default: newest first, page by page, those of the same moment too', async () => {
      for (const n of [1, 2, 3, 4, 5]) await pay(n, 'answered', n > 2 ? 0 : 1_000)
      const first = await searchPayments(database, { limit: 2 })
      const second = await searchPayments(database, { limit: 2, after: first[1]! })
      const third = await searchPayments(database, { limit: 2, after: second[1]! })
      expect([first, second, third].map(numbersOf)).toEqual([[5, 4], [3, 2], [1]])
      expect(first[0]).toEqual({
        ...{ payer: hex('a', 20), nonce: keyOf(5).nonce, state: 'answered', amount: 15_000n },
        ...{ transaction: `0x${'1005'.padStart(64, '0')}`, createdAt: nowMs, replaced: [] },
        ...{
          payTo: hex('b', 20),
          request: `digest of ${keyOf(5).nonce}`,
          validAfter: 0n,
          answerStatus: 200,
        },
        ...{ hasAnswer: true, validBefore: expect.any(BigInt), keptUntil: expect.any(Number) },
      })
    })

    test('behavior: found by state, payer, nonce and transaction, one that was replaced too', async () => {
      await pay(1, 'claimed')
      await pay(2, 'owed')
      await pay(3, 'failed')
      await pay(4, 'answered')
      const record = openPaymentRecord(database)
      await record.broadcast(keyOf(1), hex('e', 32))
      await record.broadcast(keyOf(1), hex('f', 32))
      const find = async (search: Omit<Parameters<typeof searchPayments>[1], 'limit'>) =>
        numbersOf(await searchPayments(database, { ...search, limit: 9 }))
      expect(await find({ state: 'owed' })).toEqual([2])
      expect(await find({ state: 'broadcast' })).toEqual([1])
      expect(await find({ state: 'answered' })).toEqual([4])
      expect(await find({ found: hex('a', 20) })).toEqual([4, 3, 2, 1])
      expect(await find({ found: hex('b', 20) })).toEqual([])
      expect(await find({ found: hex('a', 20), state: 'failed' })).toEqual([3])
      expect(await find({ found: keyOf(3).nonce })).toEqual([3])
      expect(await find({ found: `0x${'1004'.padStart(64, '0')}` })).toEqual([4])
      expect(await find({ found: hex('e', 32) })).toEqual([1])
      expect(await find({ found: hex('f', 32) })).toEqual([1])
      const [payment] = await searchPayments(database, { key: keyOf(1), limit: 9 })
      expect(payment).toMatchObject({ state: 'broadcast', replaced: [hex('e', 32)] })
      expect(await searchPayments(database, { key: keyOf(9), limit: 9 })).toEqual([])
    })

    test('default: revenue by the hour and by the day, exact, with the hours of nothing', async () => {
      await pay(1, 'answered', 0, 15_000n)
      await pay(2, 'owed', 0, 2n ** 62n)
      await pay(3, 'answered', 0, 2n ** 62n)
      await pay(4, 'claimed')
      await pay(5, 'failed')
      await pay(6, 'answered', hourMs)
      await pay(7, 'answered', 30 * hourMs)
      const day = await soldOverTime(database, 'day', nowMs)
      expect(day).toHaveLength(24)
      expect(day.at(-1)).toEqual({
        ...{ at: Date.UTC(2026, 10, 20, 12), payments: 3, revenue: 2n ** 63n + 15_000n },
        ...{ creditQueries: 0, credits: 0 },
      })
      expect(day.at(-2)).toMatchObject({ payments: 1, revenue: 15_000n })
      expect(day.slice(0, -2).every(({ payments }) => payments === 0)).toBe(true)
      const month = await soldOverTime(database, 'month', nowMs)
      expect(month.map(({ payments }) => payments).slice(-3)).toEqual([0, 1, 4])
      expect((await soldOverTime(database, 'week', nowMs)).length).toBe(168)
      expect((await soldOverTime(database, 'year', nowMs)).length).toBe(365)
    })

    test('default: queries on credits, what was given back subtracted; pools and keys', async () => {
      const store = openAccessStore(database)
      for (const [id, title] of [
        ['1', 'Acme'],
        ['2', '100% Fun'],
        ['3', 'zeta'],
      ] as const)
        await store.createOrganisation({ id, name: title, plan: 'basic', createdAt: nowMs })
      const key = { organisation: '1', name: 'k', prefix: 'fiq_1', createdAt: nowMs }
      await store.addKey({ ...key, id: 'k1', hash: 'h1' }, 9)
      await store.addKey({ ...key, id: 'k2', hash: 'h2', expiresAt: nowMs }, 9)
      await store.give({ id: 'g', organisation: '1', kind: 'grant', credits: 100, at: nowMs })
      const month = { month: '2026-11', monthlyCredits: 0, at: nowMs }
      await store.take({ id: 'd', organisation: '1', key: 'k1', credits: 12, ...month })
      await store.refund({ id: 'r', debit: 'd', credits: 2, at: nowMs })
      const [latest] = (await soldOverTime(database, 'day', nowMs)).slice(-1)
      expect(latest).toMatchObject({ payments: 0, creditQueries: 1, credits: 10 })
      expect(await poolsOf(database, nowMs)).toEqual({
        ...{ organisations: 3, prepaid: 90, allotment: 0, activeKeys: 1 },
      })
      const names = async (text: string, after = '') =>
        (await searchOrganisations(database, { text, after, limit: 9 })).map((each) => each.name)
      expect(await names('')).toHaveLength(3)
      expect(await names('ACM')).toEqual(['Acme'])
      expect(await names('0%')).toEqual(['100% Fun'])
      expect(await names('e', 'Acme')).toEqual(['zeta'])
    })
  })
}
