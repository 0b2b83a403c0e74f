import { type Contract, quoteOf } from '@fiq/shared/pricing/price-request'
import { createPricing } from '../http/query/prices.ts'

/** Rounds after which the engine has compiled the code that they run. */
const rounds = 30
const barsEach = 200

/**
 * Prices requests with lists of bars, one in each turn of the event loop, so that the engine
 * compiles coercion and digests before a client sends the largest list: 5,000 bars take 45 ms of
 * CPU uncompiled and 10 ms compiled.
 */
export async function warmPricing(contract: Contract): Promise<void> {
  const priceOf = createPricing(contract)
  const query = 'query ($bars: [BarInput!]) { technicals(bars: $bars) { rsi { value } } }'
  for (let round = 0; round < rounds; round += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    const bars = Array.from({ length: barsEach }, (_, at) => ({
      date: '2026-01-02',
      open: at,
      high: at,
      low: at,
      close: at + 0.5,
      volume: round,
    }))
    const priced = priceOf({ query, operationName: undefined, variables: { bars } })
    quoteOf(priced, contract.tariff, '0x0')
  }
}
