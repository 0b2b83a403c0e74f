import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerBudgetDefault, answerBudgetMin, fitAnswer } from './summarise.ts'

const kept = { id: 'f0', url: 'https://fiq.example/answers/f0', expires: '2026-11-23T00:00:00Z' }
const day = (at: number) => new Date(at * 86_400_000).toISOString().slice(0, 10)
const bars = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    date: day(at),
    close: (at * 7) % 1_000,
    volume: at === 3 ? null : at * 1_000,
    currency: 'USD',
  }))
const source = (path: string) => ({ path, source: 'yahoo', asOf: '2026-11-20', stale: false })
const answerOf = (histories: number, count: number) => ({
  data: {
    priceHistory: Array.from({ length: histories }, (_, at) => ({
      ticker: `T${at}`,
      bars: bars(count),
    })),
  },
  extensions: {
    cost: { credits: 5, amount: '0.015', rows: [] },
    sources: Array.from({ length: histories }, (_, at) => source(`priceHistory.${at}`)),
  },
})
const fit = (answer: object, budget = answerBudgetDefault) => {
  const fitted = fitAnswer(JSON.stringify(answer), budget, kept)
  return { ...fitted, json: JSON.parse(fitted.text), bytes: Buffer.byteLength(fitted.text) }
}

describe('fitAnswer', () => {
  test('default: does not change an answer within its budget', () => {
    const answer = answerOf(1, 2)
    expect(fit(answer)).toMatchObject({ form: 'whole', json: answer })
  })

  test('default: sends a larger one by columns without loss', () => {
    const { form, json, bytes } = fit(answerOf(1, 1_000))
    expect(form).toBe('columns')
    expect(bytes).toBeLessThanOrEqual(answerBudgetDefault)
    expect(json.tables[0].rows).toHaveLength(1_000)
    expect(json.extensions).toEqual(answerOf(1, 1).extensions)
  })

  test('default: a summary states where the whole answer is, and gives exact ranges', () => {
    const { form, json, bytes } = fit(answerOf(1, 10_000))
    expect([form, bytes <= answerBudgetDefault]).toEqual(['summary', true])
    expect(json.answer).toMatchObject({
      form: 'summary',
      uri: 'fiq://answer/f0',
      url: kept.url,
      rows: 10_000,
    })
    const [table] = json.tables
    expect(table).toMatchObject({
      path: 'priceHistory.0.bars',
      of: { ticker: 'T0' },
      count: 10_000,
      columns: ['date', 'close', 'volume'],
      constant: { currency: 'USD' },
      range: { date: [day(0), day(9_999)], close: [0, 999], volume: [0, 9_999_000] },
      nulls: { volume: 1 },
    })
    expect(table.first[0]).toEqual([day(0), 0, 0])
    expect(table.last.at(-1)).toEqual([day(9_999), 993, 9_999_000])
    expect(JSON.stringify([table.first, table.last]).length).toBeLessThan(10_100)
  })

  test('behavior: for more than fifty tables gives counts and ranges, no rows', () => {
    expect(fit(answerOf(50, 500)).json.tables[0].first).not.toBeUndefined()
    const { json, bytes } = fit(answerOf(51, 500))
    expect(bytes).toBeLessThanOrEqual(answerBudgetDefault)
    expect(json.tables).toHaveLength(51)
    expect(json.tables[0].first).toBeUndefined()
    expect(json.tables[0].range.close).toEqual([0, 996])
  })

  test('behavior: for even more tables gives paths, counts, and the objects around them', () => {
    const names = Array.from({ length: 40 }, (_, at) => `aFigureOfTheStatement${at}`)
    const row = (at: number) => Object.fromEntries(names.map((name) => [name, at]))
    const companyOf = (at: number) => ({ ticker: `T${at}`, rows: [row(1), row(at)] })
    const statements = (many: number) => ({
      data: { companies: Array.from({ length: many }, (_, at) => companyOf(at)) },
      extensions: { cost: { credits: 5 }, sources: [] },
    })
    const { json } = fit(statements(200))
    const path = 'companies.199.rows'
    expect(json.tables[199]).toEqual({ path, count: 2 })
    expect(json.rest.companies[199]).toEqual({ ticker: 'T199', rows: { table: path } })
    expect(json.extensions).toEqual({ cost: { credits: 5 } })
    const more = fit(statements(600))
    expect([more.json.tables.length, more.json.rest]).toEqual([600, undefined])
    expect(fit(statements(2_000)).json.answer.tables).toBe(2_000)
  })

  test('behavior: without a place to read the rest, explains what to do', () => {
    const text = JSON.stringify(answerOf(1, 10_000))
    const { answer } = JSON.parse(fitAnswer(text, answerBudgetDefault, undefined).text)
    expect(answer).toMatchObject({ form: 'summary', read: expect.stringContaining('fiq/budget') })
    expect(answer.uri).toBeUndefined()
  })

  test('behavior: fuzz: the result of any answer fits the budget', () => {
    const sizes = fc.tuple(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 0, max: 60 }))
    const budgets = fc.integer({ min: answerBudgetMin, max: 30_000 })
    fc.assert(
      fc.property(
        sizes,
        budgets,
        fc.string({ maxLength: 9_000 }),
        ([many, count], budget, text) => {
          const { data, extensions } = answerOf(many, count)
          expect(fit({ data: { ...data, text }, extensions }, budget).bytes).toBeLessThanOrEqual(
            budget,
          )
        },
      ),
      { numRuns: 60 },
    )
  })
})
