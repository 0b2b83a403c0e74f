import type { ServerResponse } from 'node:http'
import { readPaymentPayload } from '@fiq/shared/payment/payment-signature'
import type { Facilitator, Settlement } from '../facilitator.ts'
import { bodyOf, listen } from './listen.ts'

/** How a facilitator answers `/verify` and `/settle`; by default correctly. */
export type Behaviour = {
  verify?: (response: ServerResponse) => void
  /** `settle` moves the money when the test calls it. */
  settle?: (response: ServerResponse, settle: () => Promise<Settlement>) => unknown
}

/** A received request. */
export type Received = { path: string; body: Record<string, unknown> }[]

/** A facilitator over HTTP that settles on the chain of `honest`, with the given behaviour. */
export async function facilitatorServer(
  honest: Facilitator,
  { verify, settle }: Behaviour = {},
): Promise<{ url: string; received: Received }> {
  const received: Received = []
  const url = await listen(async (request, response) => {
    const path = request.url ?? ''
    if (path === '/supported') return void json(response, await honest.supported())
    const body = JSON.parse(await bodyOf(request)) as Record<string, unknown>
    received.push({ path, body })
    const payment = readPaymentPayload(body['paymentPayload'])
    if (typeof payment === 'string') return void json(response, { error: payment }, 400)
    const settleIt = () => honest.settle(payment, { onBroadcast: () => {} })
    if (path === '/verify') {
      if (verify) return verify(response)
      return void json(response, { isValid: true, payer: payment.authorization.from })
    }
    if (settle) return void settle(response, settleIt)
    const settlement = await settleIt()
    if (settlement.outcome === 'settled') json(response, success(settlement.transaction))
    else json(response, failure('reason' in settlement ? settlement.reason : 'unknown'))
  })
  return { url, received }
}

export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export const success = (transaction: string) => ({
  success: true,
  transaction,
  network: 'eip155:8453',
})

export const failure = (errorReason: string) => ({ ...success(''), success: false, errorReason })
