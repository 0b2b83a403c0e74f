import { catalog } from '@fiq/shared/catalog/catalog'
import type { Tool } from '@fiq/shared/catalog/tool'
import { expectedError, FiqError } from '@fiq/shared/errors'
import { offerOf } from '@fiq/shared/payment/payment-required'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { type Contract, prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestGate } from '../../rate-limit/request-gate.ts'
import { errorAnswer, sendAnswer } from '../http-answer.ts'
import { requestIdentityOf } from '../request-identity.ts'
import { bazaarExtension, bazaarFor } from './bazaar.ts'

export type DiscoveryParts = {
  contract: Contract
  payTo: string
  maxTimeoutSeconds: number
  /** Absolute address of a request, as its client knows it. */
  urlOf(request: FastifyRequest): string
  /** Unix milliseconds. The catalog is constant while the program runs. */
  startedAt: number
  /** Counts each request by its address. */
  gate: Pick<RequestGate, 'admit'>
}

/** Maximum entries of a page. */
const limitMax = 100

/**
 * A facilitator's list for x402 directories: the tools of this server, each with the price of its
 * example call. Omits tools whose area has no source.
 */
export function discoverySurface(app: FastifyInstance, parts: DiscoveryParts): void {
  const { contract, payTo, maxTimeoutSeconds, urlOf, startedAt, gate } = parts
  const lastUpdated = new Date(startedAt).toISOString()
  const offered = catalog.filter(({ name }) => !contract.tariff.unavailable?.[`Query.${name}`])
  const entryOf = (tool: Tool, origin: string) => ({
    resource: `${origin}/tools/${tool.name}`,
    type: 'http',
    x402Version: 2,
    accepts: [offerOf({ amount: exampleAmount(contract, tool), payTo, maxTimeoutSeconds })],
    lastUpdated,
    description: tool.summary,
    mimeType: 'application/json',
    extensions: { [bazaarExtension]: bazaarFor(tool) },
  })
  const filters = {
    type: 'http',
    payTo,
    scheme: usdcOnBase.scheme,
    network: usdcOnBase.network,
    extensions: bazaarExtension,
  }
  const isWanted = (query: Readonly<Record<string, unknown>>) =>
    Object.entries(filters).every(
      ([name, value]) => String(query[name] ?? value).toLowerCase() === value.toLowerCase(),
    )

  app.get<{ Querystring: Record<string, unknown> }>(
    '/facilitator/discovery/resources',
    async (request, reply) => {
      try {
        const { headers } = await gate.admit(requestIdentityOf(request))
        const { query } = request
        const limit = countIn(query['limit'], limitMax, 1, limitMax)
        const offset = countIn(query['offset'], 0, 0, Number.MAX_SAFE_INTEGER)
        const { origin } = new URL(urlOf(request))
        const tools = isWanted(query) ? offered : []
        return await reply.headers(headers).send({
          x402Version: 2,
          items: tools.slice(offset, offset + limit).map((tool) => entryOf(tool, origin)),
          pagination: { limit, offset, total: tools.length },
        })
      } catch (thrown) {
        return sendAnswer(reply, errorAnswer(expectedError(thrown)))
      }
    },
  )
}

function exampleAmount(contract: Contract, { query, variables }: Tool): bigint {
  return priceRequest(contract, prepareOperation(contract, query), variables).price.amount
}

/** @throws FiqError `BAD_INPUT` */
function countIn(text: unknown, absent: number, min: number, max: number): number {
  if (text === undefined) return absent
  const count = Number(text)
  if (Number.isSafeInteger(count) && count >= min && count <= max) return count
  throw new FiqError('BAD_INPUT', `limit must be 1 to ${limitMax}, and offset 0 or more.`)
}
