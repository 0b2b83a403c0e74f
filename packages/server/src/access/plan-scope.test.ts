import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { describe, expect, test } from 'vitest'
import type { Connector } from '../connectors/connector.ts'
import { buildSchema, ratesOf } from '../schema/build-schema.ts'
import { planScopeOf } from './plan-scope.ts'
import type { Plan } from './plans.ts'

const nothing = async () => ({ value: null, provenance: [] })
const area = (name: string, sdl: string, ...coordinates: string[]): Connector => ({
  area: name,
  category: 'market',
  upstreams: [],
  sdl,
  fields: Object.fromEntries(
    coordinates.map((each) => [each, { rate: { credits: 10 }, resolve: nothing }]),
  ),
})
const connectors = [
  area(
    'open',
    'extend type Query { open: Int box: Box boxes: [Box!] sealed: [Box!]! } type Box { in: Int }',
    'Query.open',
    'Query.box',
    'Query.boxes',
    'Query.sealed',
    'Box.in',
  ),
  area(
    'closed',
    'extend type Query { closed: Int strict: Int! } extend type Box { secret: Int sure: Int! }',
    'Query.closed',
    'Query.strict',
    'Box.secret',
    'Box.sure',
  ),
]
const schema = buildSchema(connectors)
const contract = { schema, tariff: { version: 't', rates: ratesOf(connectors) } }
const scope = planScopeOf(connectors)
const plan: Plan = {
  name: 'small',
  tier: 'basic',
  creditsPerMonth: 0,
  requestsPerMinute: 'default',
  areas: ['open'],
}
const price = (query: string, inputs = {}) =>
  priceRequest(contract, prepareOperation(contract, query), inputs)
const scoped = (query: string, inputs = {}) => {
  const granted = scope(price(query, inputs), plan)
  return {
    rows: granted.price.rows.map(([path]) => path),
    denied: [...(granted.bound.denied?.keys() ?? [])].map(({ coordinate }) => coordinate),
  }
}

describe('planScopeOf', () => {
  test('default: what the plan includes is left as it is', () => {
    const priced = price('{ open box { in } }')
    expect(scope(priced, plan)).toBe(priced)
    expect(scope(price('{ closed }'), { ...plan, areas: 'all' }).bound.denied).toBeUndefined()
  })

  test('behavior: a denied field is not priced, what stands beside it is', () => {
    expect(scoped('{ open closed }')).toEqual({ rows: ['open'], denied: ['Query.closed'] })
    expect(scoped('{ box { in secret } }')).toEqual({
      rows: ['box', 'box.in'],
      denied: ['Box.secret'],
    })
  })

  test('behavior: a field that is skipped denies nothing', () => {
    const query = 'query ($all: Boolean!) { open closed @include(if: $all) }'
    expect(scoped(query, { all: false }).denied).toEqual([])
    expect(scoped(query, { all: true }).denied).toEqual(['Query.closed'])
  })

  test('behavior: a denied field that cannot be null takes with it what it makes null', () => {
    expect(scoped('{ open box { in sure } }').rows).toEqual(['open'])
    expect(scoped('{ open boxes { in sure } }').rows).toEqual(['open'])
  })

  test.each([
    '{ closed }',
    '{ a: closed b: closed __typename }',
    '{ open strict }',
    '{ open sealed { in sure } }',
    '{ box { sure } }',
  ])('error: %s is denied as a whole', (query) => {
    expect(() => scope(price(query), plan)).toThrow(
      expect.objectContaining({
        code: 'TIER_DENIED',
        status: 403,
        message: 'The plan small does not include closed.',
        facts: ['Tier: basic', 'Included: open'],
      }),
    )
  })
})
