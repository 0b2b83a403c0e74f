import { execute, parse } from 'graphql'
import { expect, test } from 'vitest'
import { connectors } from '../connectors/connectors.ts'
import { buildSchema } from '../execution/build-schema.ts'
import { sandboxTransport } from '../upstreams/sandbox/sandbox.ts'
import { companyOf } from './company-of.ts'
import { createConnectorContext } from './context.ts'
import { emptyFiles } from './testing/describe-connector.ts'

const now = () => new Date('2026-11-18T17:00:00Z')
const context = createConnectorContext({
  upstreams: sandboxTransport({ now }),
  files: emptyFiles,
  now,
  allowed: new Set(connectors.flatMap(({ upstreams }) => upstreams.map(({ id }) => id))),
})
const schema = buildSchema(connectors)

test('default: a company gives itself', () => {
  const apple = { id: '1', name: 'Apple', type: 'EQUITY', ticker: 'AAPL', tickers: ['AAPL'] }
  expect(companyOf(apple)).toBe(apple)
})

test.each([
  ['XLM-USD', 'a crypto asset'],
  ['^GSPC', 'an index'],
])('error: does not find data of companies for the name of %s', async (ticker, kind) => {
  const document = parse(`{ entityByTicker(ticker: "${ticker}") { name
    governmentContracts { awardId } litigation { caseName } clinicalTrials { nctId }
    fdaEvents { title } analyst { priceTarget } risk { sanctions { matched } }
    regulatory { campaignFinance { cycle } sanctions { score } } } }`)
  const contextValue = { connectors: context, cite: () => undefined }
  const { errors = [] } = await execute({ schema, document, contextValue })
  expect(errors.map(({ path }) => path?.slice(1).join('.')).sort()).toEqual([
    'analyst',
    'clinicalTrials',
    'fdaEvents',
    'governmentContracts',
    'litigation',
    'regulatory.campaignFinance',
    'regulatory.sanctions',
    'risk.sanctions',
  ])
  expect(new Set(errors.map(({ message }) => message))).toEqual(
    new Set([`${ticker} is ${kind}, not a company.`]),
  )
})
