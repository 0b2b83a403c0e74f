import { expect, test } from 'vitest'
import { openPurchases, type Purchase } from './purchases.ts'

function memory(stored = new Map<string, string>()) {
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
}

const purchase = (n: number, state: Purchase['state']): Purchase => ({
  id: `p${n}`,
  at: new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString(),
  operation: { query: '{ marketStatus { session } }', variables: {} },
  amount: '15000',
  validBefore: 0,
  state,
})

test('default: what is written is there for the next page, newest first', () => {
  const storage = memory()
  const purchases = openPurchases(storage)
  let changes = 0
  purchases.subscribe(() => changes++)
  purchases.write(purchase(1, 'signed'))
  purchases.write(purchase(2, 'answered'))
  purchases.write(purchase(1, 'answered'))
  expect(openPurchases(storage).list()).toEqual([purchase(2, 'answered'), purchase(1, 'answered')])
  expect(changes).toBe(3)
})

test('behavior: two pages write into one list', () => {
  const storage = memory()
  const [one, other] = [openPurchases(storage), openPurchases(storage)]
  one.write(purchase(1, 'signed'))
  other.write(purchase(2, 'signed'))
  expect(other.list().map(({ id }) => id)).toEqual(['p2', 'p1'])
})

test('behavior: closed ones are forgotten in the end, open ones never', () => {
  const purchases = openPurchases(memory())
  purchases.write(purchase(0, 'signed'))
  for (let n = 1; n <= 110; n++) purchases.write(purchase(n, 'answered'))
  expect(purchases.list()).toHaveLength(101)
  expect(purchases.list().at(-1)).toEqual(purchase(0, 'signed'))
})

test.each(['{}', 'not JSON'])('error: %s in the storage opens nothing', (text) => {
  expect(() => openPurchases(memory(new Map([['fiq.purchases', text]])))).toThrow()
})
