import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAccessStore } from '../../accounts/open-access-store.ts'
import { poolsOf, searchOrganisations } from '../../accounts/organisation-search.ts'
import type { Database } from '../../database/database.ts'
import { openPaymentRecord } from '../../payments/open-payment-record.ts'
import type { PaymentState } from '../../payments/payment-record.ts'
import { searchPayments } from '../../payments/payment-search.ts'
import { owedNow, statesSince } from '../../payments/payment-sums.ts'
import { claimOf, hex, keyOf } from '../../payments/testing/payments.ts'
import { createHourlyCounts } from '../hourly-counts.ts'
import { soldOverTime } from '../sold-over-time.ts'

const hourMs = 3_600_000
const nowMs = Date.UTC(2026, 10, 20, 12, 30)

/** Tests of the reports for operators, for every driver. */
export function describeReports(name: string, open: () => Promise<Database>): void {
  describe(`reports on ${name}`, () => {
    let database: Database
    beforeEach(async () => {
      database = await open()
    })
    afterEach(() => database.close())

    /** Records the n-th payment in the given state, claimed that long ago. */
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

    test('default: lists payments newest first, page by page, also those of one millisecond', async () => {
      for (const n of [1, 2, 3, 4, 5]) await pay(n, 'answered', n > 2 ? 0 : 1_000)
      const first = await searchPayments(database, { limit: 2 })
      const second = await searchPayments(database, { limit: 2, after: first[1]! })
      const third = await searchPayments(database, { limit: 2, after: second[1]! })
      expect([first, second, third].map(numbersOf)).toEqual([[5, 4], [3, 2], [1]])
      expect(first[0]).toEqual({
        payer: hex('a', 20),
        nonce: keyOf(5).nonce,
        state: 'answered',
        amount: 15_000n,
        transaction: `0x${'1005'.padStart(64, '0')}`,
        createdAt: nowMs,
        replaced: [],
        payTo: hex('b', 20),
        request: `digest of ${keyOf(5).nonce}`,
        validAfter: 0n,
        answerStatus: 200,
        hasAnswer: true,
        validBefore: expect.any(BigInt),
        keptUntil: expect.any(Number),
      })
    })

    test('behavior: finds a payment by state, payer, nonce, transaction and replaced transaction', async () => {
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

    test('default: sums exact revenue by hour and by day, including hours without sales', async () => {
      await pay(1, 'answered', 0, 15_000n)
      await pay(2, 'owed', 0, 2n ** 62n)
      await pay(3, 'answered', 0, 2n ** 62n)
      await pay(4, 'claimed')
      await pay(5, 'failed')
      await pay(6, 'answered', hourMs)
      await pay(7, 'answered', 30 * hourMs)
      const { sold: day, revenueBefore } = await soldOverTime(database, 'day', nowMs)
      expect(revenueBefore).toBe(15_000n)
      expect(day).toHaveLength(24)
      expect(day.at(-1)).toEqual({
        at: Date.UTC(2026, 10, 20, 12),
        payments: 3,
        revenue: 2n ** 63n + 15_000n,
        creditQueries: 0,
        credits: 0,
        quotes: 0,
        unpaid: 0,
        refused: 0,
      })
      expect(day.at(-2)).toMatchObject({ payments: 1, revenue: 15_000n })
      expect(day.slice(0, -2).every(({ payments }) => payments === 0)).toBe(true)
      const { sold: month } = await soldOverTime(database, 'month', nowMs)
      expect(month.map(({ payments }) => payments).slice(-3)).toEqual([0, 1, 4])
      expect((await soldOverTime(database, 'week', nowMs)).sold.length).toBe(168)
      expect((await soldOverTime(database, 'year', nowMs)).sold.length).toBe(365)
    })

    test('default: divides an hour into steps of five minutes, with their quotes', async () => {
      const step = hourMs / 12
      await pay(1, 'answered')
      await pay(2, 'answered', 50 * 60_000)
      await pay(3, 'answered', 70 * 60_000)
      const counts = createHourlyCounts(database)
      const count = { kind: 'recent-quotes', name: '', failed: 1, milliseconds: 0 } as const
      await counts.add([
        { ...count, hour: nowMs - 2 * step, calls: 3 },
        { ...count, hour: nowMs, calls: 4 },
        { ...count, hour: nowMs - 12 * step, calls: 9 },
        { ...count, kind: 'quotes', hour: nowMs, calls: 50 },
      ])
      const { sold, revenueBefore } = await soldOverTime(database, 'hour', nowMs)
      expect(sold.map(({ payments }) => payments)).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
      expect(sold.map(({ quotes }) => quotes)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 4])
      expect(sold.at(-1)).toMatchObject({ at: nowMs, unpaid: 3, refused: 1 })
      expect(revenueBefore).toBe(15_000n)
      expect(await counts.prune(nowMs + 23 * hourMs + 1)).toBe(1)
      expect(await counts.prune(nowMs + 25 * hourMs)).toBe(2)
    })

    test('default: returns times of answers, unpaid quotes, and owed answers with the oldest time', async () => {
      const record = openPaymentRecord(database)
      for (const [n, took] of [10, 20, 30, 40, 1_000].entries()) {
        const claim = { ...claimOf(keyOf(n)), createdAt: nowMs }
        await record.claim(claim)
        const settlement = { transaction: `0x${`${n}`.padStart(64, '0')}` as const }
        const answer = { status: 200, body: '{}', at: nowMs + took }
        await record.answered(claim, answer, settlement)
      }
      await pay(9, 'owed', 90_000, 21_000n)
      const counts = createHourlyCounts(database)
      const hour = Math.floor(nowMs / hourMs) * hourMs
      const count = {
        kind: 'quotes',
        hour,
        name: '',
        calls: 7,
        failed: 2,
        milliseconds: 0,
      } as const
      await counts.add([count])
      await counts.add([count, { ...count, kind: 'source', name: 'sec.gov' }])
      const { sold, times } = await soldOverTime(database, 'day', nowMs)
      expect(sold.at(-1)).toMatchObject({ quotes: 14, unpaid: 8, refused: 4 })
      expect(times.answers).toBe(5)
      expect(times.median).toBeGreaterThan(24)
      expect(times.median).toBeLessThan(37)
      expect(times.p95).toBeGreaterThan(800)
      expect(times.p95).toBeLessThan(1_250)
      expect(await owedNow(database)).toEqual({
        count: 1,
        amount: 21_000n,
        oldestMs: nowMs - 90_000,
      })
      expect(await counts.since('source', hour)).toEqual([
        { ...count, kind: 'source', name: 'sec.gov' },
      ])
      expect(await counts.prune(nowMs)).toBe(0)
      expect(await counts.prune(nowMs + 32 * 24 * hourMs)).toBe(1)
      expect(await counts.prune(nowMs + 367 * 24 * hourMs)).toBe(1)
    })

    test('property: the revenue of all steps, and of all states, is the sum of the payments', async () => {
      const drawn = fc.array(
        fc.record({
          state: fc.constantFrom<PaymentState>('answered', 'owed', 'settled', 'failed', 'claimed'),
          agoMs: fc.integer({ min: 0, max: 23 * hourMs }),
          value: fc.bigInt({ min: 1n, max: 2n ** 62n }),
        }),
        { maxLength: 8 },
      )
      let n = 0
      const all: { state: PaymentState; value: bigint }[] = []
      await fc.assert(
        fc.asyncProperty(drawn, async (payments) => {
          for (const { state, agoMs, value } of payments) {
            n += 1
            await pay(n, state, agoMs, value)
            all.push({ state, value })
          }
          const { sold } = await soldOverTime(database, 'day', nowMs)
          const isSold = ({ state }: { state: string }) =>
            state === 'answered' || state === 'owed' || state === 'settled'
          const sumOf = (of: readonly { value: bigint }[]) =>
            of.reduce((sum, { value }) => sum + value, 0n)
          const paid = all.filter(isSold)
          expect(sold.reduce((sum, each) => sum + each.revenue, 0n)).toBe(sumOf(paid))
          expect(sold.reduce((sum, each) => sum + each.payments, 0)).toBe(paid.length)
          const states = await statesSince(database, nowMs - 24 * hourMs)
          for (const [state, { count, amount }] of Object.entries(states)) {
            const those = all.filter((each) => each.state === state)
            expect([count, amount]).toEqual([those.length, sumOf(those)])
          }
        }),
        { numRuns: 8 },
      )
    })

    test('default: counts queries on credits minus refunds; sums balances and active keys', async () => {
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
      const [latest] = (await soldOverTime(database, 'day', nowMs)).sold.slice(-1)
      expect(latest).toMatchObject({ payments: 0, creditQueries: 1, credits: 10 })
      expect(await poolsOf(database, nowMs)).toEqual({
        organisations: 3,
        prepaid: 90,
        allotment: 0,
        activeKeys: 1,
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
