import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPriceCache, priceOnce } from './price-cache.ts'

let path = ''
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'fiq-prices-')), 'prices.json')
})
afterEach(() => rmSync(join(path, '..'), { recursive: true, force: true }))

const priceOf = (amount: bigint) => ({
  price: { amount, credits: 5, rows: [['quotes', 1, 1] as const] },
  digest: 'd1',
  tariffVersion: 't1',
})

test('default: the next run finds the price of the same operation only', () => {
  const cache = createPriceCache(path)
  expect(cache.find('{a}')).toBeUndefined()
  cache.store('{a}', priceOf(2n ** 64n))
  cache.save()
  expect(createPriceCache(path).find('{a}')).toEqual(priceOf(2n ** 64n))
  expect(createPriceCache(path).find('{b}')).toBeUndefined()
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('behavior: stores the latest sixteen, but no large operation', () => {
  const cache = createPriceCache(path)
  for (let at = 0; at < 17; at += 1) cache.store(`{a${at}}`, priceOf(BigInt(at)))
  cache.store('x'.repeat(4_001), priceOf(1n))
  cache.save()
  const next = createPriceCache(path)
  expect(next.find('{a0}')).toBeUndefined()
  expect(next.find('{a16}')).toEqual(priceOf(16n))
  expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveLength(16)
})

test.each(['', '{}', '[["{a}",{"price":{"amount":"x"}}]]'])(
  'error: ignores a file that contains %j',
  (text) => {
    writeFileSync(path, text)
    const cache = createPriceCache(path)
    expect(cache.find('{a}')).toBeUndefined()
    cache.store('{a}', priceOf(1n))
    cache.save()
    expect(createPriceCache(path).find('{a}')).toEqual(priceOf(1n))
  },
)

test('behavior: an unwritable folder causes no error', () => {
  const cache = createPriceCache(join(path, 'missing', 'prices.json'))
  cache.store('{a}', priceOf(1n))
  expect(() => cache.save()).not.toThrow()
})

test('default: computes an operation with the same variables once', async () => {
  const cache = createPriceCache(path)
  const computed: unknown[] = []
  const load = async () => ({
    expected(operation: object) {
      computed.push(operation)
      return priceOf(BigInt(computed.length))
    },
  })
  const price = (tickers: string[]) =>
    priceOnce({ query: '{q}', variables: { tickers } }, cache, load)
  expect([await price(['A']), await price(['A']), await price(['B'])]).toEqual(
    [1n, 1n, 2n].map(priceOf),
  )
  await priceOnce(
    { query: '{q}', operationName: 'other', variables: { tickers: ['A'] } },
    cache,
    load,
  )
  expect(computed).toHaveLength(3)
})
