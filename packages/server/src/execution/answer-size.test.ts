import { areaNames, areasOperation } from '@fiq/shared/agent-tools/areas'
import { bounds } from '@fiq/shared/bounds'
import { FiqError } from '@fiq/shared/errors'
import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { tariff } from '@fiq/shared/schema/contract'
import { getIntrospectionQuery } from 'graphql'
import { describe, expect, test } from 'vitest'
import { connectors } from '../connectors/connectors.ts'
import type { ConnectorField } from '../sources/connector.ts'
import { refuseTooLarge, sizeOf } from './answer-size.ts'
import { buildSchema } from './build-schema.ts'
import { compilePlan } from './executor/compile-plan.ts'
import { runPlan } from './executor/run-plan.ts'

const contract = { schema: buildSchema(connectors), tariff }
const fields = new Map<string, ConnectorField>(
  connectors.flatMap((each) => Object.entries(each.fields)),
)
const bar = '{ date open high low close volume }'
const tickers = (count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, at) => `T${at}`))
const sized = (query: string, variables = {}) =>
  sizeOf(
    priceRequest(contract, prepareOperation(contract, query), variables).bound,
    fields,
    contract.schema,
  )
const history = (count: number, more: string) =>
  `priceHistory(tickers: ${tickers(count)}, ${more}) { ticker bars ${bar} }`

describe('the size of an answer', () => {
  test('default: lists, limits and ranges determine the maximum number of rows', () => {
    expect(sized(`{ ${history(50, 'range: "max"')} }`).rows).toBe(50 + 50 * 26_000)
    expect(sized(`{ ${history(2, 'range: "1d", interval: "5m"')} }`).rows).toBe(2 + 2 * 520)
    expect(sized(`{ ${history(3, 'range: "max", filter: { limit: 7 }')} }`).rows).toBe(3 + 21)
    expect(sized(`{ quotes(tickers: ${tickers(9)}) { price } }`).rows).toBe(9)
    const nested =
      '{ entitiesByTickers(tickers: ["A", "B"]) { news(filter: {limit: 30}) { title } } }'
    expect(sized(nested).rows).toBe(2 + 2 * 30)
  })

  test('default: a list without a limit has the maximum that its area states', () => {
    expect(sized('{ sanctionsScreen(name: "a") { score } }').rows).toBe(50)
    expect(sized('{ entityByTicker(ticker: "A") { executives { name } } }').rows).toBe(80)
    const income = '{ income { restatements { field } } }'
    const statements = (args: string) =>
      `{ entityByTicker(ticker: "A") { financials${args} ${income} } }`
    expect(sized(statements('')).rows).toBe(20)
    expect(sized(statements('(knownOn: "2020-01-01")')).rows).toBeGreaterThan(20 * 20)
  })

  test.each(areaNames)(
    'behavior: the area %s of fifty companies fits into one MCP result',
    (name) => {
      const tickers = Array.from({ length: 50 }, (_, at) => `T${at}`)
      const { query, variables } = areasOperation('entitiesByTickers', { tickers }, [{ name }])
      expect(sized(query, variables).bytes).toBeLessThanOrEqual(bounds.resultBytesMax)
    },
  )

  test('default: fifty tickers of the whole history are within both bounds', () => {
    expect(() => refuseTooLarge(sized(`{ ${history(50, 'range: "max"')} }`))).not.toThrow()
  })

  test('default: the introspection that every tool sends is within both bounds', () => {
    const { rows, bytes } = sized(getIntrospectionQuery())
    expect([rows, bytes < bounds.resultBytesMax]).toEqual([0, true])
  })

  test('error: refuses twice as many with the numbers, for any payment', () => {
    const query = `{ a: ${history(50, 'range: "max"')} b: ${history(50, 'range: "max"')} }`
    expect(() => refuseTooLarge(sized(query))).toThrow(
      expect.objectContaining({
        code: 'QUERY_TOO_LARGE',
        funds: 'untouched',
        facts: [
          'Rows: up to 2600100; limit 1400000',
          expect.stringMatching(/^Bytes: up to 5\d{8}; limit 268435456$/),
        ],
      }),
    )
  })

  test('behavior: tests both sides of each bound', () => {
    const [rows, bytes] = [bounds.answerRowsMax, bounds.answerBytesMax]
    expect(() => refuseTooLarge({ rows, bytes })).not.toThrow()
    for (const size of [
      { rows: rows + 1, bytes },
      { rows, bytes: bytes + 1 },
    ])
      expect(() => refuseTooLarge(size)).toThrow(FiqError)
  })
})

describe('rows beyond those planned', () => {
  const run = (
    query: string,
    sizeMax: { rows: number; bytes: number },
    made: object[],
    field = 'quotes',
  ) => {
    const schema = buildSchema(connectors)
    schema.getQueryType()!.getFields()['marketStatus']!.resolve = () => ({ session: 'PRE' })
    schema.getQueryType()!.getFields()[field]!.resolve = () => made
    const { bound, runsMax } = priceRequest(
      { schema, tariff },
      prepareOperation({ schema, tariff }, query),
      {},
    )
    return runPlan(compilePlan(bound.plan), { schema, bound, runsMax, context: {}, sizeMax })
  }
  const query = '{ marketStatus { session } quotes(tickers: ["A"]) { ticker } }'
  const rows = (count: number) => Array.from({ length: count }, () => ({ ticker: 'x'.repeat(90) }))

  test('default: answers as many rows as the bound', async () => {
    const { errors, data } = await run(query, { rows: 500, bytes: 1e6 }, rows(500))
    expect(errors).toBeUndefined()
    expect(data?.['quotes']).toHaveLength(500)
  })

  test('error: cuts many short lists of large rows at the bound on bytes', async () => {
    const lists = Array.from({ length: 60 }, (_, n) => `q${n}: quotes(tickers: ["A"]) { ticker }`)
    const made = Array.from({ length: 10 }, () => ({ ticker: 'x'.repeat(10_000) }))
    const { errors, data } = await run(`{ ${lists.join(' ')} }`, { rows: 1e6, bytes: 1e6 }, made)
    // At most 128 rows are completed between two measurements.
    expect(JSON.stringify(data).length).toBeLessThan(2.4e6)
    expect(errors?.length).toBeGreaterThan(30)
    const cutLists = Object.values(data ?? {}).filter((list) => list === null)
    expect(errors).toHaveLength(cutLists.length)
  })

  test('behavior: a list within a row counts once', async () => {
    const bars = Array.from({ length: 500 }, () => ({ date: 'x'.repeat(90) }))
    const query = '{ priceHistory(tickers: ["A"]) { bars { date } } }'
    const rows = Array.from({ length: 40 }, () => ({ bars }))
    // 20,000 bars of 101 bytes: the error of the estimate is at most that of the last 128.
    const { errors } = await run(query, { rows: 1e6, bytes: 2.1e6 }, rows, 'priceHistory')
    expect(errors).toBeUndefined()
  })

  test('error: reads no more of an endless list than the bound', async () => {
    let made = 0
    const endless = {
      *[Symbol.iterator]() {
        for (;;) {
          made += 1
          yield { ticker: 'x' }
        }
      },
    }
    const { data } = await run(query, { rows: 500, bytes: 1e6 }, endless as never)
    expect(data).toMatchObject({ quotes: null })
    expect(made).toBe(501)
  })

  test.each([
    ['rows', { rows: 499, bytes: 1e6 }],
    ['bytes', { rows: 1e6, bytes: 30_000 }],
  ])('error: above the bound on %s cuts the list, and answers the rest', async (_, most) => {
    const { errors, data } = await run(query, most, rows(500))
    expect(data).toMatchObject({ marketStatus: { session: 'PRE' }, quotes: null })
    const [error] = errors ?? []
    expect(error?.path).toEqual(['quotes'])
    expect(error?.originalError).toMatchObject({ code: 'INTERNAL' })
  })
})
