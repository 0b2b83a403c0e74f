import { decodeHeader } from '@fiq/shared/payment/header-codec'
import { describe, expect, test } from 'vitest'
import type { Connector } from '../../sources/connector.ts'
import { paymentFor } from '../testing/quotes.ts'
import { smallApp } from '../testing/small-app.ts'

const runs: object[] = []
const connector: Connector = {
  area: 'quotes',
  category: 'market',
  upstreams: [],
  sdl: `extend type Query { echo(text: String, number: Float, whole: Int, in: In): String }
    input In { text: String, number: Float, list: [Int!] }`,
  fields: {
    'Query.echo': {
      rate: { credits: 10 },
      async resolve(_, args) {
        runs.push(args)
        return { value: 'echoed', provenance: [] }
      },
    },
  },
}
const { app, problems } = smallApp(connector)

let sent = 0
const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/graphql',
    payload,
    // Each request has the limits of an address of its own.
    remoteAddress: `192.0.2.${++sent}`,
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      host: 'fiq.test',
      ...headers,
    },
  })
type Answer = Awaited<ReturnType<typeof post>>
const outcomeOf = ({ statusCode, body }: Answer) =>
  statusCode === 402 ? 402 : JSON.parse(body).errors?.[0].extensions.code
const digestOf = ({ headers }: Answer): string =>
  (decodeHeader(String(headers['payment-required'])) as Quoted).extensions['itemised-quote'].info
    .digest
type Quoted = { extensions: { 'itemised-quote': { info: { digest: string } } } }

/** A body with these variables, as JSON text. */
const withVariables = (variables: string) =>
  `{"query":"query($text:String,$number:Float,$whole:Int,$in:In){echo(text:$text,number:$number,whole:$whole,in:$in)}","variables":${variables}}`
/** A body with this query. */
const withQuery = (query: string) => JSON.stringify({ query })

describe('a body of unusual JSON', () => {
  test.each<[string, string, unknown]>([
    ['a number beyond a double', withVariables('{"number":1e999}'), 'BAD_INPUT'],
    ['a negative one', withVariables('{"in":{"number":-1e999}}'), 'BAD_INPUT'],
    ['a whole number beyond 32 bits', withVariables('{"whole":2147483648}'), 'BAD_INPUT'],
    ['a fraction for a whole number', withVariables('{"whole":1.5}'), 'BAD_INPUT'],
    ['a number of 600,000 digits', withVariables(`{"whole":${'1'.repeat(600_000)}}`), 'BAD_INPUT'],
    ['__proto__ instead of a query', '{"__proto__":{"query":"{ echo }"}}', 'BAD_REQUEST'],
    ['__proto__ among the variables', withVariables('{"__proto__":{"text":"a"}}'), 402],
    ['constructor among the variables', withVariables('{"constructor":1,"toString":2}'), 402],
    ['__proto__ in an input', withVariables('{"in":{"__proto__":{"list":[1]}}}'), 'BAD_INPUT'],
    ['a lone surrogate', withVariables('{"text":"\\ud800"}'), 402],
    ['101 levels', withVariables(`{"text":${'['.repeat(100)}${']'.repeat(100)}}`), 'BAD_REQUEST'],
    [
      'brackets in strings that hide a depth',
      withVariables(`{"a":${'["]",'.repeat(101)}1${']'.repeat(101)}}`),
      'BAD_REQUEST',
    ],
    ['an empty body', '', 'BAD_JSON'],
    ['a byte order mark', '\ufeff{"query":"{ echo }"}', 'BAD_JSON'],
    ['two values', '{"query":"{ echo }"}{"query":"{ echo }"}', 'BAD_JSON'],
    ['a comment', '{"query":"{ echo }"/**/}', 'BAD_JSON'],
    ['a query of null', '{"query":null}', 'BAD_REQUEST'],
    ['a query in a list', '{"query":["{ echo }"]}', 'BAD_REQUEST'],
  ])('error or default: %s', async (_, body, outcome) => {
    expect(outcomeOf(await post(body))).toBe(outcome)
    expect(problems).toEqual([])
  })

  test('error: UTF-16 and bytes that are not UTF-8 are no query', async () => {
    const wide = Buffer.from('{"query":"{ echo }"}', 'utf16le')
    const broken = Buffer.concat([
      Buffer.from('{"query":"{ echo '),
      Buffer.of(0xff, 0xfe),
      Buffer.from('}"}'),
    ])
    expect(outcomeOf(await post(wide))).toBe('BAD_JSON')
    expect(outcomeOf(await post(broken))).toBe('GRAPHQL_PARSE_FAILED')
  })

  test('behavior: of a member that is written twice, the last is priced and executed', async () => {
    const free = '"query":"{ __typename }"'
    const bought = '"query":"{ echo(text: \\"last\\") }"'
    expect((await post(`{${bought},${free}}`)).json()).toEqual({
      data: { __typename: 'Query' },
    })
    const body = `{${free},${bought},"variables":{"text":1},"variables":{}}`
    const quoted = await post(body)
    const payment = paymentFor(quoted.headers['payment-required'])
    expect((await post(body, { 'payment-signature': payment })).json().data).toEqual({
      echo: 'echoed',
    })
    expect(runs.at(-1)).toEqual({ text: 'last' })
  })

  test('behavior: different values have different digests, equal ones the same', async () => {
    const of = async (variables: string) => digestOf(await post(withVariables(variables)))
    const texts = [
      '"\\ud800"',
      '"\\ud801"',
      '"\\ufffd"',
      '"\\udc00\\ud800"',
      '"e\\u0301"',
      '"\\u00e9"',
      '"\\u0000"',
      '""',
      'null',
    ]
    const digests = await Promise.all(texts.map((text) => of(`{"text":${text}}`)))
    expect(new Set(digests).size).toBe(texts.length)
    expect(await of('{"text":"\\u0041","in":{"number":1,"text":"b"}}')).toBe(
      await of('{"in":{"text":"b","number":1.0},"ignored":1,"text":"A"}'),
    )
  })
})

describe('a query of unusual text', () => {
  test.each<[string, string, unknown]>([
    ['a byte order mark', '\ufeff{ echo }', 402],
    ['one inside', '{\ufeffecho\ufeff}', 402],
    ['commas and comments', ',,{,#}\necho,},', 402],
    ['a block string', '{ echo(text: """a\n  \\"""  b""") }', 402],
    ['an escaped code point', '{ echo(text: "\\u{1F600}\\uD83D\\uDE00") }', 402],
    ['an escaped lone surrogate', '{ echo(text: "\\uD800") }', 'GRAPHQL_PARSE_FAILED'],
    ['an escape beyond Unicode', '{ echo(text: "\\u{110000}") }', 'GRAPHQL_PARSE_FAILED'],
    [
      'an escape of many digits',
      `{ echo(text: "\\u{${'0'.repeat(1_000)}41}") }`,
      'GRAPHQL_PARSE_FAILED',
    ],
    ['a lone surrogate', '{ echo(text: "\ud800") }', 'GRAPHQL_PARSE_FAILED'],
    ['a control character', '{ echo\u0007 }', 'GRAPHQL_PARSE_FAILED'],
    ['a zero byte', '{ echo\0 }', 'GRAPHQL_PARSE_FAILED'],
    ['a name of other letters', '{ ech\u043e }', 'GRAPHQL_PARSE_FAILED'],
    [
      'a whole number of 100,000 digits',
      `{ echo(whole: ${'1'.repeat(100_000)}) }`,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['a whole number beyond 32 bits', '{ echo(whole: 2147483648) }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a number beyond a double', '{ echo(number: 1e999) }', 'GRAPHQL_VALIDATION_FAILED'],
    [
      'the same in a default',
      'query($n: Float = 1e999) { echo(number: $n) }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['a leading zero', '{ echo(whole: 01) }', 'GRAPHQL_PARSE_FAILED'],
    ['an open block string', '{ echo(text: """a) }', 'GRAPHQL_PARSE_FAILED'],
    ['an alias __proto__', '{ __proto__: echo }', 402],
    ['a variable __proto__', 'query($__proto__: String) { echo(text: $__proto__) }', 402],
  ])('error or default: %s', async (_, query, outcome) => {
    expect(outcomeOf(await post(withQuery(query)))).toBe(outcome)
    expect(problems).toEqual([])
  })

  test('behavior: an answer under the key __proto__ is an own member', async () => {
    const body = withQuery('{ __proto__: echo }')
    const payment = paymentFor((await post(body)).headers['payment-required'])
    const answer = await post(body, { 'payment-signature': payment })
    expect(answer.body).toContain('"data":{"__proto__":"echoed"}')
  })
})

test.each([
  ['variables in two parts', 'variables={"a":[1&variables=2]}'],
  [
    'variables of any depth in two parts',
    `variables={"a":${'['.repeat(2_000)}1&variables=2${']'.repeat(2_000)}}`,
  ],
  ['extensions in two parts', 'extensions={&extensions=}'],
  ['two queries', 'query={echo}&query={echo}'],
  ['two names', 'operationName=a&operationName=b'],
])('error: %s in the address are refused', async (_, more) => {
  const url = encodeURI(`/api/graphql?query={__typename}&${more}`)
  const answer = await app.inject({ url, headers: { host: 'fiq.test' } })
  expect(outcomeOf(answer)).toBe('BAD_REQUEST')
  expect(problems).toEqual([])
})
