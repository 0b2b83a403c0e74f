import { existsSync, readFileSync } from 'node:fs'
import { normalTicker } from '@fiq/shared/spelling/normal-ticker'
import { expect, test } from 'vitest'
import { csvRows } from '../../csv.ts'
import { instruments } from './instruments.ts'

const all = [...instruments().values()]

test('default: has a few hundred companies, the indices and the coins', () => {
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

test('behavior: every row is complete', () => {
  for (const row of all) {
    expect(row.symbol).toMatch(/^\^?[A-Z0-9-]+(?:=[FX]|\.[A-Z]+)?$/)
    expect(row.name).not.toBe('')
    expect(row.anchor).toBeGreaterThan(0)
    expect(Number.isSafeInteger(row.shares) && Number.isSafeInteger(row.volume)).toBe(true)
    if (row.kind === 'EQUITY') expect(row.cik).toBeGreaterThan(0)
  }
})

const constituents = new URL(
  '../../../../../../../shared/data/equities/sp500_constituents.csv',
  import.meta.url,
)
const absent = existsSync(constituents) ? '' : ' (skipped: ../shared/data/equities is absent)'

test.skipIf(absent !== '')(`behavior: knows every constituent of the S&P 500${absent}`, () => {
  const [header = [], ...rows] = csvRows(readFileSync(constituents, 'utf8'))
  const [symbol, cik] = [header.indexOf('Symbol'), header.indexOf('CIK')]
  const listed = rows.filter((row) => row.length > 1)
  expect(listed.length).toBeGreaterThan(500)
  const other = listed.filter(
    (row) => instruments().get(normalTicker(row[symbol]!))?.cik !== Number(row[cik]),
  )
  expect(other.map((row) => row[symbol])).toEqual([])
})
