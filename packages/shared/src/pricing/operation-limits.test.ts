import fc from 'fast-check'
import { buildSchema, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { FiqError } from '../errors.ts'
import { parseOperation } from './operation-limits.ts'
import { operationIn, planOperation } from './plan-operation.ts'
import { testRates, testSchemaText } from './testing/random-operation.ts'

describe('parseOperation', () => {
  test('default: a document within the limits is parsed', () => {
    expect(parseOperation('{ a { b } }').definitions).toHaveLength(1)
  })

  test('error: a fragment bomb is refused by its expanded size, in the time its text takes', () => {
    const levels = Array.from(
      { length: 60 },
      (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} ...F${i + 1} }`,
    )
    expect(() =>
      parseOperation(`{ ...F0 } ${levels.join(' ')} fragment F60 on Query { a }`),
    ).toThrow(
      expect.objectContaining({
        code: 'QUERY_TOO_LARGE',
        message: 'The query selects over a billion fields; the limit is 5000.',
      }),
    )
  })

  test.each([
    ['tokens', `{ ${'a '.repeat(2_001)} }`, 'The query has more than 2000 tokens.'],
    [
      'depth',
      `${'{ a '.repeat(16)}${'}'.repeat(16)}`,
      'The query selects 16 levels of depth; the limit is 15.',
    ],
    [
      'brackets',
      `{ a(b: ${'['.repeat(99)}${']'.repeat(99)}) }`,
      'The query nests deeper than 100 brackets.',
    ],
  ])('error: too many %s', (_, query, message) => {
    expect(() => parseOperation(query)).toThrow(
      expect.objectContaining({ code: 'QUERY_TOO_LARGE', message }),
    )
  })

  test('error: introspection is free, so it may not be repeated at will', () => {
    const aliases = (count: number) =>
      `{ ${Array.from({ length: count }, (_, i) => `a${i}: __schema { ...F }`).join(' ')} } fragment F on __Schema { types { name } }`
    expect(parseOperation(aliases(4)).definitions).toHaveLength(2)
    expect(() => parseOperation(aliases(5))).toThrow(
      expect.objectContaining({
        code: 'QUERY_TOO_LARGE',
        message: 'The query selects 5 introspection roots; the limit is 4.',
      }),
    )
  })

  test('error: syntax is reported with its position', () => {
    expect(() => parseOperation('{ a(')).toThrow(
      expect.objectContaining({ code: 'GRAPHQL_PARSE_FAILED', facts: ['At: line 1, column 5'] }),
    )
  })

  test('behavior: fragments that spread each other in a circle end', () => {
    expect(
      parseOperation('{ ...A } fragment A on Query { a ...B } fragment B on Query { ...A }')
        .definitions,
    ).toHaveLength(3)
  })

  test('error: fuzz: any text is planned or refused with a code, never thrown raw', () => {
    const schema = buildSchema(testSchemaText)
    const piece = fc.constantFrom(
      '{',
      '}',
      '(',
      ')',
      '...',
      'on',
      'fragment',
      'query',
      '$a',
      ':',
      'entity',
      'quotes',
      'tickers',
      '[',
      ']',
      '"A"',
      '@skip',
      'if',
      'F',
      '!',
      '\n',
      '#',
      '"""',
      '\\',
      '1e999',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(' ')),
        ),
        (text) => {
          try {
            const document = parseOperation(text)
            if (validate(schema, document).length === 0)
              planOperation(
                { schema, tariff: { version: 't', rates: testRates } },
                document,
                operationIn(document, undefined),
                {},
              )
          } catch (error) {
            expect(error).toBeInstanceOf(FiqError)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
