import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { parseOperation } from './operation-limits.ts'
import { planOperation } from './plan-operation.ts'
import { testRates, testSchemaText } from './testing/random-operation.ts'

const schema = buildSchema(testSchemaText)
const plan = (query: string, name?: string) =>
  planOperation(schema, parseOperation(query), name, testRates)

describe('planOperation', () => {
  test('default: fields are merged by response key across fragments', () => {
    const { fields } = plan(
      '{ entity(ticker: "A") { id ...F ... { market { price } } } } fragment F on Entity { market { spread { bid } } }',
    )
    expect(fields.map(({ path }) => path)).toEqual(['entity'])
    const [below] = fields[0]!.branches
    expect(below?.map(({ path }) => path)).toEqual(['entity.id', 'entity.market'])
    expect(below?.[1]?.branches[0]?.map(({ path }) => path)).toEqual([
      'entity.market.spread',
      'entity.market.price',
    ])
  })

  test('behavior: an abstract type is planned once per concrete type', () => {
    const { fields } = plan(
      '{ thing { __typename ... on Entity { id } ... on Quote { price } ... on Thing { __typename } } }',
    )
    expect(fields[0]?.branches.map((branch) => branch.map(({ path }) => path))).toEqual([
      ['thing.id'],
      ['thing.price'],
    ])
  })

  test('behavior: operationName selects', () => {
    expect(
      plan('query A { entity(ticker: "A") { id } } query B { thing { __typename } }', 'B').fields[0]
        ?.path,
    ).toBe('thing')
  })

  test.each([
    [
      'query A { thing { __typename } } query B { thing { __typename } }',
      undefined,
      'The document holds 2 operations; which is meant is not said.',
      ['Operations: A, B'],
    ],
    [
      'fragment F on Query { thing { __typename } }',
      undefined,
      'The document holds no operation.',
      [],
    ],
    [
      'query A { thing { __typename } }',
      'C',
      'The document holds no operation "C".',
      ['Operations: A'],
    ],
    [
      '{ thing { __typename } }',
      '',
      'The document holds no operation "".',
      ['Operations: one unnamed'],
    ],
  ])('error: %s with name %s', (query, name, message, facts) => {
    expect(() => plan(query, name)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', message, facts }),
    )
  })
})
