import { FiqError } from '@fiq/shared/errors'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Contract } from '@fiq/shared/pricing/price-request'
import type { FastifyInstance } from 'fastify'
import type { Requests } from './answer-request.ts'
import { readBody } from './graphql-body.ts'
import { errorAnswer, fiqErrorOf } from './http-answer.ts'
import { bodyText } from './http-defaults.ts'
import { visitorOf } from './visitor.ts'

/** What clients may know of the service without paying. */
export type ServiceFacts = {
  name: 'fiq'
  version: string
  payTo: string
  dataMode: string
  devnet: boolean
}

/** Free pages: what this service is, what fields cost, what a query would cost. */
export function servicePages(
  app: FastifyInstance,
  facts: ServiceFacts,
  requests: Requests,
  contract: Contract,
  schemaText: string,
  report: (error: unknown) => void,
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
    const body = readBody(bodyText(request))
    try {
      if (body instanceof FiqError) throw body
      const { credits, amount, rows } = (await requests.price(body, visitorOf(request))).price
      return await reply.send({
        tariff: contract.tariff.version,
        credits,
        amount: String(amount),
        rows,
      })
    } catch (thrown) {
      const { status, headers, body: text } = errorAnswer(fiqErrorOf(thrown, report))
      return reply.code(status).headers(headers).send(text)
    }
  })
}
