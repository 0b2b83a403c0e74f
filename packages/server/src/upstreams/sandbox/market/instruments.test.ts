import { expect, test } from 'vitest'
import { instruments } from './instruments.ts'

const all = [...instruments().values()]

test('default: a few hundred companies, the indices and the coins', () => {
  const count = (kind: string) => all.filter((row) => row.kind === kind).length
  expect(count('EQUITY')).toBeGreaterThan(300)
  expect(count('INDEX')).toBeGreaterThan(25)
  expect(count('CRYPTOCURRENCY')).toBeGreaterThan(20)
  expect(instruments().get('AAPL')).toMatchObject({
    name: 'Apple Inc.',
    cik: 320193,
    exchange: 'Nasdaq',
  })
})

test('behavior: every row is whole', () => {
  for (const row of all) {
    expect(row.symbol).toMatch(/^\^?[A-Z0-9-]+(?:=[FX]|\.[A-Z]+)?$/)
    expect(row.name).not.toBe('')
    expect(row.anchor).toBeGreaterThan(0)
    expect(Number.isSafeInteger(row.shares) && Number.isSafeInteger(row.volume)).toBe(true)
    if (row.kind === 'EQUITY') expect(row.cik).toBeGreaterThan(0)
  }
})
