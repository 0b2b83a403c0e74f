import { expect, test } from 'vitest'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { testContext } from '../testing/describe-connector.ts'
import { loadListedCompanies } from './listed-companies.ts'

const url = 'https://www.sec.gov/files/company_tickers_exchange.json'
const load = (body: unknown) =>
  loadListedCompanies(
    testContext(recordedTransport([{ recorded: { at: '2026-11-18T17:00:00Z', url }, body }])),
  )

test('default: shares of exchanges, whatever the order of the columns', async () => {
  const { value, provenance } = await load({
    fields: ['exchange', 'ticker', 'name', 'cik'],
    data: [
      ['Nasdaq', 'AAPL', 'Apple Inc.', 320193],
      ['NYSE', 'BRK-B', 'BERKSHIRE HATHAWAY INC', '1067983'],
      ['OTC', 'SSNLF', 'SAMSUNG', 1],
      [null, 'NONE', 'Without an exchange', 2],
      ['NYSE', 'BAC-PL', 'BANK OF AMERICA', 70858],
      ['NYSE', null, 'Without a ticker', 3],
      ['NYSE', 'NOCIK', null, null],
    ],
  })
  expect(value).toEqual([
    { cik: 320193, name: 'Apple Inc.', ticker: 'AAPL', exchange: 'Nasdaq' },
    { cik: 1067983, name: 'BERKSHIRE HATHAWAY INC', ticker: 'BRK-B', exchange: 'NYSE' },
  ])
  expect(provenance).toMatchObject([{ source: 'SEC company tickers' }])
})

test('error: refuses a table without the exchange', async () => {
  const asked = load({ fields: ['cik', 'name', 'ticker'], data: [] })
  await expect(asked).rejects.toMatchObject({ code: 'UPSTREAM_CHANGED' })
})
