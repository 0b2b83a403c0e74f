import { describe, expect, test } from 'vitest'
import type { AccessStore } from '../access-store.ts'

const at = Date.UTC(2026, 10, 20)
const dayMs = 86_400_000
const month = { organisation: 'acme', month: '2026-11', monthlyCredits: 100, at }
const once = { key: 'k-1', request: 'digest', keptUntil: at + dayMs }
const named = { organisation: 'acme', key: once.key }
const charge = (id: string) => ({ ...month, id, key: 'key', credits: 30, once })
const answer = { status: 200, body: '{"data":1}'.repeat(1_000) }

/** Tests of the idempotency keys of debits, for every driver. */
export function describeOnceAnswers(
  driver: string,
  fresh: () => Promise<AccessStore>,
  connect: (to: AccessStore) => Promise<AccessStore>,
): void {
  async function acme() {
    const store = await fresh()
    for (const id of ['acme', 'other'])
      await store.createOrganisation({ id, name: id, plan: 'basic', createdAt: at })
    return store
  }
  const creditsLeft = async (store: AccessStore) => (await store.balance(month)).allotment

  describe(`idempotency keys on ${driver}`, () => {
    test('default: claims a key with its debit, and stores the answer with the closing of the debit', async () => {
      const store = await acme()
      expect(await store.findOnce(named, at)).toBeUndefined()
      expect(await store.take(charge('a'))).toMatchObject({ taken: true })
      expect(await store.findOnce(named, at)).toEqual({ request: 'digest' })
      await store.storeOnce({ id: 'a', organisation: 'acme', once }, answer)
      expect(await store.findOnce(named, at)).toEqual({ request: 'digest', answer })
      expect(await store.unanswered()).toEqual([])
      expect(await creditsLeft(store)).toBe(70)
    })

    test('behavior: a second charge under the key takes nothing; another organisation may use the key', async () => {
      const store = await acme()
      await store.take(charge('a'))
      expect(await store.take(charge('b'))).toMatchObject({ taken: false, isKnown: true })
      expect(await creditsLeft(store)).toBe(70)
      expect(await store.take({ ...charge('c'), organisation: 'other' })).toMatchObject({
        taken: true,
      })
    })

    test('behavior: one of many concurrent charges of a key over three connections succeeds', async () => {
      const store = await acme()
      const stores = [store, await connect(store), await connect(store)]
      const taken = await Promise.all(
        Array.from({ length: 30 }, (_, n) => stores[n % 3]!.take(charge(`c${n}`))),
      )
      expect(taken.filter(({ taken: isTaken }) => isTaken)).toHaveLength(1)
      expect(taken.filter(({ isKnown }) => isKnown)).toHaveLength(29)
      expect(await creditsLeft(store)).toBe(70)
    })

    test('behavior: a charge that the pool cannot pay leaves the key unused', async () => {
      const store = await acme()
      const dear = await store.take({ ...charge('a'), credits: 101 })
      expect(dear).toEqual({ taken: false, balance: { prepaid: 0, allotment: 100 } })
      expect(await store.findOnce(named, at)).toBeUndefined()
    })

    test('behavior: a refund of the whole debit frees the key in the same transaction', async () => {
      const store = await acme()
      await store.take(charge('a'))
      await store.refund({ id: 'r', debit: 'a', credits: 30, at })
      expect(await store.findOnce(named, at)).toBeUndefined()
      expect(await store.take(charge('b'))).toMatchObject({ taken: true })
    })

    test('behavior: a crash between debit and answer refunds once and frees the key', async () => {
      const store = await acme()
      await store.take(charge('a'))
      expect(await store.refundUnanswered([{ id: 'a', beats: 1 }], at)).toBe(1)
      expect(await store.refundUnanswered([{ id: 'a', beats: 1 }], at)).toBe(0)
      expect(await creditsLeft(store)).toBe(100)
      await store.take(charge('b'))
      // The first operation ends late: the key belongs to the second debit by now.
      await store.storeOnce({ id: 'a', organisation: 'acme', once }, answer)
      expect(await store.findOnce(named, at)).toEqual({ request: 'digest' })
      expect(await creditsLeft(store)).toBe(70)
    })

    test('behavior: credits for failed fields are refunded with the answer, or not at all', async () => {
      const store = await acme()
      await store.take(charge('a'))
      const back = { id: 'r', credits: 12, at }
      await store.storeOnce({ id: 'a', organisation: 'acme', once }, answer, back)
      expect(await store.findOnce(named, at)).toEqual({ request: 'digest', answer })
      expect(await creditsLeft(store)).toBe(82)
      // Another instance refunded the whole debit first: nothing more is refunded.
      await store.take({ ...charge('b'), once: { ...once, key: 'k-2' } })
      await store.refundUnanswered([{ id: 'b', beats: 1 }], at)
      const late = { id: 'b', organisation: 'acme', once: { ...once, key: 'k-2' } }
      await store.storeOnce(late, answer, { ...back, id: 's' })
      expect(await creditsLeft(store)).toBe(82)
    })

    test('error: if an answer cannot be stored, nothing is refunded', async () => {
      const store = await acme()
      await store.take(charge('a'))
      const broken = { ...answer, status: (2n ** 63n) as unknown as number }
      const kept = store.storeOnce({ id: 'a', organisation: 'acme', once }, broken, {
        id: 'r',
        credits: 12,
        at,
      })
      await expect(kept).rejects.toThrow()
      expect(await creditsLeft(store)).toBe(70)
      expect(await store.unanswered()).toEqual([{ id: 'a', beats: 1 }])
    })

    test('behavior: stores the answer also if failed fields refund the whole debit', async () => {
      const store = await acme()
      await store.take(charge('a'))
      await store.refund({ id: 'r', debit: 'a', credits: 30, at })
      await store.storeOnce({ id: 'a', organisation: 'acme', once }, answer)
      expect(await store.findOnce(named, at)).toEqual({ request: 'digest', answer })
      expect(await store.take(charge('b'))).toMatchObject({ isKnown: true })
    })

    test('behavior: an answer stays until it expires; a running debit until it ends', async () => {
      const store = await acme()
      await store.take(charge('a'))
      const later = at + dayMs
      expect(await store.pruneOnce(later, 10)).toBe(0)
      expect(await store.findOnce(named, later)).toEqual({ request: 'digest' })
      await store.storeOnce({ id: 'a', organisation: 'acme', once }, answer)
      expect(await store.findOnce(named, later - 1)).toEqual({ request: 'digest', answer })
      expect(await store.findOnce(named, later)).toBeUndefined()
      expect(await store.pruneOnce(later - 1, 10)).toBe(0)
      expect(await store.take({ ...charge('b'), at: later })).toMatchObject({ taken: true })
      expect(await store.findOnce(named, later)).toEqual({ request: 'digest' })
      await store.storeOnce({ id: 'b', organisation: 'acme', once }, answer)
      expect(await store.pruneOnce(later, 10)).toBe(1)
    })
  })
}
