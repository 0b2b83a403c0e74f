import { expect, test } from 'vitest'
import { cutFile } from './cut-files.ts'

const cut = (path: string, file: unknown) =>
  JSON.parse(
    Buffer.from(
      cutFile(
        new URL(path, 'https://data.sec.gov'),
        Buffer.from(JSON.stringify(file)),
        '2020-06-30',
      ),
    ).toString(),
  )

test('default: drops facts that were filed later', () => {
  const rows = [{ filed: '2020-06-30' }, { filed: '2020-07-01' }]
  const file = (kept: object[]) => ({ facts: { 'us-gaap': { Assets: { units: { USD: kept } } } } })
  expect(cut('/api/xbrl/companyfacts/CIK1.json', file(rows))).toEqual(file(rows.slice(0, 1)))
})

test('behavior: drops later filings from every column of a list', () => {
  const columns = { filingDate: ['2020-07-01', '2020-01-01'], form: ['4', '10-K'] }
  const kept = { filingDate: ['2020-01-01'], form: ['10-K'] }
  expect(cut('/submissions/CIK1.json', { filings: { recent: columns } })).toEqual({
    filings: { recent: kept },
  })
  expect(cut('/submissions/CIK1-submissions-001.json', columns)).toEqual(kept)
})

test('behavior: returns other files', () => {
  expect(cut('/files/company_tickers.json', { filed: '2021' })).toEqual({ filed: '2021' })
})
