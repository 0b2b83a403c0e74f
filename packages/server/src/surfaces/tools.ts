import { catalog } from '@fiq/shared/catalog/catalog'
import type { Tool } from '@fiq/shared/catalog/tool'
import { FiqError } from '@fiq/shared/errors'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Requests, ServiceRequest } from './answer-request.ts'
import { paymentOf } from './graphql.ts'
import { errorAnswer, type HttpAnswer } from './http-answer.ts'
import { bodyText } from './http-defaults.ts'
import { openQuoteCache } from './quote-cache.ts'
import { visitorOf } from './visitor.ts'

/** @throws FiqError `BAD_JSON` or `BAD_INPUT` naming the offending pointer. */
export type ReadToolInput = (text: string) => Readonly<Record<string, unknown>>

/** `POST /tools/<name>`: a typed JSON body in, the tool's fixed query run, the GraphQL shape out. */
export function toolsSurface(
  app: FastifyInstance,
  requests: Requests,
  urlOf: (request: FastifyRequest) => string,
): void {
  const quotes = openQuoteCache()
  const readers = toolInputReaders(catalog)

  app.post<{ Params: { name: string } }>('/tools/:name', async (request, reply) => {
    const { name } = request.params
    const visitor = visitorOf(request)
    const url = urlOf(request)
    const text = bodyText(request)
    const isBare = !visitor.pays && visitor.authorization === undefined
    const key = isBare ? `${url}\n${text}` : undefined
    const known = key === undefined ? undefined : quotes.get(key)
    const answer = known
      ? await requests.repeat(known, visitor)
      : await answerTool(name, text, { url, payment: paymentOf(request), visitor })
    if (key !== undefined && !known && answer.status === 402) quotes.set(key, answer)
    return reply.code(answer.status).headers(answer.headers).send(answer.body)
  })

  async function answerTool(
    name: string,
    text: string,
    rest: Pick<ServiceRequest, 'url' | 'payment' | 'visitor'>,
  ): Promise<HttpAnswer> {
    const reader = readers.get(name)
    if (!reader) return errorAnswer(unknownTool(name))
    try {
      return await requests.answer({
        query: reader.tool.query,
        variables: reader.read(text),
        operationName: undefined,
        ...rest,
      })
    } catch (error) {
      if (error instanceof FiqError) return errorAnswer(error)
      throw error
    }
  }
}

/** One reader a tool, its JSON Schema compiled once. Defaults are left to the schema of the query. */
export function toolInputReaders(
  tools: readonly Tool[],
): ReadonlyMap<string, { tool: Tool; read: ReadToolInput }> {
  const ajv = new Ajv2020({ strict: true, allErrors: false })
  return new Map(
    tools.map((tool) => {
      const valid = ajv.compile(tool.inputSchema)
      const read: ReadToolInput = (text) => {
        const input = parseObject(text)
        if (!valid(input)) throw badInput(tool, valid.errors?.[0])
        return input
      }
      return [tool.name, { tool, read }]
    }),
  )
}

function parseObject(text: string): Record<string, unknown> {
  let json: unknown
  try {
    json = text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    throw new FiqError('BAD_JSON', 'The request body is not JSON.')
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json))
    return json as Record<string, unknown>
  throw new FiqError('BAD_INPUT', 'The request body is not a JSON object.')
}

function badInput(tool: Tool, fault: ErrorObject | undefined): FiqError {
  const { instancePath = '', message = 'is not as documented', params = {} } = fault ?? {}
  const missing = 'missingProperty' in params ? `/${params['missingProperty']}` : ''
  const extra = 'additionalProperty' in params ? `/${params['additionalProperty']}` : ''
  const allowed =
    'allowedValues' in params
      ? [`Allowed: ${(params['allowedValues'] as string[]).join(', ')}`]
      : []
  const pointer = `${instancePath}${missing || extra}` || '/'
  return new FiqError(
    'BAD_INPUT',
    `${tool.name}: ${pointer} ${missing ? 'is required' : extra ? 'is not an input' : message}.`,
    {
      facts: [
        `Pointer: ${pointer}`,
        ...allowed,
        `Inputs: ${Object.keys(tool.inputSchema.properties ?? {}).join(', ') || 'none'}`,
      ],
    },
  )
}

function unknownTool(name: string): FiqError {
  return new FiqError('UNKNOWN_TOOL', `There is no tool "${name.slice(0, 64)}".`, {
    facts: [`Tools: ${catalog.map((tool) => tool.name).join(', ')}`],
  })
}
