import { describe, expect, test } from 'vitest'
import { journalScene } from '../testing/test-journal.ts'
import { terms } from '../testing/test-terms.ts'
import { ranMsMin, resumableMs } from './is-recent.ts'
import { countPurchases, findOpenAt, findPurchase, listPurchases } from './purchase-list.ts'

describe('listPurchases', () => {
  test('default: returns the latest first, up to the limit', () => {
    using scene = journalScene()
    const { budget, database } = scene.process(1)
    for (const name of [1, 2, 3]) {
      budget.reserve(terms(name, { label: `l${name}` }))
      scene.clock.advance(1_000)
    }
    expect(listPurchases(database, 2).map(({ label }) => label)).toEqual(['l3', 'l2'])
    expect(countPurchases(database)).toBe(3n)
  })
})

describe('findPurchase', () => {
  const first = terms(1, { id: `0xabcdef${'0'.repeat(57)}1` })
  const second = terms(2, { id: `0xabcdef${'0'.repeat(57)}2` })

  test('default: finds by id in any case, and by a unique prefix', () => {
    using scene = journalScene()
    const { budget, database, journal } = scene.process(1)
    budget.reserve(first)
    expect(findPurchase(database, '0xABCDEF').id).toBe(first.id)
    journal.release(first.id)
    expect(findPurchase(database, first.id)).toMatchObject({ reason: 'never sent', state: 'void' })
  })

  test.each([
    ['0xabcdef', 'USAGE'],
    ['0xfedcba', 'NOT_FOUND'],
    ['0xab', 'USAGE'],
    ["0x' OR 1=1", 'USAGE'],
    ['%', 'USAGE'],
  ])('error: reports %s as %s', (text, code) => {
    using scene = journalScene()
    const { budget, database } = scene.process(1)
    budget.reserve(first)
    budget.reserve(second)
    expect(() => findPurchase(database, text)).toThrow(expect.objectContaining({ code }))
  })
})

describe('findOpenAt', () => {
  test('default: finds a signed payment of the URL and the amount until its answer is printed', () => {
    using scene = journalScene()
    const { budget, database, journal } = scene.process(1)
    const first = terms(1)
    const { url, amount, at } = first
    const found = (changes: { url?: string; amount?: bigint; now?: number } = {}) =>
      findOpenAt(database, {
        url: new URL(changes.url ?? url),
        amount: changes.amount ?? amount,
        now: changes.now ?? at,
        uptime: 10 * ranMsMin,
      })?.id
    budget.reserve(first)
    expect(found()).toBeUndefined()
    journal.signed(first.id, 'header')
    expect(found()).toBe(first.id)
    expect(found({ url: 'http://other.test/' })).toBeUndefined()
    expect(found({ amount: amount + 1n })).toBeUndefined()
    expect(found({ now: at + resumableMs })).toBeUndefined()
    journal.unknown(first.id)
    expect(found()).toBe(first.id)
    journal.answered(first.id, { status: 200, headers: {}, body: '{}' }, undefined)
    expect(found()).toBe(first.id)
    journal.delivered(first.id)
    expect(found()).toBeUndefined()
  })
})
