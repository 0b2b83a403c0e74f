import { expect, test } from 'vitest'
import { priceBook } from '../market/price-book.ts'
import { nyseCalendar } from '../market/sessions.ts'
import { secSite } from './sec-site.ts'

const { closeOn } = priceBook(nyseCalendar(), 1)

const now = Date.parse('2026-11-18T17:00:00Z')

test.each([
  '/files/company_tickers_exchange.json',
  '/files/company_tickers_mf.json',
  '/files/investment/data/other/investment-company-series-class-information/investment-company-series-class-2026.csv',
  '/enforcement-litigation/litigation-releases/rss',
  '/data-research/sec-markets-data/form-13f-data-sets',
  '/files/data/fails-deliver-data/cnsfails202609a.zip',
])('default: %s', (path) => {
  expect(secSite(path, now, 1, closeOn)?.length).toBeGreaterThan(50)
})

test.each([
  '/',
  '/files/structureddata/x.zip',
  '/files/investment/data/other/investment-company-series-class-information/investment-company-series-class-2027.csv',
  '/Archives/edgar/data/1/x',
])('error: %s', (path) => {
  expect(secSite(path, now, 1, closeOn)).toBeUndefined()
})
