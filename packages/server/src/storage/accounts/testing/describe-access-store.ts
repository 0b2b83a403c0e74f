import { defined } from '@fiq/shared/defined'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { monthOf } from '../../credits/refund-statements.ts'
import type { AccessStore } from '../access-store.ts'

const at = Date.UTC(2026, 10, 20)
const month = { organisation: 'acme', month: '2026-11', monthlyCredits: 100, at }
const charge = (id: string, credits: number) => ({
  ...month,
  id,
  key: 'k1',
  credits,
  bought: { text: 'quotes', areas: [{ area: 'quotes', credits }] },
})
const gift = (id: string, credits: number, reference?: string) => ({
  id,
  organisation: 'acme',
  kind: 'topup' as const,
  credits,
  ...defined({ reference }),
  at,
})
/** Unanswered debits as after their debit. */
const unrenewed = (...ids: string[]) => ids.map((id) => ({ id, beats: 1 }))

/**
 * Tests that every driver of the access store passes.
 *
 * @param connect - Opens another connection to the store of the test.
 */
export function describeAccessStore(
  driver: string,
  fresh: () => Promise<AccessStore>,
  connect: (to: AccessStore) => Promise<AccessStore>,
  { numRuns }: { numRuns: number },
): void {
  async function acme() {
    const store = await fresh()
    await store.createOrganisation({ id: 'acme', name: 'Acme', plan: 'basic', createdAt: at })
    return store
  }

  describe(`organisations and keys on ${driver}`, () => {
    test('default: finds an organisation by id, name and wallet; names and wallets are unique', async () => {
      const store = await fresh()
      const wallet = `0x${'a'.repeat(40)}` as const
      const one = { id: '1', name: 'One', plan: 'basic', wallet, createdAt: at }
      expect(await store.createOrganisation(one)).toBe(true)
      expect(await store.createOrganisation({ ...one, id: '2', name: 'Two' })).toBe(false)
      expect(
        await store.createOrganisation({ id: '3', name: 'One', plan: 'basic', createdAt: at }),
      ).toBe(false)
      for (const by of [{ id: '1' }, { name: 'One' }, { wallet }])
        expect(await store.findOrganisation(by)).toEqual(one)
      expect(await store.findOrganisation({ name: 'Two' })).toBeUndefined()
      await store.changePlan('1', 'professional')
      expect(await store.organisations()).toEqual([
        { ...one, plan: 'professional', prepaid: 0, allotment: 0 },
      ])
    })

    test('behavior: lists a key by its hash; only its owner revokes it, once', async () => {
      const store = await acme()
      const key = {
        id: 'k1',
        organisation: 'acme',
        name: 'ci',
        prefix: 'fiq_abcdefgh',
        hash: 'f'.repeat(64),
        createdAt: at,
        expiresAt: at + 1,
      }
      expect(await store.addKey(key, 1)).toBe(true)
      expect(await store.keysWithPrefix('fiq_abcdefgh')).toEqual([key])
      expect(await store.revokeKey({ id: 'k1', organisation: 'other' }, at)).toBe(false)
      expect(await store.revokeKey({ id: 'k1', organisation: 'acme' }, at)).toBe(true)
      expect(await store.revokeKey({ id: 'k1', organisation: 'acme' }, at)).toBe(false)
      expect(await store.keys('acme')).toEqual([{ ...key, revokedAt: at }])
      expect(await store.keys('other')).toEqual([])
      expect(await store.keys()).toHaveLength(1)
    })
  })

  describe(`the maximum of active keys on ${driver}`, () => {
    const key = (id: string) => ({
      id,
      organisation: 'acme',
      name: 'ci',
      prefix: 'fiq_abcdefgh',
      createdAt: at,
      hash: id.padStart(64, '0'),
    })

    test('behavior: revoked and expired keys do not count', async () => {
      const store = await acme()
      expect(await store.addKey(key('a'), 2)).toBe(true)
      expect(await store.addKey({ ...key('b'), expiresAt: at + 1 }, 2)).toBe(true)
      expect(await store.addKey(key('c'), 2)).toBe(false)
      expect(await store.addKey({ ...key('c'), createdAt: at + 1 }, 2)).toBe(true)
      expect(await store.addKey({ ...key('d'), createdAt: at + 1 }, 2)).toBe(false)
      await store.revokeKey(key('a'), at + 1)
      expect(await store.addKey({ ...key('d'), createdAt: at + 1 }, 2)).toBe(true)
    })

    test('behavior: concurrent additions over three connections stay within the maximum', async () => {
      const store = await acme()
      const stores = [store, await connect(store), await connect(store)]
      const made = await Promise.all(
        Array.from({ length: 60 }, (_, n) => stores[n % 3]!.addKey(key(`k${n}`), 7)),
      )
      expect(made.filter(Boolean)).toHaveLength(7)
      expect(await store.keys('acme')).toHaveLength(7)
    })
  })

  describe(`the ledger on ${driver}`, () => {
    test('default: spends the allotment first, then bought credits, each with its row', async () => {
      const store = await acme()
      await store.give(gift('g', 50))
      expect(await store.take(charge('a', 80))).toEqual({
        taken: true,
        balance: { prepaid: 50, allotment: 20 },
      })
      expect(await store.take(charge('b', 30))).toEqual({
        taken: true,
        balance: { prepaid: 40, allotment: 0 },
      })
      expect(await store.take(charge('c', 41))).toEqual({
        taken: false,
        balance: { prepaid: 40, allotment: 0 },
      })
      const rows = await store.ledger('acme', 10)
      expect(rows.map(({ kind, credits, allotment }) => [kind, credits, allotment]).sort()).toEqual(
        [
          ['allotment', 100, 100],
          ['debit', -30, -20],
          ['debit', -80, -80],
          ['topup', 50, 0],
        ],
      )
    })

    test('behavior: grants a reference once, and refunds a debit once', async () => {
      const store = await acme()
      expect(await store.give(gift('g1', 50, '0xa:0x1'))).toBe(true)
      expect(await store.give(gift('g2', 50, '0xa:0x1'))).toBe(false)
      await store.take(charge('a', 120))
      const refund = { id: 'r1', debit: 'a', credits: 120, at }
      expect(await store.refund(refund)).toBe(true)
      expect(await store.refund({ ...refund, id: 'r2' })).toBe(false)
      expect(await store.balance(month)).toEqual({ prepaid: 50, allotment: 100 })
    })

    test('behavior: a second gift for a payment is reduced by the first, or not granted', async () => {
      const store = await acme()
      await store.give(gift('g1', 20, 'part'))
      expect(await store.give({ ...gift('g2', 50, 'whole'), less: 'part' })).toBe(true)
      expect(await store.give({ ...gift('g3', 20, 'late'), unless: 'whole' })).toBe(false)
      expect(await store.give({ ...gift('g4', 5, 'other'), less: 'none', unless: 'none' })).toBe(
        true,
      )
      expect(await store.balance(month)).toEqual({ prepaid: 55, allotment: 100 })
    })

    test('behavior: a partial refund returns bought credits first', async () => {
      const store = await acme()
      await store.give(gift('g', 50))
      await store.take(charge('a', 120))
      await store.refund({ id: 'r', debit: 'a', credits: 25, at })
      expect(await store.balance(month)).toEqual({ prepaid: 50, allotment: 5 })
    })

    test('behavior: an allotment expires with its month; a later refund is prepaid', async () => {
      const store = await acme()
      await store.take(charge('a', 30))
      const december = { ...month, month: '2026-12', at: Date.UTC(2026, 11, 1) }
      expect(await store.balance(december)).toEqual({ prepaid: 0, allotment: 100 })
      await store.refund({ id: 'r', debit: 'a', credits: 30, at: december.at })
      expect(await store.balance(december)).toEqual({ prepaid: 30, allotment: 100 })
      expect((await store.ledger('acme', 10)).map(({ kind, credits }) => [kind, credits])).toEqual(
        expect.arrayContaining([
          ['expiry', -70],
          ['refund', 30],
        ]),
      )
    })

    test('behavior: an instance whose clock is behind does not start an earlier month', async () => {
      const store = await acme()
      const december = { ...month, month: '2026-12', at: Date.UTC(2026, 11, 1) }
      await store.take({ ...charge('a', 30), ...december })
      const left = { prepaid: 0, allotment: 70 }
      expect(await store.balance(month)).toEqual(left)
      expect(await store.take(charge('b', 20))).toEqual({
        taken: true,
        balance: { prepaid: 0, allotment: 50 },
      })
      expect(await store.balance(december)).toEqual({ prepaid: 0, allotment: 50 })
      const kinds = (await store.ledger('acme', 9)).map(({ kind }) => kind).sort()
      expect(kinds).toEqual(['allotment', 'debit', 'debit'])
    })

    test('behavior: refunds each named unanswered debit once', async () => {
      const store = await acme()
      for (const id of ['answered', 'early', 'failed']) await store.take(charge(id, 30))
      await store.take({ ...charge('late', 7), at: at + 1 })
      await store.answered(['answered', 'never taken'])
      await store.refund({ id: 'r', debit: 'failed', credits: 30, at })
      expect(await store.unanswered()).toEqual(unrenewed('early', 'late'))
      const named = unrenewed('early', 'answered', 'failed', 'never taken')
      expect(await store.refundUnanswered(named, at + 9)).toBe(1)
      expect(await store.refundUnanswered(named, at + 9)).toBe(0)
      expect(await store.balance(month)).toEqual({ prepaid: 0, allotment: 63 })
      const references = (await store.ledger('acme', 10)).map(({ reference }) => reference)
      expect(references).toContain('early:unanswered')
      await store.answered(['early'])
      await store.answered([])
      expect(await store.refundUnanswered(unrenewed('late'), at + 9)).toBe(1)
      expect(await store.unanswered()).toEqual([])
      expect(await store.balance(month)).toEqual({ prepaid: 0, allotment: 70 })
    })

    test('behavior: does not refund a debit that was renewed since it was read', async () => {
      const store = await acme()
      await store.take(charge('a', 30))
      await store.renewUnanswered(['a', 'never taken'])
      expect(await store.refundUnanswered(unrenewed('a'), at)).toBe(0)
      expect(await store.unanswered()).toEqual([{ id: 'a', beats: 2 }])
      await store.take(charge('b', 5))
      await store.answered(['a'])
      await store.renewUnanswered(['a', 'b'])
      expect(await store.unanswered()).toEqual([{ id: 'b', beats: 2 }])
      expect(await store.refundUnanswered([{ id: 'b', beats: 2 }], at)).toBe(1)
      expect(await store.balance(month)).toEqual({ prepaid: 0, allotment: 70 })
    })

    test('behavior: does not refund again what was refunded for failed fields', async () => {
      const store = await acme()
      await store.give(gift('g', 50))
      await store.take(charge('a', 120))
      await store.refund({ id: 'r', debit: 'a', credits: 25, at })
      expect(await store.refundUnanswered(unrenewed('a'), at)).toBe(1)
      expect(await store.balance(month)).toEqual({ prepaid: 50, allotment: 100 })
    })

    test('behavior: a new plan starts its allotment at once', async () => {
      const store = await acme()
      await store.take(charge('a', 30))
      await store.changePlan('acme', 'professional')
      expect(await store.balance({ ...month, monthlyCredits: 500 })).toEqual({
        prepaid: 0,
        allotment: 500,
      })
    })

    test('behavior: sums usage by day and key, minus refunds', async () => {
      const store = await acme()
      await store.take(charge('a', 30))
      await store.take(charge('b', 5))
      await store.take({ ...charge('c', 7), key: 'k2', at: at + 86_400_000 })
      await store.refund({ id: 'r', debit: 'b', credits: 5, at })
      expect(await store.usage('acme', at)).toEqual([
        { day: '2026-11-21', key: 'k2', operations: 1, credits: 7 },
        { day: '2026-11-20', key: 'k1', operations: 2, credits: 30 },
      ])
      expect(await store.usage('acme', at + 1)).toHaveLength(1)
    })

    test('behavior: a gift for the failed part of a payment is not usage', async () => {
      const store = await acme()
      await store.take(charge('a', 30))
      await store.give({ ...gift('g', 5), kind: 'refund' })
      expect(await store.usage('acme', at)).toEqual([
        { day: '2026-11-20', key: 'k1', operations: 1, credits: 30 },
      ])
    })

    test('behavior: an operation of several areas counts once; a debit of none has no area', async () => {
      const store = await acme()
      const areas = [
        { area: 'news', credits: 20 },
        { area: 'gdp', credits: 10 },
      ]
      await store.take({ ...charge('a', 30), bought: { text: 'news, gdp', areas } })
      const { bought: _, ...unknown } = charge('b', 5)
      await store.take(unknown)
      await store.refund({ id: 'r', debit: 'a', credits: 3, at })
      const day = '2026-11-20'
      expect(await store.usageByArea('acme', at)).toEqual([
        { day, area: '', operations: 1, credits: 5 },
        { day, area: 'gdp', operations: 0, credits: 9 },
        { day, area: 'news', operations: 1, credits: 18 },
      ])
      await store.refundUnanswered(unrenewed('a'), at)
      const left = (await store.usageByArea('acme', at)).map(({ area, credits }) => [area, credits])
      expect(left).toEqual([
        ['', 5],
        ['gdp', 0],
        ['news', 0],
      ])
    })

    test('property: usage by day, by area and by key has the same sum, for any refunds', async () => {
      const names = ['quotes', 'news', 'gdp', 'risk']
      const debit = fc.record({
        parts: fc.uniqueArray(
          fc.record({ area: fc.constantFrom(...names), credits: fc.integer({ min: 1, max: 40 }) }),
          { maxLength: 4, selector: ({ area }) => area },
        ),
        key: fc.constantFrom('k1', 'k2'),
        day: fc.integer({ min: 0, max: 3 }),
        failed: fc.integer({ min: 0, max: 60 }),
        isAnswered: fc.boolean(),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(debit, { minLength: 1, maxLength: 12 }), async (debits) => {
          const store = await acme()
          await store.give(gift('g', 10_000))
          for (const [place, { parts, key, day, failed, isAnswered }] of debits.entries()) {
            const id = `d${place}`
            const when = at + day * 86_400_000
            const credits = parts.reduce((sum, each) => sum + each.credits, 0) || 7
            const bought = { text: 'several', areas: parts }
            await store.take({ ...charge(id, credits), bought, key, at: when })
            const back = Math.min(failed, credits)
            if (back > 0)
              await store.refund({ id: `r${place}`, debit: id, credits: back, at: when })
            if (!isAnswered) await store.refundUnanswered(unrenewed(id), when)
          }
          const [rows, areas] = [await store.usage('acme', at), await store.usageByArea('acme', at)]
          const sumOf = (list: readonly { day: string; credits: number; operations: number }[]) => {
            const days = new Map<string, [number, number]>()
            for (const { day, credits, operations } of list) {
              const [known = 0, count = 0] = days.get(day) ?? []
              days.set(day, [known + credits, count + operations])
            }
            return [...days].sort()
          }
          expect(sumOf(areas)).toEqual(sumOf(rows))
          const { prepaid, allotment } = await store.balance(month)
          const used = rows.reduce((sum, { credits }) => sum + credits, 0)
          expect(10_100 - prepaid - allotment).toBe(used)
          await store.close()
        }),
        { numRuns },
      )
    })

    test('property: after any operations the rows add up to the balance, which is never negative', async () => {
      const step = fc.oneof(
        fc.record({ do: fc.constant('take' as const), credits: fc.integer({ min: 1, max: 90 }) }),
        fc.record({ do: fc.constant('give' as const), credits: fc.integer({ min: 1, max: 60 }) }),
        fc.record({ do: fc.constant('refund' as const), credits: fc.integer({ min: 1, max: 90 }) }),
        fc.record({ do: fc.constant('month' as const), credits: fc.constant(0) }),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
          const store = await acme()
          let now = at
          const debits: { id: string; credits: number }[] = []
          for (const [index, each] of steps.entries()) {
            const id = `${index}`
            if (each.do === 'month') now += 31 * 86_400_000
            const when = { ...month, month: monthOf(now), at: now }
            if (each.do === 'give') await store.give({ ...gift(id, each.credits), at: now })
            if (each.do === 'refund') {
              const debit = debits.pop()
              const credits = Math.min(debit?.credits ?? 0, each.credits)
              if (debit) await store.refund({ id, debit: debit.id, credits, at: now })
            }
            if (each.do !== 'take') continue
            const before = await store.balance(when)
            const { taken } = await store.take({ ...charge(id, each.credits), ...when })
            expect(taken).toBe(before.prepaid + before.allotment >= each.credits)
            if (taken) debits.push({ id, credits: each.credits })
          }
          const { prepaid, allotment } = await store.balance({
            ...month,
            month: monthOf(now),
            at: now,
          })
          const rows = await store.ledger('acme', 1_000)
          const sum = (of: 'credits' | 'allotment') =>
            rows.reduce((total, row) => total + row[of], 0)
          expect([sum('credits'), sum('allotment')]).toEqual([prepaid + allotment, allotment])
          expect(Math.min(prepaid, allotment)).toBeGreaterThanOrEqual(0)
          await store.close()
        }),
        { numRuns },
      )
    })

    test('error: refuses a refund of an unknown debit, and a second entry with the same id', async () => {
      const store = await acme()
      await expect(store.refund({ id: 'r', debit: 'nope', credits: 1, at })).rejects.toThrow(
        'no debit',
      )
      await store.take(charge('a', 1))
      await expect(store.take(charge('a', 1))).rejects.toThrow()
      expect(await store.balance(month)).toEqual({ prepaid: 0, allotment: 99 })
    })
  })

  describe(`sign-in nonces on ${driver}`, () => {
    test('default: used once, before they expire', async () => {
      const store = await acme()
      await store.storeNonce('one', at + 300, at)
      await store.storeNonce('two', at + 300, at)
      expect(await store.useNonce('one', at)).toBe(true)
      expect(await store.useNonce('one', at)).toBe(false)
      expect(await store.useNonce('two', at + 300)).toBe(false)
      expect(await store.useNonce('three', at)).toBe(false)
    })
  })

  describe(`sign-in by an identity provider on ${driver}`, () => {
    test('default: finds an organisation by its subject, which is unique', async () => {
      const store = await acme()
      const ada = { id: 'ada', name: 'i ada', plan: 'basic', subject: 'i ada', createdAt: at }
      expect(await store.createOrganisation(ada)).toBe(true)
      expect(await store.createOrganisation({ ...ada, id: 'b', name: 'b' })).toBe(false)
      expect(await store.findOrganisation({ subject: 'i ada' })).toEqual(ada)
      expect(await store.findOrganisation({ subject: 'i eve' })).toBeUndefined()
    })

    test('default: a code is used once, before it expires', async () => {
      const store = await acme()
      await store.createOrganisation({ id: 'o', name: 'o', plan: 'basic', createdAt: at })
      const code = { challenge: 'c', organisation: 'o', expiresAt: at + 60 }
      for (const hash of ['one', 'two']) await store.storeCode({ hash, ...code }, at)
      expect(await store.useCode('one', at)).toEqual(code)
      expect(await store.useCode('one', at)).toBeUndefined()
      expect(await store.useCode('two', at + 60)).toBeUndefined()
      await store.storeCode({ hash: 'three', ...code, expiresAt: at + 200 }, at + 100)
      expect(await store.useCode('two', at)).toBeUndefined()
    })
  })

  describe(`several connections on ${driver}`, () => {
    test('behavior: concurrent debits spend every credit exactly once', async () => {
      const store = await acme()
      await store.give(gift('g', 43))
      const stores = [store, await connect(store), await connect(store)]
      const takes = stores.flatMap((each, of) =>
        Array.from({ length: 40 }, (_, index) => each.take(charge(`${of}:${index}`, 3))),
      )
      const taken = (await Promise.all(takes)).filter((answer) => answer.taken)
      expect(taken).toHaveLength(47)
      expect(await store.balance(month)).toEqual({ prepaid: 2, allotment: 0 })
      const rows = await store.ledger('acme', 500)
      const sum = (of: 'credits' | 'allotment') => rows.reduce((total, row) => total + row[of], 0)
      expect([sum('credits'), sum('allotment')]).toEqual([2, 0])
    })

    test('behavior: concurrent gifts of any kind for one payment are granted once', async () => {
      const store = await acme()
      const stores = [store, await connect(store), await connect(store)]
      const given = await Promise.all(
        Array.from({ length: 32 }, (_, n) => stores[n % 3]!.give(gift(`t${n}`, 50, 'paid'))),
      )
      expect(given.filter(Boolean)).toHaveLength(1)
      // A claim and the refund of the failed part together never exceed the whole.
      await Promise.all(
        Array.from({ length: 32 }, (_, n) =>
          stores[n % 3]!.give(
            n % 2 === 0
              ? { ...gift(`c${n}`, 40, 'whole'), less: 'part' }
              : { ...gift(`p${n}`, 15, 'part'), unless: 'whole' },
          ),
        ),
      )
      expect(await store.balance(month)).toEqual({ prepaid: 90, allotment: 100 })
    })

    test('behavior: concurrent calls start a month once, refund a debit once, use a nonce once', async () => {
      const store = await acme()
      const stores = [store, await connect(store), await connect(store)]
      await Promise.all(stores.map((each) => each.balance(month)))
      expect(await store.balance(month)).toEqual({ prepaid: 0, allotment: 100 })
      await store.take(charge('a', 30))
      const refunds = await Promise.all(
        stores.map((each, of) => each.refund({ id: `r${of}`, debit: 'a', credits: 30, at })),
      )
      expect(refunds.filter(Boolean)).toHaveLength(1)
      expect(await store.balance(month)).toEqual({ prepaid: 0, allotment: 100 })
      await store.take(charge('b', 40))
      const swept = await Promise.all(
        stores.map((each) => each.refundUnanswered(unrenewed('b'), at)),
      )
      expect(swept.reduce((sum, each) => sum + each, 0)).toBe(1)
      expect(await store.balance(month)).toEqual({ prepaid: 0, allotment: 100 })
      await store.storeNonce('n', at + 1, at)
      const uses = await Promise.all(stores.map((each) => each.useNonce('n', at)))
      expect(uses.filter(Boolean)).toHaveLength(1)
    })
  })
}
