import { FiqError } from '@fiq/shared/errors'
import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { expect, test } from 'vitest'
import { areaQueriesOf } from '../commands/mirror/area-queries.ts'
import { connectors } from '../connectors/connectors.ts'
import type { ConnectorContext } from '../sources/connector.ts'
import { createConnectorContext } from '../sources/context.ts'
import { emptyFiles } from '../sources/testing/describe-connector.ts'
import { cachingTransport } from '../upstreams/caching.ts'
import { hashText } from '../upstreams/sandbox/market/random.ts'
import { rememberedSandbox } from '../upstreams/testing/sandbox-upstream.ts'
import type { Transport } from '../upstreams/transport.ts'
import { buildSchema, ratesOf } from './build-schema.ts'
import { createExecutor } from './create-executor.ts'
import { executeRequest } from './execute.ts'

const schema = buildSchema(connectors)
const contract = { schema, tariff: { version: 't', rates: ratesOf(connectors) } }
const now = () => new Date('2026-11-18T17:00:00Z')
const sandbox = rememberedSandbox(now)
const run = createExecutor(schema)

const chosen = {
  tickers: ['AAPL', 'BTC-USD', '^GSPC'],
  ciks: ['0000320193'],
  countries: ['USA'],
  series: ['GDP'],
  names: ['Apple'],
}
const questions = connectors
  .flatMap((connector) => areaQueriesOf(schema, connector, chosen))
  .map(({ text }) => text)

function contextOf(inner: Transport): ConnectorContext {
  const upstreams = cachingTransport(inner, { now, marketOpen: () => true })
  return createConnectorContext({ upstreams, files: emptyFiles, now, allowed: new Set() })
}

/** Runs the same query interpreted, then compiled, then compiled again. */
async function thrice(query: string, context: ConnectorContext, variables = {}) {
  const priced = priceRequest(contract, prepareOperation(contract, query), variables)
  const reported: unknown[] = []
  const once = async () => {
    const {
      sources,
      errors = [],
      data,
    } = await executeRequest(run, priced, context, (error) => reported.push(error))
    // Concurrent parts may fail in another order.
    const text = (value: unknown) => JSON.stringify(value)
    return { data: text(data), errors: errors.map(text).sort(), sources: sources.map(text).sort() }
  }
  const outcomes = [await once(), await once(), await once()]
  expect(reported).toEqual([])
  return outcomes
}

const faulty: Transport = {
  mode: 'sandbox',
  async fetch(request) {
    const isSound = request.url.pathname.includes('company_tickers_exchange')
    if (!isSound && hashText(request.url.href) % 3 === 0)
      throw new FiqError('UPSTREAM_UNAVAILABLE', 'down')
    return sandbox.fetch(request)
  },
}

/** Every figure of the sources is zero, which computed values divide by. */
const noughts: Transport = {
  mode: 'sandbox',
  async fetch(request) {
    const answer = await sandbox.fetch(request)
    const isSound = request.url.pathname.includes('company_tickers_exchange')
    if (isSound || request.expects === 'binary') return answer
    const text = Buffer.from(answer.body).toString('latin1')
    const body = Buffer.from(
      text.replace(/(?<=[:,[>]\s*"?)-?\d+\.\d+(?=[",\]}<\s])/g, '0.0'),
      'latin1',
    )
    return { ...answer, body }
  },
}

test.each([
  ['sound', sandbox],
  ['whose figures are nought', noughts],
  ['that fail here and there', faulty],
])(
  'default: compiled and interpreted answers are equal, upstreams %s',
  async (_, upstreams) => {
    const context = contextOf(upstreams)
    let failures = 0
    for (const query of questions) {
      const [first, ...later] = await thrice(query, context)
      failures += first!.errors.length
      for (const outcome of later) expect(outcome, query).toEqual(first)
    }
    expect(questions.length).toBeGreaterThan(100)
    if (upstreams === faulty) expect(failures).toBeGreaterThan(20)
  },
  120_000,
)

test.each([
  ['{ a: marketStatus { s: session } b: marketStatus { isOpen __typename } __typename }', {}],
  [
    `query ($t: [String!]!, $with: Boolean!) { entitiesByTickers(tickers: $t) {
      ...names market @include(if: $with) { price } ... on Entity { ticker @skip(if: $with) } } }
      fragment names on Entity { id name ... { type } }`,
    { t: ['AAPL', 'MSFT'], with: true },
  ],
  [
    'query ($f: ArrayFilterInput = { limit: 2 }) { macroSeries(seriesId: "GDP", filter: $f) { date value } }',
    {},
  ],
])('behavior: aliases, fragments, directives and variables: %s', async (query, variables) => {
  const [first, ...later] = await thrice(query, contextOf(sandbox), variables)
  expect(first!.errors).toEqual([])
  for (const outcome of later) expect(outcome).toEqual(first)
})
