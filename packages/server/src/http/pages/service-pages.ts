import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Contract } from '@fiq/shared/pricing/price-request'
import type { FastifyInstance } from 'fastify'
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
export function servicePages(
  app: FastifyInstance,
  facts: ServiceFacts,
  requests: Requests,
  contract: Contract,
  schemaText: string,
): void {
  const { network, asset } = usdcOnBase
  const rpc = facts.devnet ? '/devnet/rpc' : null
  const faucet = facts.devnet ? '/devnet/faucet' : null

  app.get('/api/v1/service', async () => ({
    ...facts,
    network,
    asset,
    rpc,
    faucet,
    tariff: contract.tariff.version,
  }))
  app.get('/api/v1/tariff', async () => ({ ...contract.tariff, schema: schemaText }))
  app.get('/healthz', async () => ({ status: 'ok' }))

  app.post('/api/v1/price', async (request, reply) => {
    const answer = await requests.price(bodyOf(bodyText(request)), requestIdentityOf(request))
    return reply.code(answer.status).headers(answer.headers).send(answer.body)
  })
}
