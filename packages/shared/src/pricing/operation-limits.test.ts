import fc from 'fast-check'
import { buildSchema, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { bounds } from '../bounds.ts'
import { FiqError } from '../errors.ts'
import { parseOperation } from './operation-limits.ts'
import { operationIn, planOperation } from './plan-operation.ts'
import { testRates, testSchemaText } from './testing/random-operation.ts'

describe('parseOperation', () => {
  test('default: parses a document within the limits', () => {
    expect(parseOperation('{ a { b } }').definitions).toHaveLength(1)
  })

  test('error: refuses a fragment bomb by its expanded size, in the time of its text', () => {
    const levels = Array.from(
      { length: 60 },
      (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} ...F${i + 1} }`,
    )
    expect(() =>
      parseOperation(`{ ...F0 } ${levels.join(' ')} fragment F60 on Query { a }`),
    ).toThrow(
      expect.objectContaining({
        code: 'QUERY_TOO_LARGE',
        message: 'The query selects over a billion fields and fragments; the limit is 4000.',
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
  ])('error: refuses too many %s', (_, query, message) => {
    expect(() => parseOperation(query)).toThrow(
      expect.objectContaining({ code: 'QUERY_TOO_LARGE', message }),
    )
  })

  test('error: introspection is free, so its repetition is limited', () => {
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

  test.each([
    [
      'characters of an alias',
      (count: number) => `{ ${'a'.repeat(count)}: b }`,
      bounds.nameCharactersMax,
      'The query holds a name of 65 characters; the limit is 64.',
    ],
    [
      'characters of a variable',
      (count: number) => `query ($${'a'.repeat(count)}: Int) { b }`,
      bounds.nameCharactersMax,
      'The query holds a name of 65 characters; the limit is 64.',
    ],
    [
      'fragments',
      (count: number) =>
        `{ a } ${Array.from({ length: count }, (_, at) => `fragment F${at} on Query { a }`).join(' ')}`,
      bounds.fragmentsMax,
      'The query defines 101 fragments; the limit is 100.',
    ],
    [
      'nesting',
      (count: number) => `{ a(b: ${'['.repeat(count - 2)}${']'.repeat(count - 2)}) }`,
      bounds.nestingMax,
      'The query nests deeper than 100 brackets.',
    ],
    [
      'depth',
      (count: number) => `${'{ a '.repeat(count)}${'}'.repeat(count)}`,
      bounds.depthMax,
      'The query selects 16 levels of depth; the limit is 15.',
    ],
    [
      'tokens',
      (count: number) => `{ ${Array.from({ length: count - 2 }, (_, at) => `a${at}`).join(' ')} }`,
      bounds.tokensMax,
      'The query has more than 2000 tokens.',
    ],
    [
      'fields, spreads of fragments and inline fragments',
      (count: number) => {
        const hundred = Array.from({ length: 98 }, (_, at) => `a${at}`).join(' ')
        const spreads = Array.from(
          { length: Math.floor(count / 101) },
          (_, at) => `b${at} { ...F }`,
        )
        const rest = Array.from({ length: count % 101 }, (_, at) => `c${at}`)
        return `{ ${spreads.join(' ')} ${rest.join(' ')} } fragment F on Query { ... { ${hundred} } }`
      },
      bounds.selectionsMax,
      'The query selects 4001 fields and fragments; the limit is 4000.',
    ],
    [
      'fields of all operations',
      (count: number) => {
        const operations = Array.from(
          { length: Math.floor((count - 1) / 101) },
          (_, at) => `query O${at} { ...F }`,
        )
        const rest = Array.from({ length: count - operations.length * 101 }, (_, at) => `c${at}`)
        const hundred = Array.from({ length: 100 }, (_, at) => `a${at}`).join(' ')
        return `{ ${rest.join(' ')} } ${operations.join(' ')} fragment F on Query { ${hundred} }`
      },
      bounds.selectionsMax,
      'The query selects 4001 fields and fragments; the limit is 4000.',
    ],
  ])('error: %s: accepts the bound, refuses one more', (_, write, most, message) => {
    expect(parseOperation(write(most)).definitions.length).toBeGreaterThan(0)
    expect(() => parseOperation(write(most + 1))).toThrow(
      expect.objectContaining({ code: 'QUERY_TOO_LARGE', message }),
    )
  })

  test.each([
    ['in one place', (count: number) => `{ ${'a { b } '.repeat(count)} }`],
    [
      'by fragments',
      (count: number) =>
        `{ ${Array.from({ length: count }, (_, at) => `...F${at}`).join(' ')} } ${Array.from({ length: count }, (_, at) => `fragment F${at} on Query { a { b } }`).join(' ')}`,
    ],
  ])('error: limits repeated response keys before validation, %s', (_, write) => {
    // n fields are n (n - 1) / 2 pairs, and as many below them: 22 fields are 462 pairs.
    expect(parseOperation(write(22)).definitions.length).toBeGreaterThan(0)
    expect(() => parseOperation(write(23))).toThrow(
      expect.objectContaining({
        code: 'QUERY_TOO_LARGE',
        message: 'The query selects 506 pairs of fields with one response key; the limit is 500.',
      }),
    )
    expect(() => parseOperation(`{ ${'marketStatus { isOpen } '.repeat(490)}}`)).toThrow(
      'pairs of fields with one response key; the limit is 500.',
    )
  })

  test('error: counts lines like graphql, before graphql numbers those of an error', () => {
    const { linesMax } = bounds
    for (const end of ['\n', '\r', '\r\n']) {
      expect(parseOperation(`${end.repeat(linesMax - 1)}{ a }`).definitions).toHaveLength(1)
      expect(() => parseOperation(`${end.repeat(linesMax)}{ a }`)).toThrow('lines')
    }
  })

  test('error: reports a syntax error with its position', () => {
    expect(() => parseOperation('{ a(')).toThrow(
      expect.objectContaining({ code: 'GRAPHQL_PARSE_FAILED', facts: ['At: line 1, column 5'] }),
    )
  })

  test('behavior: circular fragments end', () => {
    expect(
      parseOperation('{ ...A } fragment A on Query { a ...B } fragment B on Query { ...A }')
        .definitions,
    ).toHaveLength(3)
    expect(parseOperation('{ ...A } fragment A on Query { a { ...A } }').definitions).toHaveLength(
      2,
    )
    expect(() =>
      parseOperation('{ ...A } fragment A on Query { a { ...A } b { ...A } c { ...A } }'),
    ).toThrow('pairs of fields with one response key; the limit is 500.')
  })

  test('error: circular fragments that many operations spread count once for each operation', () => {
    const fragments = [
      'fragment A on Query { a0 { ...B } a1 { ...B } a2 { ...B } }',
      'fragment B on Query { b { ...C } } fragment C on Query { c { ...A } }',
    ]
    const operations = (count: number) =>
      Array.from({ length: count }, (_, at) => `query O${at} { ...A }`).join(' ')
    expect(parseOperation(`${operations(1)} ${fragments.join(' ')}`).definitions).toHaveLength(4)
    expect(() => parseOperation(`${operations(100)} ${fragments.join(' ')}`)).toThrow(
      'pairs of fields with one response key; the limit is 500.',
    )
  })

  test('error: fuzz: any text is planned or refused with a code, never another error', () => {
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
