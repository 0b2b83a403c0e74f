import { FiqError } from '@fiq/shared/errors'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { type Contract, prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import type { FastifyInstance } from 'fastify'
import { errorAnswer, fiqErrorOf } from './http-answer.ts'
import { bodyText } from './http-defaults.ts'

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
    try {
      const { query, variables, operationName } = readRequest(bodyText(request))
      const { price } = priceRequest(
        contract,
        prepareOperation(contract, query, operationName),
        variables,
      )
      return await reply.send({
        tariff: contract.tariff.version,
        credits: price.credits,
        amount: String(price.amount),
        rows: price.rows,
      })
    } catch (thrown) {
      const { status, headers, body } = errorAnswer(fiqErrorOf(thrown, report))
      return reply.code(status).headers(headers).send(body)
    }
  })
}

function readRequest(text: string): {
  query: string
  variables: Record<string, unknown>
  operationName: string | undefined
} {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new FiqError('BAD_JSON', 'The request body is not JSON.')
  }
  const { query, variables, operationName } = (json ?? {}) as Record<string, unknown>
  if (typeof query !== 'string')
    throw new FiqError('BAD_REQUEST', 'The field "query" is not a string.')
  return {
    query,
    variables:
      typeof variables === 'object' && variables !== null
        ? (variables as Record<string, unknown>)
        : {},
    operationName: typeof operationName === 'string' ? operationName : undefined,
  }
}
