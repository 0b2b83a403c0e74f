import { expect, test } from 'vitest'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { testContext } from '../testing/describe-connector.ts'
import { filedStatements } from './filed-statements.ts'

const revenue = {
  start: '2025-01-01',
  end: '2025-12-31',
  val: 3,
  accn: '0000000001-26-000001',
  fy: 2025,
  fp: 'FY',
  form: '10-K',
  filed: '2026-02-01',
}
const fixtureOf = (cik: string) => ({
  recorded: {
    at: '2026-03-01T00:00:00.000Z',
    url: `https://data.sec.gov/api/xbrl/companyfacts/CIK${cik}.json`,
  },
  body: {
    cik: Number(cik),
    entityName: 'One',
    facts: { 'us-gaap': { Revenues: { units: { USD: [revenue] } } } },
  },
})

test('behavior: reads statements of several filers in turns, between which others run', async () => {
  const ciks = Array.from({ length: 8 }, (_, at) => `000000000${at}`)
  const context = testContext(recordedTransport(ciks.map(fixtureOf)))
  let isLaterTurn = false
  setImmediate(() => {
    isLaterTurn = true
  })
  const read = await Promise.all(
    ciks.map((cik) => filedStatements({ cik, ticker: 'ONE' }, context)),
  )
  expect(read.map(({ rows }) => rows.income.ANNUAL.at(-1)?.['revenue'])).toEqual(ciks.map(() => 3))
  // Everything is in memory, so another callback runs only during the wait for a turn.
  expect(isLaterTurn).toBe(true)
})
