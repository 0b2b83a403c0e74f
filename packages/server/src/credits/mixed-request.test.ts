import { FiqError } from '@fiq/shared/errors'
import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { expect, test } from 'vitest'
import { connectors } from '../connectors/connectors.ts'
import { buildSchema, ratesOf } from '../execution/build-schema.ts'
import { createExecutor } from '../execution/create-executor.ts'
import { executeRequest } from '../execution/execute.ts'
import { testContext } from '../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../upstreams/sandbox/sandbox.ts'
import type { Transport } from '../upstreams/transport.ts'
import { failedShare } from './failed-share.ts'

const schema = buildSchema(connectors)
const contract = { schema, tariff: { version: 't', rates: ratesOf(connectors) } }
const now = () => new Date('2026-11-18T17:00:00Z')
const sandbox = sandboxTransport({ now })
/** A source that fails for one ticker. */
const withoutMicrosoft: Transport = {
  mode: 'sandbox',
  async fetch(request) {
    if (/MSFT/.test(request.url.href)) throw new FiqError('UPSTREAM_UNAVAILABLE', 'Down.')
    return sandbox.fetch(request)
  },
}
const run = createExecutor(schema)

async function ask(query: string) {
  const priced = priceRequest(contract, prepareOperation(contract, query), {})
  const enabled = ({ id }: { id: string }) =>
    ['finnhub-quote', 'yahoo-chart'].includes(id) || id.startsWith('sec-')
  const context = testContext(withoutMicrosoft, { now, enabled })
  const outcome = await executeRequest(run, priced, context, (error) => expect.fail(String(error)))
  return { ...outcome, given: failedShare(priced, outcome, 30) }
}

test.each(['quotes', 'priceHistory'])(
  'behavior: prices each row of %s, and refunds the row that failed at the server',
  async (field) => {
    const { data, errors, given } = await ask(
      `{ of: ${field}(tickers: ["AAPL", "APPL", "MSFT"]) { ticker problem } }`,
    )
    expect(data!['of']).toEqual([
      { ticker: 'AAPL', problem: null },
      { ticker: 'APPL', problem: expect.stringMatching(/^NOT_FOUND: /) },
      { ticker: 'MSFT', problem: 'UPSTREAM_UNAVAILABLE: Down.' },
    ])
    expect(errors).toMatchObject([
      { path: ['of', 1], extensions: { code: 'NOT_FOUND' } },
      { path: ['of', 2], extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
    ])
    expect(given).toBe(10)
  },
)

test('behavior: an unknown entity is null among others, and costs its share', async () => {
  const { data, errors, given } = await ask(
    '{ entitiesByTickers(tickers: ["APPL", "MSFT"]) { ticker name } }',
  )
  expect(data).toMatchObject({ entitiesByTickers: [null, { ticker: 'MSFT' }] })
  expect(errors).toMatchObject([
    { path: ['entitiesByTickers', 0], extensions: { code: 'NOT_FOUND' } },
  ])
  expect(given).toBe(0)
})
