import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Contract } from '@fiq/shared/pricing/price-request'
import type { FastifyInstance } from 'fastify'
import { sendAnswer } from '../http-answer.ts'
import { bodyText } from '../http-defaults.ts'
import type { Requests } from '../query/answer-request.ts'
import { bodyOf } from '../query/graphql-body.ts'
import { requestIdentityOf } from '../request-identity.ts'

/** Free facts of the service. */
export type ServiceFacts = {
  name: 'fiq'
  version: string
  payTo: string
  dataMode: string
  devnet: boolean
}

/** Free pages: service facts, prices of fields, price of a query. */
export function servicePages(app: FastifyInstance, facts: ServiceFacts, parts: FreePages): void {
  const { network, asset } = usdcOnBase
  const rpc = facts.devnet ? '/devnet/rpc' : null
  const faucet = facts.devnet ? '/devnet/faucet' : null
  freePages(app, { ...facts, network, asset, rpc, faucet }, parts)
}

/** Parts of the pages that every server has. */
export type FreePages = { requests: Requests; contract: Contract; schemaText: string }

/**
 * The free pages of every server: health, service facts, prices of fields, price of a query.
 *
 * @param facts - `/api/v1/service` sends them with the version of the tariff.
 */
export function freePages(app: FastifyInstance, facts: object, parts: FreePages): void {
  const { tariff } = parts.contract
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/api/v1/service', async () => ({ ...facts, tariff: tariff.version }))
  app.get('/api/v1/tariff', async () => ({ ...tariff, schema: parts.schemaText }))
  app.post('/api/v1/price', async (request, reply) =>
    sendAnswer(
      reply,
      await parts.requests.price(bodyOf(bodyText(request)), requestIdentityOf(request)),
    ),
  )
}
