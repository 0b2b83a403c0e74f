import { catalog, toolNamed } from '@fiq/shared/catalog/catalog'
import { toolCommand } from '@fiq/shared/catalog/tool-command'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { tool } from './declaration.ts'
import { readInput } from './read-input.ts'
import { toolRun } from './run.ts'

const given = (inputs: string[], options: Record<string, string> = {}) => ({
  arguments: { inputs },
  options,
})

describe('fiq tool', () => {
  test('default: prints a table of any rows', async () => {
    const shortInterest = [
      { settlementDate: '2026-10-31', sharesShort: 112_000_000, daysToCover: 2.1 },
      { settlementDate: '2026-10-15', sharesShort: null, daysToCover: null },
    ]
    const { context, out, requests } = sceneOf({ data: { shortInterest } })
    await toolRun('shortInterest')(context, given(['ticker=AAPL', 'filter.limit=2']))
    expect(out()).toMatchInlineSnapshot(`
      "settled     shares short  days to cover
      2026-10-31   112,000,000            2.1
      2026-10-15             –              –
      "
    `)
    expect(requests[0]?.variables).toEqual({ ticker: 'AAPL', filter: { limit: 2 } })
  })

  test('default: prints the members of an object, and JSON in a pipe', async () => {
    const data = { entityByTicker: { id: 'cik:1', name: 'A', market: { price: 1 } } }
    const text = sceneOf({ data })
    await toolRun('entityByTicker')(text.context, given(['ticker=A']))
    expect(text.out()).toMatchInlineSnapshot(`
      "id    cik:1
      name  A

      market
      price  1
      "
    `)
    const json = sceneOf({ data, format: 'json' })
    await toolRun('entityByTicker')(json.context, given(['ticker=A']))
    expect(JSON.parse(json.out())).toEqual(data.entityByTicker)
  })

  test('error: refuses an input out of bounds before any request', async () => {
    const { context, requests } = sceneOf()
    await expect(
      toolRun('macroSeries')(context, given(['seriesId=GDP', 'filter.limit=501'])),
    ).rejects.toMatchObject({ code: 'BAD_INPUT' })
    expect(requests).toEqual([])
  })

  test("behavior: the help of every tool has the catalog's example", async () => {
    for (const declaration of tool.commands!) {
      const { variables } = toolNamed(declaration.name)!
      expect(await inputOf(declaration.name, declaration.examples![0]!)).toEqual(variables)
    }
    expect(tool.commands).toHaveLength(catalog.length)
  })

  test('property: the printed command of any inputs gives the same inputs', async () => {
    const text = fc.string({ minLength: 1 }).filter((each) => each.trim() === each)
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 4 }), text, async (tickers, name) => {
        for (const [tool, inputs] of [
          ['quotes', { tickers }],
          ['campaignFinance', { name, filter: { limit: 5, sort: 'ASC' } }],
        ] as const)
          expect(await inputOf(tool, toolCommand(tool, inputs))).toEqual(inputs)
      }),
    )
  })
})

/** The input that a printed command gives, after a shell has read its words. */
async function inputOf(name: string, command: string) {
  const words = [...command.matchAll(/(?:'[^']*'|\\'|[^\s'])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|\\(')/g, '$1$2'),
  )
  const pairs = words.slice(3)
  return readInput(sceneOf().context, toolNamed(name)!.inputSchema, { pairs, json: undefined })
}

describe('readInput', () => {
  const { inputSchema } = toolNamed('screen')!
  const quotes = toolNamed('quotes')!.inputSchema

  test.each<[string[], string | undefined, unknown]>([
    [['tickers=AAPL,MSFT'], undefined, { tickers: ['AAPL', 'MSFT'] }],
    [['tickers=["AAPL"]'], undefined, { tickers: ['AAPL'] }],
    [[], '{"tickers":["A"]}', { tickers: ['A'] }],
    [['tickers=B'], '{"tickers":["A"]}', { tickers: ['B'] }],
  ])('default: %j and %s give %j', async (pairs, json, input) => {
    expect(await readInput(sceneOf().context, quotes, { pairs, json })).toEqual(input)
  })

  test('behavior: converts texts by the schema, also in objects', async () => {
    const pairs = ['filter.universe=DAY_GAINERS', 'filter.minPrice=10.5', 'filter.limit=5']
    expect(await readInput(sceneOf().context, inputSchema, { pairs, json: undefined })).toEqual({
      filter: { universe: 'DAY_GAINERS', minPrice: 10.5, limit: 5 },
    })
    const cik = await readInput(
      sceneOf().context,
      toolNamed('institutionalHoldings')!.inputSchema,
      {
        pairs: ['cik=0001067983'],
        json: undefined,
      },
    )
    expect(cik).toEqual({ cik: '0001067983' })
  })

  test('behavior: piped text is the input if there is no other', async () => {
    const piped = sceneOf({ text: '{"tickers":["A"]}', piped: true }).context
    expect(await readInput(piped, quotes, { pairs: [], json: undefined })).toEqual({
      tickers: ['A'],
    })
    const nothing = toolNamed('marketStatus')!.inputSchema
    expect(await readInput(piped, nothing, { pairs: [], json: undefined })).toEqual({})
  })

  test('error: refuses JSON that is not an object, instead of opening it as a file', async () => {
    const readText = async () => Promise.reject(new Error('looked for as a file'))
    for (const json of ['[]', ' [{"tickers":["A"]}]'])
      await expect(
        readInput({ ...sceneOf().context, readText }, quotes, { pairs: [], json }),
      ).rejects.toMatchObject({ code: 'USAGE', message: 'The input is not a JSON object.' })
  })

  test.each([
    [['tickers'], undefined],
    [['constructor=1'], undefined],
    [['tikcers=A'], undefined],
    [[], '{"a"'],
  ])('error: refuses %j with %s', async (pairs, json) => {
    await expect(readInput(sceneOf().context, quotes, { pairs, json })).rejects.toMatchObject({
      code: 'USAGE',
    })
  })
})
