import { buildSchema, isIntrospectionType, isSpecifiedScalarType } from 'graphql'
import { describe, expect, test } from 'vitest'
import { catalog, toolNamed } from '../catalog/catalog.ts'
import { prepareOperation, priceRequest } from '../pricing/price-request.ts'
import { schemaText, tariff } from '../schema/contract.ts'
import { areaNames, areasOperation, splitAreas } from './areas.ts'
import { createDescribe, descriptionBytesMax } from './describe.ts'

const schema = buildSchema(schemaText)
const contract = { schema, tariff }
const describeName = createDescribe(contract)
const types = Object.values(schema.getTypeMap())
  .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
  .map(({ name }) => name)

type Described = {
  kind: string
  price: { amount: string; credits: number }
  schema: string
  example: { tool: string; arguments: Record<string, unknown> }
  argumentsOfGraphql?: Record<string, string>
  alsoInFilter?: Record<string, string>
}

/** Credits for the call of an example. */
function creditsOf({ tool, arguments: input }: Described['example']): number {
  const { rest, areas } = splitAreas(tool, input)
  const { query, variables } = areas
    ? areasOperation(tool, rest, areas)
    : tool === 'graphql'
      ? { query: String(input['query']), variables: {} }
      : { query: toolNamed(tool)!.query, variables: rest }
  return priceRequest(contract, prepareOperation(contract, query), variables).price.credits
}

describe('createDescribe', () => {
  test.each([
    ['tool', catalog.map(({ name }) => name)],
    ['area', areaNames],
    ['field', Object.keys(schema.getQueryType()!.getFields())],
    ['type', types],
  ] as const)('property: every %s has a schema, and an example at its price', (kind, names) => {
    for (const name of names) {
      const text = describeName(name, kind)
      expect(Buffer.byteLength(text), name).toBeLessThanOrEqual(descriptionBytesMax)
      const described = JSON.parse(text) as Described
      expect(described.schema, name).toMatch(/^("""|type |input |enum )/)
      expect(described.price?.credits, `${name}: ${text.slice(0, 900)}`).toBe(
        creditsOf(described.example),
      )
    }
  })

  test('behavior: a name of several kinds means the tool, or the kind that is named', () => {
    const kindOf = (text: string) => (JSON.parse(text) as Described).kind
    expect(kindOf(describeName('shortInterest'))).toBe('tool')
    expect(kindOf(describeName('shortInterest', 'area'))).toBe('area')
    expect(kindOf(describeName('InsiderTrade'))).toBe('type')
  })

  test.each<[string, string | undefined, readonly string[], RegExp]>([
    ['macroSeries', 'tool', ['knownOn'], /type MacroPoint/],
    ['priceHistory', 'tool', [], /type PriceHistory/],
    ['insiderTrades', 'area', ['knownOn'], /input InsiderTradeFilterInput/],
    ['financials.income', 'area', ['knownOn', 'asReported', 'period'], /enum FinancialPeriod/],
    [
      'derivatives.options',
      'area',
      ['expiration', 'type', 'minStrike', 'maxStrike'],
      /enum OptionType/,
    ],
    ['quotes', 'tool', [], /type Quote/],
  ])(
    'behavior: %s, a %s, lists the further arguments %j, and their types',
    (name, kind, names, of) => {
      const described = JSON.parse(describeName(name, kind as 'tool')) as Described
      const { schema, [kind === 'area' ? 'alsoInFilter' : 'argumentsOfGraphql']: others } =
        described
      expect(Object.keys(others ?? {})).toEqual(names)
      expect(schema).toMatch(of)
    },
  )

  test('behavior: a tool whose arguments set its price lists the credits', () => {
    const { creditsForEachTicker: credits } = JSON.parse(describeName('priceHistory'))
    expect(credits).toMatchObject({
      else: 1,
      leastOfCall: 5,
      '1d': { '10y': 10, max: 100 },
      '1mo': { max: 5 },
    })
    expect(JSON.parse(describeName('quotes'))).not.toHaveProperty('creditsForEachTicker')
  })

  test('behavior: a root field defines the types of its arguments', () => {
    const { schema } = JSON.parse(describeName('treasuryYields')) as Described
    expect(schema).toContain('input ArrayFilterInput')
  })

  test('error: an unknown name suggests a similar one', () => {
    expect(() => describeName('insiderTrads')).toThrow(
      expect.objectContaining({
        code: 'BAD_INPUT',
        facts: expect.arrayContaining(['Did you mean insiderTrades?']),
      }),
    )
  })
})
