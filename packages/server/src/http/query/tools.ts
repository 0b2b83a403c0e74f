import { catalog, toolNamed } from '@fiq/shared/catalog/catalog'
import { FiqError } from '@fiq/shared/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { discoveryTexts } from '../discovery/bazaar.ts'
import { errorAnswer, type HttpAnswer, underPayment, whenKnown } from '../http-answer.ts'
import { bodyText } from '../http-defaults.ts'
import { presentedBy } from '../request-identity.ts'
import { sendBody } from '../send-body.ts'
import type { Requests } from './answer-request.ts'
import type { Operation, ServiceRequest } from './query-ports.ts'
import { createQuoteCache } from './quote-cache.ts'
import { inputChecks, parseObject } from './tool-inputs.ts'

/**
 * `POST /tools/<name>`: takes a typed JSON body, runs the tool's fixed query, returns the GraphQL
 * response.
 */
export function toolsSurface(
  app: FastifyInstance,
  requests: Requests,
  urlOf: (request: FastifyRequest) => string,
): void {
  const quotesAgain = createQuoteCache(requests)
  const checks = inputChecks(catalog)
  const discovery = new Map(catalog.map((tool) => [tool.name, discoveryTexts(tool)]))

  app.post<{ Params: { name: string } }>('/tools/:name', (request, reply) => {
    const { name } = request.params
    const url = urlOf(request)
    const text = bodyText(request)
    const requester = { url, ...presentedBy(request) }
    const answer = quotesAgain(`${url}\n${text}`, requester, () =>
      answerTool(name, text, requester),
    )
    return whenKnown(answer, ({ status, headers, body }) =>
      sendBody(reply.code(status).headers(headers), body, requests.readLarge),
    )
  })

  async function answerTool(
    name: string,
    text: string,
    rest: Omit<ServiceRequest, keyof Operation>,
  ): Promise<HttpAnswer> {
    const tool = toolNamed(name)
    const check = checks.get(name)
    try {
      if (!tool || !check) throw unknownTool(name)
      const variables = check(parseObject(text))
      return await requests.answer({
        ...{ query: tool.query, variables, operationName: undefined },
        ...rest,
        discovery: discovery.get(name),
      })
    } catch (error) {
      if (error instanceof FiqError)
        return requests.repeat(errorAnswer(underPayment(error, rest.payment)), rest.sender)
      throw error
    }
  }
}

/** The error for an unknown tool. It lists the existing tools. */
export function unknownTool(name: string): FiqError {
  return new FiqError('UNKNOWN_TOOL', `There is no tool "${name.slice(0, 64)}".`, {
    facts: [`Tools: ${catalog.map((tool) => tool.name).join(', ')}`],
  })
}
