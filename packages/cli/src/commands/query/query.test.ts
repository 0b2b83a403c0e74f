import { describe, expect, test } from 'vitest'
import { jsonOrText } from '../../command-line/read-operation.ts'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { query } from './declaration.ts'
import { run } from './run.ts'

const given = (query: string[], options: Record<string, string | string[]> = {}) => ({
  arguments: { query },
  options,
})
const data = { marketStatus: { isOpen: true } }

describe('fiq query', () => {
  test('behavior: the help says what is printed where when there are errors', () => {
    expect(query.description).toMatch(/response is still printed there.*standard error/)
  })

  test('default: a text with a brace is the query; the whole response is printed', async () => {
    const { context, out, asked } = sceneOf({ data, format: 'json' })
    await run(context, given(['{ marketStatus { isOpen } }']))
    expect(asked[0]).toMatchObject({ query: '{ marketStatus { isOpen } }', variables: {} })
    expect(JSON.parse(out())).toEqual({ data })
  })

  test('behavior: a resumed response says its age in a pipe, too', async () => {
    const paid = { paid: 15_000n, resumed: true, state: 'answered', id: '0x1' } as const
    const payment = { ...paid, transaction: undefined, ageMs: 90_500, stale: ['q'] }
    const { context, out } = sceneOf({ data, format: 'json', answer: { payment } })
    await run(context, given(['{ q: quotes { price } }']))
    expect(JSON.parse(out())).toEqual({
      data,
      extensions: { payment: { resumed: true, ageSeconds: 90, stale: ['q'] } },
    })
  })

  test('behavior: anything else names a file, nothing means standard input', async () => {
    const { context, asked } = sceneOf({ data, text: '{ fromFile }', piped: true })
    await run(context, given(['company.graphql']))
    await run(context, given([]))
    expect(asked.map(({ query }) => query)).toEqual(['{ fromFile }', '{ fromFile }'])
  })

  test('behavior: variables are JSON or texts, single ones over the object', async () => {
    const { context, asked } = sceneOf({ data })
    await run(
      context,
      given(['{ a }'], {
        variables: '{"limit":1,"a":[1]}',
        var: ['ticker=AAPL', 'limit=5', 'name=a=b', 'id="5"'],
        operation: 'Company',
      }),
    )
    expect(asked[0]).toMatchObject({
      operationName: 'Company',
      variables: { limit: 5, a: [1], ticker: 'AAPL', name: 'a=b', id: '5' },
    })
  })

  test('behavior: as CSV, the first list of the data', async () => {
    const { context, out } = sceneOf({
      data: { entity: { news: [{ title: 'A' }, { title: 'B' }] } },
      format: 'csv',
    })
    await run(context, given(['{ a }']))
    expect(out()).toBe('title\nA\nB\n')
  })

  test('error: a response of errors alone is printed, and ends with its own code', async () => {
    const errors = [
      {
        message: 'No.',
        path: 'a',
        code: 'NOT_FOUND' as const,
        facts: [],
      },
    ]
    const { context, out } = sceneOf({
      format: 'json',
      answer: { errors, response: { data: null, errors: [{ message: 'No.' }] } },
    })
    await expect(run(context, given(['{ a }']))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(JSON.parse(out())).toEqual({ data: null, errors: [{ message: 'No.' }] })
  })

  test.each<[string[], Record<string, string | string[]>]>([
    [[], {}],
    [['empty.graphql'], {}],
    [['{ a }'], { var: ['ticker'] }],
    [['{ a }'], { variables: '[1]' }],
  ])('error: %j with %j is refused before anything is asked', async (words, options) => {
    const { context, asked } = sceneOf({ text: ' \n' })
    await expect(run(context, given(words, options))).rejects.toMatchObject({ code: 'USAGE' })
    expect(asked).toEqual([])
  })
})

describe('jsonOrText', () => {
  test.each([
    ['5', 5],
    ['AAPL', 'AAPL'],
    ['', ''],
    ['[1', '[1'],
    ['null', null],
  ])('default: %j is read as %j', (text, value) => {
    expect(jsonOrText(text)).toEqual(value)
  })
})
