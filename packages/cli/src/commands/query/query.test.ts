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
  test('behavior: the help explains what is printed where if there are errors', () => {
    expect(query.description).toMatch(/including its errors.*standard error/)
  })

  test('default: a text with a brace is the query; prints the whole response', async () => {
    const { context, out, requests } = sceneOf({ data, format: 'json' })
    await run(context, given(['{ marketStatus { isOpen } }']))
    expect(requests[0]).toMatchObject({ query: '{ marketStatus { isOpen } }', variables: {} })
    expect(JSON.parse(out())).toEqual({ data })
  })

  test('behavior: a resumed response states its age, also in a pipe', async () => {
    const paid = { paid: 15_000n, resumed: true, state: 'answered', id: '0x1' } as const
    const payment = { ...paid, transaction: undefined }
    const age = { ms: 90_500, stale: ['q'] }
    const { context, out } = sceneOf({ data, format: 'json', answer: { payment, age } })
    await run(context, given(['{ q: quotes { price } }']))
    expect(JSON.parse(out())).toEqual({
      data,
      extensions: { payment: { resumed: true, ageSeconds: 90, stale: ['q'] } },
    })
  })

  test('error: a ticker in the place of the query names the commands that take one', async () => {
    const { context } = sceneOf({ data })
    const missing = () => Promise.reject(new Error('no such file'))
    const price = (word: string) => run({ ...context, readText: missing }, given([word]))
    await expect(price('AAPL')).rejects.toMatchObject({
      message: '"AAPL" is not a query, and no file has this name.',
      remedy: 'A query has braces. For a ticker: fiq quote AAPL, or fiq price quote AAPL',
    })
    await expect(price('a/b.graphql')).rejects.toThrow('no such file')
  })

  test('behavior: any other text names a file; no argument means standard input', async () => {
    const { context, requests } = sceneOf({ data, text: '{ fromFile }', piped: true })
    await run(context, given(['company.graphql']))
    await run(context, given([]))
    expect(requests.map(({ query }) => query)).toEqual(['{ fromFile }', '{ fromFile }'])
  })

  test('behavior: variables are JSON or text; single ones override the object', async () => {
    const { context, requests } = sceneOf({ data })
    await run(
      context,
      given(['{ a }'], {
        variables: '{"limit":1,"a":[1]}',
        var: ['ticker=AAPL', 'limit=5', 'name=a=b', 'id="5"'],
        operation: 'Company',
      }),
    )
    expect(requests[0]).toMatchObject({
      operationName: 'Company',
      variables: { limit: 5, a: [1], ticker: 'AAPL', name: 'a=b', id: '5' },
    })
  })

  test('behavior: as CSV, prints the first list of the data', async () => {
    const { context, out } = sceneOf({
      data: { entity: { news: [{ title: 'A' }, { title: 'B' }] } },
      format: 'csv',
    })
    await run(context, given(['{ a }']))
    expect(out()).toBe('title\nA\nB\n')
  })

  test('error: prints a response with only errors, and ends with its own code', async () => {
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
  ])('error: refuses %j with %j before any request', async (words, options) => {
    const { context, requests } = sceneOf({ text: ' \n' })
    await expect(run(context, given(words, options))).rejects.toMatchObject({ code: 'USAGE' })
    expect(requests).toEqual([])
  })
})

describe('jsonOrText', () => {
  test.each([
    ['5', 5],
    ['AAPL', 'AAPL'],
    ['', ''],
    ['[1', '[1'],
    ['null', null],
  ])('default: reads %j as %j', (text, value) => {
    expect(jsonOrText(text)).toEqual(value)
  })
})
