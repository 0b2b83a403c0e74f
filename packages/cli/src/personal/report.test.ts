import { expect, test } from 'vitest'
import { isWeeksOld, missingIn, reportOf, serverValue, weeksOldNote } from './report.ts'

const server = {
  url: 'http://127.0.0.1:4022',
  key: `fiq_${'k'.repeat(43)}`,
  pid: 4321,
  version: '0.1.0',
}
const quotes = {
  area: 'quotes',
  isReady: true,
  on: ['Kraken market data'],
  add: [
    'ALPACA_API_KEY_ID and ALPACA_API_SECRET_KEY',
    'FINNHUB_API_KEY',
    'TWELVE_DATA_API_KEY',
    'fiq-server sources allow yahoo',
    'fiq-server sources allow dxfeed',
    'fiq-server sources allow cboe',
    'ALPHAVANTAGE_API_KEY',
    'TIINGO_API_KEY',
  ],
}
const filings = { area: 'filings', isReady: false, on: [], add: ['SEC_USER_AGENT'] }
const analyst = { area: 'analyst', isReady: false, on: [], add: ['FINNHUB_API_KEY'] }

test('default: shows the address, and the number of available areas', () => {
  expect(reportOf(server, [quotes, filings, analyst], '/log')).toEqual([
    ['running', 'http://127.0.0.1:4022, fiq-server 0.1.0, pid 4321'],
    ['log', '/log'],
    ['answers', '1 of 3 areas'],
    ['more', 'fiq setup adds a contact and free keys; fiq-server sources shows every source'],
  ])
})

test('default: lists the missing areas by what they need', () => {
  const futures = {
    area: 'futures',
    isReady: false,
    on: [],
    add: ['fiq-server sources allow yahoo'],
  }
  const insiders = { ...filings, area: 'insider-trades' }
  const none = { area: 'odd', isReady: false, on: [], add: [] }
  expect(missingIn([quotes, futures, none, analyst, filings, insiders])).toEqual([
    { areas: 'filings, insider-trades', needs: 'SEC contact', getWith: 'fiq setup sec' },
    { areas: 'analyst', needs: 'Finnhub', getWith: 'fiq setup finnhub' },
    { areas: 'futures', needs: 'your decision', getWith: 'fiq-server sources allow yahoo' },
    { areas: 'odd', needs: 'no source yet', getWith: '' },
  ])
})

test('behavior: the JSON does not contain the key', () => {
  expect(JSON.stringify(serverValue(server, [quotes]))).not.toContain('fiq_')
})

test('behavior: without a contact for the SEC, US shares have no price at all', () => {
  expect(weeksOldNote([quotes])).toMatch(/weeks old/)
  const withoutContact = { ...quotes, add: [...quotes.add, 'SEC_USER_AGENT'] }
  expect(weeksOldNote([withoutContact])).toMatch(/^US shares have no price yet/)
})

test('behavior: prices of US shares are weeks old without a source that needs a decision', () => {
  expect(isWeeksOld([quotes])).toBe(true)
  for (const left of quotes.add)
    expect(isWeeksOld([{ ...quotes, add: quotes.add.filter((each) => each !== left) }])).toBe(false)
})
