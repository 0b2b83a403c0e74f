import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { expect, test } from 'vitest'
import { connectors } from '../connectors/connectors.ts'
import { buildSchema, ratesOf } from './build-schema.ts'
import { restingSources } from './resting-sources.ts'

const schema = buildSchema(connectors)
const contract = { schema, tariff: { version: 't', rates: ratesOf(connectors) } }
const priced = (query: string, variables = {}) =>
  priceRequest(contract, prepareOperation(contract, query), variables)
const usesRestingSource = (host: string, isEnabled = true) =>
  restingSources(
    connectors,
    () => isEnabled,
    () => new Set([host]),
  )
const earnings = `query ($with: Boolean!) { entityByTicker(ticker: "AAPL") {
  market { price } financials @include(if: $with) { income { revenue } } } }`

test('default: refuses an operation that needs a resting host', () => {
  const asks = usesRestingSource('data.sec.gov')
  expect(asks(priced(earnings, { with: true }))).toBe(true)
  expect(asks(priced('{ marketStatus { isOpen } }'))).toBe(false)
})

test('behavior: ignores skipped fields and disabled sources', () => {
  expect(usesRestingSource('data.sec.gov')(priced(earnings, { with: false }))).toBe(false)
  expect(usesRestingSource('data.sec.gov', false)(priced(earnings, { with: true }))).toBe(false)
})
