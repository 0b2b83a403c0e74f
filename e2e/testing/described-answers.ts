import { defined } from '@fiq/shared/defined'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { expect } from 'vitest'

type Json = Record<string, unknown>
type Described = { content?: Record<string, { schema: Json }>; headers?: Json }
export type DescribedOperation = {
  operationId: string
  security: readonly Json[]
  requestBody?: Json
  responses: Record<string, Described>
}
/** The parts of an OpenAPI description that the tests compare with responses. */
export type Description = {
  servers: { url: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  components: Json
}

export type Asked = {
  body?: unknown
  headers?: Record<string, string>
  /** The path in the description, with its parameters. */
  template?: string
}

/** Headers with a meaning for clients. Each one that is sent must be described. */
const telling =
  /^(payment-|ratelimit|retry-after|www-authenticate|location|allow|x-fiq|x-request-id|mcp-|link|accept)/

/**
 * Sends a request, and checks the response against its description: status, type, headers, body.
 */
export function createRequest(url: string, { paths, components }: Description) {
  const ajv = new Ajv2020({ strict: false })
  const validators = new Map<string, ValidateFunction>()

  return async (
    method: string,
    path: string,
    { body, headers = {}, template = path.split('?')[0] ?? path }: Asked = {},
  ): Promise<{ status: number; json: Json; headers: Headers }> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...defined({ 'content-type': body === undefined ? undefined : 'application/json' }),
        ...headers,
      },
      ...defined({
        body:
          body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
      }),
    })
    const operation = paths[template]?.[method.toLowerCase()]
    const described = operation?.responses[String(answer.status)]
    const received = await answer.text()
    const where = `${method} ${path} ${JSON.stringify(body)?.slice(0, 200)}: ${answer.status} ${received.slice(0, 500)}`
    expect(described, where).toBeDefined()
    const known = Object.keys(described?.headers ?? {}).map((name) => name.toLowerCase())
    const sent = [...answer.headers.keys()].filter((name) => telling.test(name))
    expect(
      sent.filter((name) => !known.includes(name)),
      `${where}: headers that are not described`,
    ).toEqual([])
    const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
    if (!described?.content) {
      expect(received, `${where}: a body that is not described`).toBe('')
      return { status: answer.status, json: {}, headers: answer.headers }
    }
    const schema = described.content[type]?.schema
    expect(schema, `${where} as ${type}`).toBeDefined()
    const name = `${operation?.operationId} ${answer.status} ${type}`
    const valid = validators.get(name) ?? ajv.compile(closed({ ...schema, components }) as Json)
    validators.set(name, valid)
    const json = type.endsWith('json') ? JSON.parse(received) : received
    expect(valid(json), `${where} ${JSON.stringify(valid.errors)}`).toBe(true)
    return { status: answer.status, json, headers: answer.headers }
  }
}

/** The same schema without additional members: every member must be described. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, closed(value)]),
  )
  return 'properties' in inner ? { additionalProperties: false, ...inner } : inner
}
