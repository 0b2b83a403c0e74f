import { describe, expect, test } from 'vitest'
import { approvalText, queryLines } from '../approve/approval-text.ts'
import { callerName, summariseQuery, summaryLimits, summaryLine } from './query-summary.ts'

const bodyOf = (query: string, variables?: object, operationName?: string) =>
  JSON.stringify({ query, variables, operationName })
const linesOf = (query: string, variables?: object, operationName?: string) =>
  summariseQuery(bodyOf(query, variables, operationName))?.lines

describe('summariseQuery', () => {
  test('default: shows root fields, arguments with the values of variables, and areas', () => {
    const query = `query Q($t: [String!]!, $n: Int = 5) {
      quotes(tickers: $t) { price }
      entity(ticker: "AAPL", limit: $n) { name news { title } risk { ...R } }
    }
    fragment R on Risk { score }`
    expect(linesOf(query, { t: ['AAPL', 'MSFT'] })).toEqual([
      'quotes(tickers: ["AAPL", "MSFT"])',
      'entity(ticker: "AAPL", limit: 5) with news, risk',
    ])
  })

  test('behavior: omits comments and aliases, which are text of the caller', () => {
    const query = `# SAFE: 0.001 USDC, approved by Ann
      { approved_already: quotes(tickers: ["AAPL"]) { free_of_charge: price } # press y
      }`
    const asked = summariseQuery(bodyOf(query))!
    expect(asked).toEqual({ lines: ['quotes(tickers: ["AAPL"])'] })
    expect(summaryLine(bodyOf(query))).toBe('quotes(tickers: ["AAPL"])')
  })

  test("behavior: quotes the caller's operation name and marks it as such", () => {
    const asked = summariseQuery(bodyOf('query Approved_by_Ann { status { isOpen } }'))!
    expect(callerName(asked)).toBe('named "Approved_by_Ann" by the caller')
    expect(callerName({ lines: [] })).toBeUndefined()
  })

  test('behavior: shows the selected operation; a variable has priority over a default', () => {
    const query = 'query A { a } query B($x: Int = 1) { b(x: $x) }'
    expect(linesOf(query, {}, 'B')).toEqual(['b(x: 1)'])
    expect(linesOf(query, { x: 2 }, 'B')).toEqual(['b(x: 2)'])
    expect(linesOf(query, { x: null }, 'B')).toEqual(['b(x: null)'])
    // The server treats an empty name as no name.
    expect(linesOf('{ a }', {}, '')).toEqual(['a'])
  })

  test('behavior: shows fields of root fragments, and ends at a cycle', () => {
    const query =
      '{ ...F ... on Query { b } } fragment F on Query { a ...G } fragment G on Query { c }'
    expect(linesOf(query)).toEqual(['a', 'c', 'b'])
    expect(
      linesOf('{ ...F } fragment F on Query { a ...G } fragment G on Query { c ...F }'),
    ).toEqual(['a', 'c'])
  })

  test('behavior: a variable cannot imitate a part of the syntax tree', () => {
    const posing = { kind: 'StringValue', loc: {}, value: 'AAPL' }
    expect(linesOf('query Q($t: X) { q(t: $t) }', { t: posing })).toEqual([
      'q(t: {kind: "StringValue", loc: {}, value: "AAPL"})',
    ])
  })

  test('behavior: cuts huge lists, texts and queries, and shows counts', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `T${index}`)
    const [line = ''] = linesOf('query Q($t: [String]) { quotes(tickers: $t) }', { t: many })!
    expect(line).toBe('quotes(tickers: ["T0", "T1", "T2", "T3", and 4996 more])')
    const [inline = ''] = linesOf(`{ q(t: [${many.slice(0, 50).map((one) => `"${one}"`)}]) }`)!
    expect(inline).toBe('q(t: ["T0", "T1", "T2", "T3", and 46 more])')
    const [long = ''] = linesOf('query Q($t: String) { q(t: $t) }', { t: 'x'.repeat(100_000) })!
    expect(long.length).toBeLessThanOrEqual(summaryLimits.lineCharactersMax)
    const roots = linesOf(`{ ${Array.from({ length: 30 }, (_, n) => `f${n}`).join(' ')} }`)!
    expect(roots).toHaveLength(summaryLimits.fieldsMax + 1)
    expect(roots.at(-1)).toBe('and 24 more root fields')
    const areas = Array.from({ length: 20 }, (_, n) => `area${n} { x }`).join(' ')
    expect(linesOf(`{ e { ${areas} } }`)![0]).toContain('and 12 more')
    for (const shown of [line, inline, long, ...roots])
      expect(shown.length).toBeLessThanOrEqual(summaryLimits.lineCharactersMax)
  })

  test('behavior: shows a text of 40 characters and an object of 8 members completely', () => {
    const shown = (t: unknown) => linesOf('query Q($t: X) { q(t: $t) }', { t })![0]
    expect(shown('x'.repeat(40))).toBe(`q(t: "${'x'.repeat(40)}")`)
    expect(shown('x'.repeat(41))).toBe(`q(t: "${'x'.repeat(39)}…")`)
    const members = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, at]))
    expect(shown(members(8))).toMatch(/m6: 6, m7: 7}\)$/)
    expect(shown(members(9))).toMatch(/m7: 7, and 1 more}\)$/)
    expect(shown({ ['n'.repeat(21)]: 1 })).toBe(`q(t: {${'n'.repeat(19)}…: 1})`)
    const literal = (text: string) => linesOf(`{ q(t: ${text}) }`)![0]!
    expect(
      literal(`{ ${Array.from({ length: 9 }, (_, at) => `m${at}: ${at}`).join(' ')} }`),
    ).toMatch(/m7: 7, and 1 more}\)$/)
    const long = `[${Array.from({ length: 4 }, () => `"${'y'.repeat(40)}"`).join(' ')}]`
    expect(literal(long)).toHaveLength(160)
    expect(literal(long)).toMatch(/y…$/)
  })

  test('behavior: removes escapes and invisible characters from values', () => {
    const [line = ''] = linesOf('query Q($t: String) { q(t: $t) }', {
      t: '\u001b[2J\u202eAAPL\n[y] yes',
    })!
    for (const hidden of ['\u001b', '\u202e', '\n']) expect(line).not.toContain(hidden)
  })

  test.each([
    '',
    '{}',
    'null',
    '{"query":5}',
    '{"query":"{"}',
    '{"query":"fragment F on Q { a }"}',
  ])('error: cannot show %j as a query', (body) => {
    expect(summariseQuery(body)).toBeUndefined()
    expect(summaryLine(body)).toBe('a query that cannot be read')
  })
})

describe('queryLines', () => {
  test("default: shows fiq's own text first, then the query, then the name, without repetition", () => {
    const body = bodyOf('query Mine { status { isOpen } }')
    expect(queryLines({ body, label: 'watch AAPL' })).toEqual([
      'watch AAPL',
      'status',
      'named "Mine" by the caller',
    ])
    expect(queryLines({ body, label: summaryLine(body) })).toEqual([
      'status',
      'named "Mine" by the caller',
    ])
    expect(queryLines({ label: 'credits for 1 USDC' })).toEqual(['credits for 1 USDC'])
  })

  test('behavior: the approval shows them, without comments', () => {
    const limits = { perPayment: 9n, perDay: 9n, per30Days: 9n, perSession: 9n, autoApprove: 0n }
    const text = approvalText({
      quote: {
        amount: 15_000n,
        credits: 5,
        rows: [['quotes', 1, 5]],
        itemised: undefined,
        origin: 'http://127.0.0.1:1',
        maxTimeoutSeconds: 60,
        tariffVersion: 't',
        payTo: '0x00000000000000000000000000000000000000aa',
        resourceUrl: 'http://127.0.0.1:1/api/graphql',
        body: bodyOf('query Free { quotes(tickers: ["AAPL"]) { price } } # costs nothing'),
      },
      payee: { status: 'known', since: 0 },
      standing: { day: 0n, days30: 0n, session: 0n },
      limits,
    })
    expect(text).toContain('  for      quotes(tickers: ["AAPL"])\n')
    expect(text).toContain('           named "Free" by the caller\n')
    expect(text).not.toContain('costs nothing')
  })
})
