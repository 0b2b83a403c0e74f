import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import { FiqError } from '@fiq/shared/errors'
import type { ExpectedPrice } from '@fiq/shared/payment/check-quote'
import {
  digestOf,
  type PricedRequest,
  prepareOperation,
  priceRequest,
} from '@fiq/shared/pricing/price-request'
import { planScopeOf } from '../../../packages/server/src/accounts/plan-scope.ts'
import { answerBytesOf } from '../../../packages/server/src/execution/answer-size.ts'
import { buildSchema, ratesOf } from '../../../packages/server/src/execution/build-schema.ts'
import { preflightOf } from '../../../packages/server/src/execution/preflight.ts'
import type { Connector } from '../../../packages/server/src/sources/connector.ts'
import { createConnectorContext } from '../../../packages/server/src/sources/context.ts'
import type { World } from '../world/world.ts'

/** Credits spent on the execution of one answer. */
export const execution = new AsyncLocalStorage<{ credits: number }>()

const tickerCredits = 5
const statusCredits = 2
/** Price in credits of one ticker. */
export const creditsEach = tickerCredits + statusCredits

let current: World | undefined
/** Until then, all upstreams fail. */
let downUntil = 0

/** Selects the world that the connector's upstreams belong to. */
export function sellIn(world: World): void {
  current = world
  downUntil = 0
}

async function upstream(kind: 'failing upstream' | 'partial answer'): Promise<void> {
  const world = current!
  const longestMs = world.isFault('slow upstream') ? 40_000 : 200
  await setTimeout(world.choose('upstream ms', longestMs))
  if (world.isFault('upstreams down')) downUntil = world.now() + world.choose('down ms', 2_000)
  const isDown = world.now() < downUntil && !world.areFaultsOver
  if (world.isFault(kind) || isDown)
    throw new FiqError('UPSTREAM_UNAVAILABLE', 'The upstream is down.')
}

function ran(credits: number): void {
  const running = execution.getStore()
  if (running) running.credits += credits
}

/** A connector of two fields, each with an upstream that may fail. */
const connector: Connector = {
  area: 'quotes',
  category: 'market',
  upstreams: [],
  sdl: 'extend type Query { quotes(tickers: [String!]!): [Quote!] status: Int } type Quote { ticker: String price: Float change: Float changePercent: Float volume: Float marketCap: Float previousClose: Float }',
  fields: {
    'Query.quotes': {
      rate: { credits: tickerCredits, timesOf: 'tickers' },
      async resolve(_, { tickers }) {
        ran(tickerCredits * (tickers as string[]).length)
        await upstream('failing upstream')
        // Another execution gives another value, like a real market.
        const price = current!.choose('price', 1_000_000) / 100
        return { value: (tickers as string[]).map((ticker) => ({ ticker, price })), provenance: [] }
      },
    },
    'Query.status': {
      rate: { credits: statusCredits },
      async resolve() {
        ran(statusCredits)
        await upstream('partial answer')
        return { value: 1, provenance: [] }
      },
    },
  },
}

export const connectors = [connector]
export const schema = buildSchema(connectors)
export const contract = { schema, tariff: { version: 'simulated', rates: ratesOf(connectors) } }
export const preflight = preflightOf(connectors, schema)
export const bytesOf = answerBytesOf(connectors, schema)
export const scope = planScopeOf(connectors)

export const connectorContext = createConnectorContext({
  upstreams: {
    mode: 'sandbox',
    fetch: () => Promise.reject(new Error('No upstream is asked here.')),
  },
  files: { bars: () => undefined, series: () => undefined, tickers: () => [] },
  now: () => new Date(current!.now()),
  allowed: new Set(),
})

/** The price and the digest that both sides compute for an operation. */
export function expectedOf(
  query: string,
  variables: { tickers: readonly string[] },
): ExpectedPrice {
  const prepared = preparedOf.get(query) ?? prepareOperation(contract, query)
  preparedOf.set(query, prepared)
  return expectedPrice(priceRequest(contract, prepared, variables))
}

/** The few operations of the orders, by their text. */
const preparedOf = new Map<string, ReturnType<typeof prepareOperation>>()

function expectedPrice(priced: PricedRequest): ExpectedPrice {
  const { price } = priced
  return { price, digest: digestOf(priced), tariffVersion: contract.tariff.version }
}

const query = 'query ($tickers: [String!]!) { quotes(tickers: $tickers) { ticker price } status }'
const prepared = prepareOperation(contract, query)

export function pricedOf(tickers: readonly string[]): PricedRequest {
  return priceRequest(contract, prepared, { tickers })
}

/** An order as the proxy takes it. */
export function operationOf(tickers: readonly string[]): { query: string; variables: object } {
  return { query, variables: { tickers } }
}

/** The bytes of an order, and the price and digest that both sides compute. */
export function orderOf(tickers: readonly string[]): { body: string; expected: ExpectedPrice } {
  return {
    body: JSON.stringify(operationOf(tickers)),
    expected: expectedPrice(pricedOf(tickers)),
  }
}
