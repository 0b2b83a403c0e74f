import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { priceBounds } from '@fiq/shared/pricing/tariff'
import { describe, expect, test } from 'vitest'
import { buildSchema, ratesOf } from '../execution/build-schema.ts'
import type { Connector } from '../sources/connector.ts'
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
    'interface In { in: Int } union Thing = Box | Safe type Safe implements In { in: Int } extend type Query { open: Int box: Box boxes: [Box!] sealed: [Box!]! thing: Thing held: In } type Box implements In { in: Int }',
    'Query.open',
    'Query.thing',
    'Query.held',
    'Safe.in',
    'Query.box',
    'Query.boxes',
    'Query.sealed',
    'Box.in',
  ),
  area(
    'closed',
    'extend type Query { closed: Int strict: Int! } extend type Box { secret: Int sure: Int! } extend type Safe { secret: Int sure: Int! }',
    'Query.closed',
    'Query.strict',
    'Box.secret',
    'Box.sure',
    'Safe.secret',
    'Safe.sure',
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
  test('default: does not change a query within the plan', () => {
    const priced = price('{ open box { in } }')
    expect(scope(priced, plan)).toBe(priced)
    expect(scope(price('{ closed }'), { ...plan, areas: 'all' }).bound.denied).toBeUndefined()
  })

  test('behavior: a denied field is not priced, but the fields beside it are', () => {
    expect(scoped('{ open closed }')).toEqual({ rows: ['open'], denied: ['Query.closed'] })
    expect(scoped('{ box { in secret } }')).toEqual({
      rows: ['box', 'box.in'],
      denied: ['Box.secret'],
    })
  })

  test('behavior: a skipped field causes no denial', () => {
    const query = 'query ($all: Boolean!) { open closed @include(if: $all) }'
    expect(scoped(query, { all: false }).denied).toEqual([])
    expect(scoped(query, { all: true }).denied).toEqual(['Query.closed'])
  })

  test('behavior: a denied non-null field removes the parents that it makes null', () => {
    expect(scoped('{ open box { in sure } }').rows).toEqual(['open'])
    expect(scoped('{ open boxes { in sure } }').rows).toEqual(['open'])
  })

  test("behavior: prices the rest with the tariff's own bounds", () => {
    const bounds = { ...priceBounds, amountMin: 60_000n, creditsMax: 25 }
    const own = { ...contract, tariff: { ...contract.tariff, bounds } }
    const priced = priceRequest(own, prepareOperation(own, '{ open closed }'), {})
    expect(scope(priced, plan).price).toMatchObject({ amount: 60_000n, credits: 20 })
  })

  test.each([
    ['{ thing { ... on Box { in } ... on Safe { secret } } }', ['Safe.secret'], ['thing.in']],
    [
      '{ thing { ... on Box { in } ... on Safe { in sure } } }',
      ['Safe.in', 'Safe.sure'],
      ['thing.in'],
    ],
    ['{ open thing { ... on Box { in sure } ... on Safe { in sure } } }', ['Query.thing'], []],
    ['{ open held { in ... on Safe { sure } } }', ['Safe.in', 'Safe.sure'], ['held.in']],
  ])('behavior: narrows each concrete type of an abstract one: %s', (query, denied, below) => {
    const found = scoped(query)
    expect(found.denied.toSorted()).toEqual(expect.arrayContaining(denied))
    expect(found.rows.filter((path) => path.includes('.in'))).toEqual(below)
  })

  test.each([
    '{ closed }',
    '{ a: closed b: closed __typename }',
    '{ open strict }',
    '{ open sealed { in sure } }',
    '{ box { sure } }',
  ])('error: %s is denied completely', (query) => {
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
