import { FiqError } from '@fiq/shared/errors'

/** The areas that an organisation may use, and its monthly credits. */
export type Plan = {
  name: string
  /** Name of the plan in errors. */
  tier: 'pay-as-you-go' | 'basic' | 'professional' | 'enterprise'
  /** Credits of every calendar month (UTC). They expire at its end. */
  creditsPerMonth: number
  /** Requests of one key per minute; `default` is the server's limit. */
  requestsPerMinute: number | 'default'
  /** Data areas (`Connector.area`) that it may query. */
  areas: 'all' | readonly string[]
}

const macroAndPrices = [
  'quotes',
  'search-entities',
  'price-history',
  'entities',
  'market-status',
  'technicals',
  'gdp',
  'inflation',
  'interest-rates',
  'macro-series',
]

/** Every plan. Documentation, `fiq-server plans list` and the request gate read this table. */
export const plans: readonly Plan[] = [
  {
    name: 'pay-as-you-go',
    tier: 'pay-as-you-go',
    creditsPerMonth: 0,
    requestsPerMinute: 'default',
    areas: 'all',
  },
  {
    name: 'basic',
    tier: 'basic',
    creditsPerMonth: 1_000,
    requestsPerMinute: 'default',
    areas: macroAndPrices,
  },
  {
    name: 'professional',
    tier: 'professional',
    creditsPerMonth: 50_000,
    requestsPerMinute: 'default',
    areas: 'all',
  },
  {
    name: 'enterprise',
    tier: 'enterprise',
    creditsPerMonth: 1_000_000,
    requestsPerMinute: 60_000,
    areas: 'all',
  },
]

/** Default plan of wallets that sign in, and of new organisations. */
export const planDefault = 'pay-as-you-go'

/** @throws FiqError `BAD_INPUT` naming the existing plans. */
export function planNamed(name: string): Plan {
  const plan = plans.find((each) => each.name === name)
  if (plan) return plan
  throw new FiqError('BAD_INPUT', `Unknown plan "${name.slice(0, 64)}".`, {
    facts: [`Plans: ${plans.map((each) => each.name).join(', ')}`],
    remedy: 'Use one of the plans listed.',
  })
}
