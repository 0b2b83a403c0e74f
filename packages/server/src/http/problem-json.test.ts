import { defined } from '@fiq/shared/defined'
import { type ErrorCode, errorTable } from '@fiq/shared/errors'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { jsonType } from './http-answer.ts'
import { problemAnswers } from './problem-json.ts'
import { oneField } from './testing/one-field.ts'
import { smallApp } from './testing/small-app.ts'

const { app } = smallApp(oneField(10))
const problemType = 'application/problem+json; charset=utf-8'
const send = (method: 'GET' | 'POST', url: string, payload?: string, headers: object = {}) =>
  app.inject({
    method,
    url,
    headers: {
      host: 'fiq.test',
      ...defined({ 'content-type': payload ? 'application/json' : undefined }),
      ...headers,
    },
    ...defined({ payload }),
  })

test.each<['GET' | 'POST', string, string | undefined, object, number, ErrorCode]>([
  ['GET', '/nothing', undefined, {}, 404, 'UNKNOWN_PATH'],
  ['GET', '/api/v1/credits', undefined, {}, 401, 'INVALID_KEY'],
  ['POST', '/docs', '{}', {}, 405, 'METHOD_NOT_ALLOWED'],
  ['POST', '/tools/nothing', '{}', {}, 404, 'UNKNOWN_TOOL'],
  ['POST', '/tools/quotes', '{"tickers":[]}', {}, 400, 'BAD_INPUT'],
  ['POST', '/api/graphql', '{', {}, 400, 'BAD_JSON'],
  ['POST', '/api/graphql', '{}', { authorization: 'Bearer no' }, 401, 'INVALID_KEY'],
  ['POST', '/api/graphql', 'x', { 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
])(
  'error: %s %s is a problem and a GraphQL error: %s %s',
  async (method, url, body, headers, status, code) => {
    const answer = await send(method, url, body, headers)
    const { message, extensions } = answer.json().errors[0]
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, problemType])
    expect(extensions.code).toBe(code)
    expect(answer.json()).toMatchObject({
      type: `/docs/errors#${code}`,
      title: errorTable[code].summary,
      status,
      detail: message,
      ...extensions,
    })
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
  },
)

test('behavior: 402, GraphQL and JSON-RPC keep their bodies', async () => {
  const quote = await send('POST', '/api/graphql', '{"query":"{ cheap }"}')
  expect([quote.statusCode, quote.body]).toEqual([402, '{}'])
  const accept = { accept: 'application/graphql-response+json' }
  const invalid = await send('POST', '/api/graphql', '{"query":"{ no }"}', accept)
  expect([invalid.statusCode, Object.keys(invalid.json())]).toEqual([400, ['errors']])
  expect(invalid.headers['content-type']).toContain('graphql-response+json')
  const rpc = await send('POST', '/mcp', '{')
  expect([rpc.statusCode, Object.keys(rpc.json())]).toEqual([400, ['jsonrpc', 'id', 'error']])
})

test.each(['{}', '{"errors":["x"]}', '{"data":null,"errors":[{"extensions":{}}]}'])(
  'behavior: the body %s is no refusal and stays unchanged',
  async (body) => {
    const small = Fastify()
    problemAnswers(small)
    small.get('/', async (_, reply) => reply.code(400).type(jsonType).send(body))
    expect((await small.inject('/')).body).toBe(body)
  },
)
