import fc from 'fast-check'
import {
  buildSchema,
  execute,
  type GraphQLObjectType,
  getVariableValues,
  isObjectType,
  parse,
  validate,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { formatUsdc } from '../money/usdc.ts'
import { creditsOf, foldRows, type QuoteRow, quoteRowsMax, rowAmount } from '../payment/quote.ts'
import { bindPlan } from './bind-plan.ts'
import { conditionsOf } from './condition-variables.ts'
import { parseOperation } from './operation-limits.ts'
import { conditionVariablesIn, operationIn, planOperation } from './plan-operation.ts'
import { creditsFor, pricePlan, wholeCreditsFor } from './price-plan.ts'
import { prepareOperation, priceRequest } from './price-request.ts'
import { amountMax, amountMin, atomicPerCredit, type PriceBounds } from './tariff.ts'
import {
  selections,
  testRates,
  testSchemaText,
  write,
  writeWithFragments,
} from './testing/random-operation.ts'

const schema = buildSchema(testSchemaText)

/** Credits for fetched data, without minimum and cap. */
const work = ({ rows }: { rows: readonly QuoteRow[] }) =>
  creditsOf(rows.filter((row) => row[3] === undefined))

describe('pricePlan', () => {
  test('default: one ticker costs the minimum, and the rows explain it', () => {
    expect(show('{ quotes(tickers: ["AAPL"]) { price } }')).toMatchInlineSnapshot(`
      "quotes x1 1
      minimum x1 4 12000
      = 0.015"
    `)
  })

  test('behavior: of the types of an abstract field the most expensive one counts', () => {
    const own = buildSchema(
      'type Query { one: One two: Two } union One = Dear | Cheap union Two = Cheap | Dear type Dear { n: Int } type Cheap { n: Int }',
    )
    const rates = { 'Dear.n': { credits: 9 }, 'Cheap.n': { credits: 7 } }
    const contract = { schema: own, tariff: { version: 't', rates } }
    const creditsFor = (query: string) =>
      priceRequest(contract, prepareOperation(contract, query), {}).price.credits
    const both = '{ ... on Dear { n } ... on Cheap { n } }'
    expect(['one', 'two'].map((field) => creditsFor(`{ ${field} ${both} }`))).toEqual([9, 9])
    expect(creditsFor('{ one { ... on Cheap { n } } }')).toBe(7)
  })

  test('behavior: a list multiplies everything below it', () => {
    expect(
      show(
        '{ entities(tickers: ["A", "B", "C"]) { market { price } peers(tickers: ["D", "E"]) { market { price } } } }',
      ),
    ).toMatchInlineSnapshot(`
      "entities x3 6
      entities.market x3 3
      entities.peers x6 18
      entities.peers.market x6 6
      = 0.099"
    `)
  })

  test.each([
    ['{ series { value } }', 1],
    ['{ series(filter: { limit: 20 }) { value } }', 1],
    ['{ series(filter: { limit: 21 }) { value } }', 2],
    ['{ series(filter: { limit: 500, offset: 9000 }) { value } }', 25],
    ['{ series(filter: { limit: 9999 }) { value } }', 25],
  ])('behavior: %s gives %i pages', (query, credits) => {
    expect(work(price(query))).toBe(credits)
  })

  test('behavior: a variable and its default count like a literal', () => {
    const query =
      'query ($t: [String!]! = ["A", "B"], $f: Filter) { quotes(tickers: $t) { price } series(filter: $f) { value } }'
    expect(work(price(query))).toBe(3)
    expect(work(price(query, { t: ['A'], f: { limit: 41 } }))).toBe(4)
    expect(work(price(query, { t: 'A' }))).toBe(2) // A single value coerces to a list of one.
  })

  test('behavior: skipped fields are free, an empty list is free, introspection is free', () => {
    const query = 'query ($s: Boolean!) { quotes(tickers: ["A"]) @skip(if: $s) { price } }'
    expect(price(query, { s: true }).amount).toBe(0n)
    expect(price(query, { s: false }).amount).toBe(amountMin)
    expect(price('{ quotes(tickers: []) { price } }').amount).toBe(0n)
    expect(price('{ __typename __schema { types { name } } }')).toEqual({
      credits: 0,
      amount: 0n,
      rows: [],
    })
  })

  test('behavior: a field merged from two places is free only if both are skipped', () => {
    const query =
      'query ($a: Boolean!, $b: Boolean!) { entity(ticker: "A") @include(if: $a) { market { price } } entity(ticker: "A") @include(if: $b) { news { title } } }'
    const credits = (a: boolean, b: boolean) => work(price(query, { a, b }))
    expect([
      credits(false, false),
      credits(true, false),
      credits(false, true),
      credits(true, true),
    ]).toEqual([0, 3, 6, 7])
  })

  test('behavior: an abstract type costs its most expensive branch', () => {
    expect(
      work(price('{ thing { ... on Entity { news { title } } ... on Quote { price } } }')),
    ).toBe(4)
  })

  test('behavior: uses all bounds of another tariff', () => {
    const query = `query ($n: Int) {
      entity(ticker: "A") { news(filter: { limit: $n }) { title } }
    }`
    const bounds = {
      amountMin: 21_000n,
      amountMax: 36_000n,
      creditsMax: 20,
      pageSize: 10,
      limitMax: 50,
    }
    const amountOf = (n: number, others = {}) =>
      price(query, { n }, { ...bounds, ...others }).amount
    expect([1, 20, 30].map((n) => amountOf(n))).toEqual([21_000n, 30_000n, 36_000n])
    expect(() => amountOf(50)).toThrow(
      'The query costs 22 credits; one query may cost at most 20, which is 0.036',
    )
    expect(amountOf(900, { creditsMax: 22, amountMax: 90_000n })).toBe(66_000n)
    expect(() => amountOf(900, { creditsMax: 21 })).toThrow(
      'costs 22 credits; one query may cost at most 21',
    )
  })

  test('behavior: the cap is a separate row, and credits round up', () => {
    const tickers = JSON.stringify(Array.from({ length: 1_700 }, (_, i) => `T${i}`))
    const { amount, credits, rows } = price(
      'query ($t: [String!]!) { entities(tickers: $t) { id } }',
      { t: JSON.parse(tickers) },
    )
    expect({ amount, credits, last: rows.at(-1) }).toEqual({
      amount: amountMax,
      credits: 3_334,
      last: ['cap', 1, -66, '-200000'],
    })
    expect([creditsFor(amount), work({ rows })]).toEqual([3_334, 3_400])
  })

  test('error: above the work ceiling, names the most expensive rows', () => {
    const t = Array.from({ length: 2_000 }, (_, i) => `T${i}`)
    expect(() =>
      price('query ($t: [String!]!) { entities(tickers: $t) { news { title } } }', { t }),
    ).toThrow(
      expect.objectContaining({
        code: 'QUERY_TOO_EXPENSIVE',
        facts: ['entities.news x2000: 8000 credits', 'entities x2000: 4000 credits'],
      }),
    )
  })

  test('error: refuses nested lists above every integer, without overflow', () => {
    const deep = (levels: number): string =>
      levels === 0 ? 'id' : `peers(tickers: $t) { ${deep(levels - 1)} }`
    const t = Array.from({ length: 1_000 }, () => 'A')
    expect(() =>
      price(`query ($t: [String!]!) { entities(tickers: $t) { ${deep(12)} } }`, { t }),
    ).toThrow(expect.objectContaining({ code: 'QUERY_TOO_EXPENSIVE' }))
  })
})

describe('properties', () => {
  const small = fc.integer({ min: 0, max: 3 })

  test('behavior: fragments, order, duplicates and formatting never change the price', () => {
    fc.assert(
      fc.property(selections('Query'), (list) => {
        const plain = tryPrice(`query ($yes: Boolean!, $no: Boolean!) ${write(list)}`)
        const fragmented = tryPrice(writeWithFragments(list))
        fc.pre(
          ![plain, fragmented].some((each) => 'code' in each && each.code === 'QUERY_TOO_LARGE'),
        )
        expect(sorted(fragmented)).toEqual(sorted(plain))
      }),
    )
  })

  test('behavior: charges exactly the fields that an executor runs', async () => {
    await fc.assert(
      fc.asyncProperty(selections('Query', 1), small, async (list, most) => {
        const query = `query ($yes: Boolean!, $no: Boolean!) ${write(list).replaceAll(/\(tickers: \[([^\]]*)\]\)/g, (_, items: string) => `(tickers: [${items.slice(0, most * 4)}])`)}`
        const run = await executedPaths(query)
        const { rows } = planned(query, flags)
        const charged = rows
          .filter((row) => row[3] === undefined)
          .map(([path, times]) => [path, times])
        expect(charged.sort()).toEqual(run.sort())
      }),
    )
  })

  test('behavior: rows sum to the amount, which stays within its bounds', () => {
    fc.assert(
      fc.property(selections('Query'), (list) => {
        const result = tryPrice(`query ($yes: Boolean!, $no: Boolean!) ${write(list)}`)
        if ('code' in result) return void expect(result.code).toMatch(/^QUERY_TOO_/)
        const { amount, credits, rows } = result
        expect(rows.reduce((sum, row) => sum + rowAmount(row, atomicPerCredit), 0n)).toBe(amount)
        expect([creditsOf(rows), creditsFor(amount)]).toEqual([credits, credits])
        expect(amount === 0n || (amount >= amountMin && amount <= amountMax)).toBe(true)
      }),
    )
  })

  test('behavior: the price never falls as a list or a limit grows', () => {
    const count = fc.integer({ min: 0, max: 1_500 })
    fc.assert(
      fc.property(count, count, (a, b) => {
        const [few, many] = a < b ? [a, b] : [b, a]
        const quotes = (n: number) =>
          price('query ($t: [String!]!) { quotes(tickers: $t) { price } }', {
            t: Array(n).fill('A'),
          }).amount
        const series = (n: number) =>
          price('query ($n: Int!) { series(filter: { limit: $n }) { value } }', { n: n + 1 }).amount
        expect(quotes(few) <= quotes(many) && series(few) <= series(many)).toBe(true)
      }),
    )
  })

  test('behavior: k aliases cost k times as much as one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 100 }), (k, n) => {
        const t = Array(n).fill('A')
        const aliases = Array.from({ length: k }, (_, i) => `a${i}: quotes(tickers: $t) { price }`)
        expect(work(price(`query ($t: [String!]!) { ${aliases.join(' ')} }`, { t }))).toBe(k * n)
      }),
    )
  })
})

describe('foldRows', () => {
  test('behavior: above 40 rows the rest is one row, with the same sum', () => {
    const aliases = Array.from(
      { length: 60 },
      (_, i) => `a${i}: quotes(tickers: [${'"A" '.repeat(1 + (i % 7))}]) { price }`,
    )
    const { rows, credits } = price(`{ ${aliases.join(' ')} }`)
    const folded = foldRows(rows)
    expect(folded).toHaveLength(quoteRowsMax + 1)
    expect(folded.at(-1)?.[0]).toBe('other')
    expect(folded.reduce((sum, row) => sum + row[2], 0)).toBe(credits)
  })
})

test('behavior: rows fit into 8 KB, for any number and length', () => {
  const alias = (at: number) => `a${at}`.padEnd(64, 'x')
  const below = (at: number) =>
    `${alias(at)}: peers(tickers: ["A"]) { ${alias(at)}: peers(tickers: ["A"]) { ${alias(at)}: news { title } } }`
  const query = `{ ${Array.from({ length: 40 }, (_, at) => `${alias(at)}: entity(ticker: "A") { ${below(at)} }`).join(' ')} }`
  const folded = foldRows(price(query).rows)
  expect(folded.at(-1)?.[0]).toBe('other')
  expect(Buffer.byteLength(JSON.stringify(folded))).toBeLessThan(8_192)
})

const flags = { yes: true, no: false }

function price(query: string, inputs: Record<string, unknown> = {}, bounds?: PriceBounds) {
  expect(validate(schema, parseOperation(query))).toEqual([])
  return planned(query, inputs, bounds)
}

/** Random queries declare variables that they may not use, so these are not validated. */
function planned(query: string, inputs: Record<string, unknown>, bounds?: PriceBounds) {
  const document = parseOperation(query)
  const operation = operationIn(document, undefined)
  const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], inputs)
  if (!coerced.variableValues) throw coerced.errors[0]
  const { variableValues: variables } = coerced
  const conditions = conditionsOf(
    conditionVariablesIn(document, operation),
    coerced.variableValues.coerced,
  )
  const plan = planOperation(
    { schema, tariff: { version: 't', rates: testRates } },
    document,
    operation,
    conditions,
  )
  return pricePlan(bindPlan(plan, variables), bounds).price
}

function tryPrice(query: string) {
  try {
    return planned(query, flags)
  } catch (error) {
    return { code: (error as { code: string }).code }
  }
}

function sorted(result: ReturnType<typeof tryPrice>) {
  return 'rows' in result ? { ...result, rows: result.rows.map(String).sort() } : result
}

/** Runs the query and counts how often each priced field resolves, by response path. */
async function executedPaths(query: string): Promise<[string, number][]> {
  const counted = buildSchema(testSchemaText)
  const counts = new Map<string, number>()
  for (const type of Object.values(counted.getTypeMap()).filter((each): each is GraphQLObjectType =>
    isObjectType(each),
  )) {
    for (const field of Object.values(type.getFields())) {
      const rate = (testRates as Record<string, { timesOf?: string; credits: number }>)[
        `${type.name}.${field.name}`
      ]
      if (!rate) continue
      field.resolve = (_, args: { tickers?: string[] }, __, info) => {
        const path: string[] = []
        for (let at: typeof info.path | undefined = info.path; at; at = at.prev)
          if (typeof at.key === 'string') path.unshift(at.key)
        const times = args.tickers?.length ?? 1
        if (times > 0) counts.set(path.join('.'), (counts.get(path.join('.')) ?? 0) + times)
        return args.tickers
          ? args.tickers.map(() => ({ id: '1' }))
          : field.type.toString().startsWith('[')
            ? []
            : { id: '1' }
      }
    }
  }
  await execute({ schema: counted, document: parse(query), variableValues: flags })
  return [...counts]
}

function show(query: string): string {
  const { rows, amount } = price(query)
  return [
    ...rows.map(([path, times, ...rest]) => `${path} x${times} ${rest.join(' ')}`),
    `= ${formatUsdc(amount)}`,
  ].join('\n')
}

test('behavior: buys whole credits at their exact price, as many as possible', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 13n }), (most) => {
      const { credits, amount } = wholeCreditsFor(most)
      expect(amount).toBe(BigInt(credits) * atomicPerCredit)
      expect(amount <= most && most - amount < atomicPerCredit).toBe(true)
      expect(wholeCreditsFor(amount)).toEqual({ credits, amount })
    }),
  )
})
