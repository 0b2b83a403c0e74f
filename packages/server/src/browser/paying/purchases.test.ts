import { expect, test } from 'vitest'
import { createPurchases, maySettle, type Purchase } from './purchases.ts'
import { memoryStorage } from './testing/memory-storage.ts'

const purchase = (n: number, state: Purchase['state']): Purchase => ({
  id: `p${n}`,
  at: new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString(),
  operation: { query: '{ marketStatus { session } }', variables: {} },
  amount: '15000',
  validBefore: 0,
  state,
})

test('default: the next page reads the written purchases, newest first', () => {
  const storage = memoryStorage()
  const purchases = createPurchases(storage)
  let changes = 0
  purchases.subscribe(() => changes++)
  purchases.write(purchase(1, 'signed'))
  purchases.write(purchase(2, 'answered'))
  purchases.write(purchase(1, 'answered'))
  expect(createPurchases(storage).list()).toEqual([
    purchase(2, 'answered'),
    purchase(1, 'answered'),
  ])
  expect(changes).toBe(3)
})

test('behavior: two pages write into one list', () => {
  const storage = memoryStorage()
  const [one, other] = [createPurchases(storage), createPurchases(storage)]
  one.write(purchase(1, 'signed'))
  expect(other.list()).toEqual([])
  expect(other.reread()).toEqual([purchase(1, 'signed')])
  other.write(purchase(2, 'signed'))
  expect(other.list().map(({ id }) => id)).toEqual(['p2', 'p1'])
})

test('behavior: stores 100 closed purchases, and each open one', () => {
  const purchases = createPurchases(memoryStorage())
  purchases.write(purchase(0, 'signed'))
  for (let n = 1; n <= 110; n++) purchases.write(purchase(n, 'answered'))
  expect(purchases.list()).toHaveLength(101)
  expect(purchases.list().at(-1)).toEqual(purchase(0, 'signed'))
})

test('behavior: a refused payment may settle until a minute after its end', () => {
  const refused = { ...purchase(1, 'refused'), signature: 's', validBefore: 1_000 }
  expect(maySettle(refused, 1_060_000)).toBe(true)
  expect(maySettle(refused, 1_060_001)).toBe(false)
  expect(maySettle({ ...refused, state: 'signed' }, 9e12)).toBe(true)
  expect(maySettle(purchase(1, 'answered'), 0)).toBe(false)
})

test.each(['{}', 'not JSON'])('error: opens no list from %s', (text) => {
  expect(() => createPurchases(memoryStorage(new Map([['fiq.purchases', text]])))).toThrow()
})
