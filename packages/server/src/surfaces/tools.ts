import { catalog, toolNamed } from '@fiq/shared/catalog/catalog'
import { FiqError } from '@fiq/shared/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Requests, ServiceRequest } from './answer-request.ts'
import { errorAnswer, type HttpAnswer } from './http-answer.ts'
import { bodyText } from './http-defaults.ts'
import { openQuoteCache } from './quote-cache.ts'
import { inputChecks, parseObject } from './tool-inputs.ts'
import { paymentOf, visitorOf } from './visitor.ts'

/** `POST /tools/<name>`: a typed JSON body in, the tool's fixed query run, the GraphQL shape out. */
export function toolsSurface(
  app: FastifyInstance,
  requests: Requests,
  urlOf: (request: FastifyRequest) => string,
): void {
  const quotes = openQuoteCache()
  const checks = inputChecks(catalog)

  app.post<{ Params: { name: string } }>('/tools/:name', async (request, reply) => {
    const { name } = request.params
    const visitor = visitorOf(request)
    const url = urlOf(request)
    const text = bodyText(request)
    const payment = paymentOf(request)
    const isBare = payment === undefined && visitor.authorization === undefined
    const key = isBare ? `${url}\n${text}` : undefined
    const known = key === undefined ? undefined : quotes.get(key)
    const answer = known
      ? await requests.repeat(known, visitor)
      : await answerTool(name, text, { url, payment, visitor })
    if (key !== undefined && !known && answer.status === 402) quotes.set(key, answer)
    return reply.code(answer.status).headers(answer.headers).send(answer.body)
  })

  async function answerTool(
    name: string,
    text: string,
    rest: Pick<ServiceRequest, 'url' | 'payment' | 'visitor'>,
  ): Promise<HttpAnswer> {
    const tool = toolNamed(name)
    const check = checks.get(name)
    try {
      if (!tool || !check) throw unknownTool(name)
      const variables = check(parseObject(text))
      return await requests.answer({
        ...{ query: tool.query, variables, operationName: undefined },
        ...rest,
      })
    } catch (error) {
      if (error instanceof FiqError) return requests.repeat(errorAnswer(error), rest.visitor)
      throw error
    }
  }
}

/** No tool has the name; says which there are. */
export function unknownTool(name: string): FiqError {
  return new FiqError('UNKNOWN_TOOL', `There is no tool "${name.slice(0, 64)}".`, {
    facts: [`Tools: ${catalog.map((tool) => tool.name).join(', ')}`],
  })
}
