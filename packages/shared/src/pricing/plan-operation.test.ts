import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { parseOperation } from './operation-limits.ts'
import { operationIn, planOperation } from './plan-operation.ts'
import { testRates, testSchemaText } from './testing/random-operation.ts'

const schema = buildSchema(testSchemaText)
const contract = { schema, tariff: { version: 't', rates: testRates } }
const plan = (query: string, name?: string, conditions = {}) => {
  const document = parseOperation(query)
  return planOperation(contract, document, operationIn(document, name), conditions)
}

describe('planOperation', () => {
  test('default: merges fields by response key across fragments', () => {
    const { fields } = plan(
      '{ entity(ticker: "A") { id ...F ... { market { price } } } } fragment F on Entity { market { spread { bid } } }',
    )
    expect(fields.map(({ path }) => path)).toEqual(['entity'])
    const [below] = fields[0]!.branches
    expect(below?.fields.map(({ path }) => path)).toEqual(['entity.id', 'entity.market'])
    expect(below?.fields[1]?.branches[0]?.fields.map(({ path }) => path)).toEqual([
      'entity.market.spread',
      'entity.market.price',
    ])
  })

  test('behavior: plans an abstract type once per concrete type', () => {
    const { fields } = plan(
      '{ thing { __typename ... on Entity { id } ... on Quote { price } ... on Thing { __typename } } }',
    )
    expect(
      fields[0]?.branches.map(({ type, fields }) => [type.name, ...fields.map(({ path }) => path)]),
    ).toEqual([
      ['Entity', 'thing.__typename', 'thing.id'],
      ['Quote', 'thing.__typename', 'thing.price'],
    ])
  })

  test('error: limits the fields of all concrete types together', () => {
    const types = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
    const text = types.map((name) => `type ${name} implements Node { n: Int }`).join(' ')
    const own = buildSchema(`type Query { node: Node } interface Node { n: Int } ${text}`)
    const planned = (count: number) => {
      const fields = Array.from({ length: count }, (_, at) => `a${at}: n`).join(' ')
      const document = parseOperation(`{ node { ${fields} } }`)
      const tariff = { version: 't', rates: {} }
      return planOperation({ schema: own, tariff }, document, operationIn(document, undefined), {})
    }
    // One for the node, and seven types with this many fields.
    expect(planned(571).fields[0]!.branches).toHaveLength(7)
    expect(() => planned(572)).toThrow('selects more than 4000 fields')
  })

  test('behavior: a false condition excludes its field and its place', () => {
    const query =
      'query ($x: Boolean!) { a: thing @include(if: $x) { __typename } b: thing { __typename } a: thing { __typename } }'
    const keys = (x: boolean) => plan(query, undefined, { x }).fields.map(({ key }) => key)
    expect([keys(true), keys(false)]).toEqual([
      ['a', 'b'],
      ['b', 'a'],
    ])
  })

  test('behavior: follows a fragment whose first spread is skipped', () => {
    const { fields } = plan(
      `query ($x: Boolean!) { b: entity(ticker: "A") { ...E @include(if: $x) ...F } }
       fragment F on Entity { id market { price } } fragment E on Entity { ...F news { title } }`,
      undefined,
      { x: false },
    )
    expect(fields[0]?.branches[0]?.fields.map(({ path }) => path)).toEqual(['b.id', 'b.market'])
  })

  test('error: limits a response path', () => {
    const alias = 'a'.repeat(64)
    const deep = (last: string) => {
      const peers = Array.from({ length: 5 }, () => `${alias}: peers(tickers: []) {`).join(' ')
      return `{ ${alias}: entity(ticker: "A") { ${peers} ${last}: id ${'}'.repeat(5)} } }`
    }
    // Six aliases with their dots have 390 characters.
    expect(plan(deep('b'.repeat(10))).fields).toHaveLength(1)
    expect(() => plan(deep('b'.repeat(11)))).toThrow(
      expect.objectContaining({
        code: 'QUERY_TOO_LARGE',
        message: 'A response path of the query has 401 characters; the limit is 400.',
      }),
    )
  })

  test('behavior: operationName selects the operation', () => {
    expect(
      plan('query A { entity(ticker: "A") { id } } query B { thing { __typename } }', 'B').fields[0]
        ?.path,
    ).toBe('thing')
  })

  test.each([
    [
      'query A { thing { __typename } } query B { thing { __typename } }',
      undefined,
      'The document has 2 operations, and none is chosen.',
      ['Operations: A, B'],
    ],
    [
      'fragment F on Query { thing { __typename } }',
      undefined,
      'The document has no operation.',
      [],
    ],
    [
      'query A { thing { __typename } }',
      'C',
      'The document has no operation "C".',
      ['Operations: A'],
    ],
    [
      '{ thing { __typename } }',
      '',
      'The document has no operation "".',
      ['Operations: one unnamed'],
    ],
  ])('error: %s with name %s', (query, name, message, facts) => {
    expect(() => plan(query, name)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', message, facts }),
    )
  })
})
