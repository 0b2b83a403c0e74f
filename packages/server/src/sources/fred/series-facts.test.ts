import { expect, test } from 'vitest'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { testContext } from '../testing/describe-connector.ts'
import { knownSeriesFacts, loadSeriesFacts } from './series-facts.ts'

const at = '2026-11-18T17:00:00Z'
const url = 'https://api.stlouisfed.org/fred/series?file_type=json&series_id='
const seriess = [
  {
    id: 'GDPC1',
    title: 'Real Gross Domestic Product',
    units: 'Billions of Chained 2017 Dollars',
    seasonal_adjustment: 'A',
  },
]

test('default: returns unit and adjustment of the version that was known on the day', async () => {
  const version = `${url}GDPC1&realtime_start=2024-06-30&realtime_end=2024-06-30`
  const context = testContext(
    recordedTransport([{ recorded: { at, url: version }, body: { seriess } }]),
  )
  expect(await loadSeriesFacts('GDPC1', context, '2024-06-30')).toEqual({
    title: 'Real Gross Domestic Product',
    unit: 'Billions of Chained 2017 Dollars',
    seasonalAdjustment: 'A',
  })
})

test('behavior: without a response of the API, returns facts known from the identifier', async () => {
  const broken = testContext(
    recordedTransport([{ recorded: { at, url: `${url}UNRATE` }, body: { error: 'x' } }]),
  )
  expect(await loadSeriesFacts('UNRATE', broken)).toEqual(knownSeriesFacts('UNRATE'))
})

test.each([
  ['DGS10', 'Percent', 'Not Seasonally Adjusted'],
  ['DGS3MO', 'Percent', 'Not Seasonally Adjusted'],
  ['GDP', 'Billions of Dollars', 'Seasonally Adjusted Annual Rate'],
  ['CPIAUCSL', 'Index 1982-1984=100', 'Seasonally Adjusted'],
])('default: %s is in %s, %s', (id, unit, seasonalAdjustment) => {
  expect(knownSeriesFacts(id)).toMatchObject({ unit, seasonalAdjustment })
})

test('default: well-known series have their title', () => {
  expect(knownSeriesFacts('UNRATE').title).toBe('Unemployment Rate')
  expect(knownSeriesFacts('T10YIE')).not.toHaveProperty('title')
})

test.each([
  ['DGS1MO', '1-Month'],
  ['DGS2', '2-Year'],
  ['DGS30', '30-Year'],
])('default: the title of %s has its own term, in the words of FRED', (id, term) => {
  expect(knownSeriesFacts(id).title).toBe(
    `Market Yield on U.S. Treasury Securities at ${term} Constant Maturity, Quoted on an Investment Basis`,
  )
})

test('behavior: an unknown series has no facts', () => {
  for (const id of ['GDPX', 'XGDP', 'DGS10X']) expect(knownSeriesFacts(id)).toEqual({})
})
