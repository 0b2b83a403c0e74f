import { catalog, toolNamed } from '@fiq/shared/catalog/catalog'
import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { discoveryTexts } from '../discovery/bazaar.ts'
import { whenKnown } from '../http-answer.ts'
import { bodyText } from '../http-defaults.ts'
import { presentedBy } from '../request-identity.ts'
import { sendBody } from '../send-body.ts'
import type { Requests } from './answer-request.ts'
import type { Operation } from './query-ports.ts'
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
  const discovery = new Map(catalog.map((tool) => [tool.name, discoveryTexts(tool)]))

  app.post<{ Params: { name: string } }>('/tools/:name', (request, reply) => {
    const { name } = request.params
    const url = urlOf(request)
    const text = bodyText(request)
    const requester = { url, ...presentedBy(request) }
    const answer = quotesAgain(`${url}\n${text}`, requester, () =>
      requests.answer({
        operation: { characters: text.length, read: () => operationOf(name, text) },
        ...requester,
        discovery: discovery.get(name),
      }),
    )
    return whenKnown(answer, ({ status, headers, body }) =>
      sendBody(reply.code(status).headers(headers), body, requests.readLarge),
    )
  })

  function operationOf(name: string, text: string): Operation {
    const tool = toolNamed(name)
    const check = checks.get(name)
    if (!tool || !check) throw unknownTool(name, toolNames)
    return { query: tool.query, variables: check(parseObject(text)), operationName: undefined }
  }
}

/**
 * The error for an unknown tool.
 *
 * @param names - Tools to list, of which it suggests a close one. By default the catalog without a
 * suggestion: errors of older revisions of MCP keep their bytes.
 */
export function unknownTool(name: string, names?: readonly string[]): FiqError {
  return new FiqError('UNKNOWN_TOOL', `There is no tool "${name.slice(0, 64)}".`, {
    facts: [...didYouMean(name, names ?? []), `Tools: ${(names ?? toolNames).join(', ')}`],
  })
}

const checks = inputChecks(catalog)

/** Names of the catalog. */
export const toolNames = catalog.map((tool) => tool.name)
