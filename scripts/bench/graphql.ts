import { setImmediate } from 'node:timers/promises'
import { defined } from '@fiq/shared/defined'
import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { execute, isObjectType, parse } from 'graphql'
import { connectors, sandboxHosts } from '../../packages/server/src/connectors/connectors.ts'
import {
  buildSchema,
  ratesOf,
  schemaTextOf,
} from '../../packages/server/src/execution/build-schema.ts'
import { createExecutor } from '../../packages/server/src/execution/create-executor.ts'
import { executeRequest } from '../../packages/server/src/execution/execute.ts'
import { noFiles } from '../../packages/server/src/imported-files/no-files.ts'
import type { Connector, Sourced } from '../../packages/server/src/sources/connector.ts'
import { createConnectorContext } from '../../packages/server/src/sources/context.ts'
import { cachingTransport } from '../../packages/server/src/upstreams/caching.ts'
import { sandboxTransport } from '../../packages/server/src/upstreams/sandbox/sandbox.ts'
import { type Answer, createPeers } from './graphql-16/peers.ts'

/**
 * CPU time to execute a query, from its text to the text of the answer, without network and
 * payment. Compares our executor with cited sources, graphql-js with parsed documents, and common
 * servers, all on our schema with resolvers that return the same values synchronously. The floor is
 * JSON alone: parse the request, print the answer. All take turns, so that other load affects them
 * equally; compares medians. The event loop runs every few runs, as it does between requests:
 * without that our runs would wait for it after 10 ms.
 */
const secondsEach = Number(process.env['SECONDS'] ?? 1)
const turns = 7
const runsEachLoop = 8
const now = () => new Date()

const nested = `id name market { price changePercent } analyst { priceTarget recommendation }
  technicals { rsi { value } macd { macd signal histogram } }
  financials { income { endDate revenue netIncome epsDiluted } }
  regulatory { filings { form filedAt url } }
  shortInterest { settlementDate sharesShort daysToCover }`
const tickers = 'AAPL MSFT NVDA GOOGL AMZN META TSLA AVGO JPM V'.split(' ')
const fifty = Array.from({ length: 50 }, (_, at) => tickers[at % 10]!)
const quotes = `query ($t: [String!]!) { quotes(tickers: $t)
  { ticker price change changePercent volume marketCap previousClose } }`
const operations: Readonly<Record<string, { query: string; t: readonly string[] }>> = {
  'a quote': { query: quotes, t: ['AAPL'] },
  'quotes of 50': { query: quotes, t: fifty },
  'a year of bars': {
    query: `query ($t: [String!]!) { priceHistory(tickers: $t, range: "1y")
      { ticker bars { date open high low close volume } } }`,
    t: ['AAPL'],
  },
  '10 entities nested': {
    query: `query ($t: [String!]!) { entitiesByTickers(tickers: $t) { ${nested} } }`,
    t: tickers,
  },
}

/** Each resolver returns the connector's value of one earlier run of the query. */
const values = new Map<string, Sourced<unknown>>()
const remembering = withResolvers((coordinate, field) => async (parent, args, context) => {
  const sourced = await field.resolve(parent, args, context)
  values.set(coordinate, sourced)
  return sourced
})
const returning = withResolvers((coordinate) => async () => values.get(coordinate)!)
const upstreams = cachingTransport(sandboxTransport({ now, hosts: sandboxHosts }), {
  now,
  marketOpen: () => false,
})
const context = createConnectorContext({ upstreams, files: noFiles, now, allowed: new Set() })

const sdl = schemaTextOf(connectors)
const isResolved = (coordinate: string) =>
  connectors.some(({ fields }) => fields[coordinate] !== undefined)
const plain = (coordinate: string) =>
  isResolved(coordinate) ? async () => values.get(coordinate)?.value : undefined
const peers = await createPeers(sdl, plain)
const answers: Readonly<Record<string, Answer>> = {
  fiq: ours(returning),
  'graphql-js, cached': graphqlJs(),
  ...peers.answers,
}

const remember = ours(remembering)
const rows = []
for (const [name, { query, t }] of Object.entries(operations)) {
  await remember(query, { t })
  const { data } = JSON.parse(await answers['graphql-js, cached']!(query, { t }))
  const body = JSON.stringify({ query, variables: { t } })
  const raw = (answer: unknown) => async () => {
    JSON.parse(body)
    return JSON.stringify(answer)
  }
  const cited = JSON.parse(await answers['fiq']!(query, { t }))
  const runs: Record<string, () => Promise<unknown>> = {
    'raw JSON': raw({ data }),
    'raw JSON with sources': raw(cited),
  }
  for (const [peer, answer] of Object.entries(answers)) {
    const { data: found } = JSON.parse(await answer(query, { t }))
    if (JSON.stringify(found) !== JSON.stringify(data)) throw new Error(`${peer} differs: ${name}`)
    runs[peer] = () => answer(query, { t })
  }
  const microseconds = await cpuOf(runs)
  rows.push({ name, bytes: JSON.stringify(data).length, microseconds })
  process.stderr.write(`${name.padEnd(20)} ${JSON.stringify(microseconds)}\n`)
}
await peers.close()
process.stdout.write(`${JSON.stringify({ bench: 'graphql', rows })}\n`)

type Resolve = Connector['fields'][string]['resolve']

function withResolvers(
  resolveOf: (coordinate: string, field: Connector['fields'][string]) => Resolve,
): Connector[] {
  return connectors.map((connector) => ({
    ...connector,
    fields: Object.fromEntries(
      Object.entries(connector.fields).map(([coordinate, field]) => [
        coordinate,
        { ...field, resolve: resolveOf(coordinate, field) },
      ]),
    ),
  }))
}

/** Executes like the server does for a paid query with a known text. */
function ours(resolving: readonly Connector[]): Answer {
  const schema = buildSchema(resolving)
  const contract = { schema, tariff: { version: 'bench', rates: ratesOf(resolving) } }
  const run = createExecutor(schema)
  const prepared = new Map<string, ReturnType<typeof prepareOperation>>()
  return async (query, variables) => {
    const known = prepared.get(query) ?? prepareOperation(contract, query)
    prepared.set(query, known)
    const priced = priceRequest(contract, known, variables)
    const { data, errors, sources } = await executeRequest(run, priced, context, (error) => {
      throw error
    })
    return JSON.stringify({ ...defined({ errors }), data, extensions: { sources } })
  }
}

function graphqlJs(): Answer {
  const schema = buildSchema(connectors)
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType))
    for (const field of Object.values(type.getFields())) {
      const resolve = plain(`${type.name}.${field.name}`)
      if (resolve) field.resolve = resolve
    }
  const documents = new Map<string, ReturnType<typeof parse>>()
  return async (query, variableValues) => {
    const document = documents.get(query) ?? parse(query)
    documents.set(query, document)
    return JSON.stringify(await execute({ schema, document, variableValues }))
  }
}

/** Microseconds of CPU for one run of each subject, after a warm-up. */
async function cpuOf(
  runs: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<Record<string, number>> {
  const measured: Record<string, number[]> = {}
  for (const run of Object.values(runs)) await cpuOfTurn(run, secondsEach * 800)
  for (let turn = 0; turn < turns; turn += 1)
    for (const [name, run] of Object.entries(runs)) {
      measured[name] ??= []
      measured[name].push(await cpuOfTurn(run, secondsEach * 200))
    }
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[turns >> 1]!
  return Object.fromEntries(
    Object.entries(measured).map(([name, turns]) => [name, Math.round(10 * median(turns)) / 10]),
  )
}

async function cpuOfTurn(run: () => Promise<unknown>, ms: number): Promise<number> {
  const before = process.cpuUsage()
  const until = performance.now() + ms
  let runs = 0
  for (; performance.now() < until; runs += 1) {
    await run()
    if (runs % runsEachLoop === 0) await setImmediate()
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / runs
}
