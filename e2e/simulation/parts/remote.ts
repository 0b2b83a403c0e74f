// The product loads it on first use, which would be real input during a run.
import '@x402/core/http'
import { readPaymentPayload } from '@fiq/shared/payment/payment-signature'
import type { Hex } from '@fiq/shared/payment/wire'
import type { ChainPort } from '../../../packages/server/src/settlement/chain/chain-reads.ts'
import { openLocalFacilitator } from '../../../packages/server/src/settlement/settle/local.ts'
import {
  failure,
  success,
} from '../../../packages/server/src/settlement/testing/facilitator-server.ts'
import type { Process, World } from '../world/world.ts'
import { settler } from './server.ts'

export const facilitatorUrl = 'https://facilitator.sim'

/**
 * A third party's facilitator, which settles over the chain, and may fail or give false responses.
 */
export type Remote = {
  process: Process
  answer(path: string, body: string): Promise<{ status: number; body: object }>
}

const later = { status: 500, body: { error: 'later' } }

/** Opens the facilitator in a process that is never killed. */
export function openRemote(world: World, request: ChainPort['request']): Remote {
  const process = world.spawn('facilitator', async () => {})
  const nowMs = () => world.wallMs(process)
  const own = openLocalFacilitator({ request, signer: settler, nowMs })
  const ok = (body: object) => ({ status: 200, body })
  return {
    process,
    async answer(path, body) {
      const { paymentPayload } = JSON.parse(body) as { paymentPayload: unknown }
      const payment = readPaymentPayload(paymentPayload)
      if (typeof payment === 'string') return { status: 400, body: { error: payment } }
      const { from, nonce } = payment.authorization
      if (path === '/verify')
        return world.isFault('failing facilitator', 'verify')
          ? later
          : ok({ isValid: true, payer: from })
      const sent = Promise.withResolvers<Hex>()
      const settle = () => own.settle(payment, { onBroadcast: sent.resolve })
      if (world.isFault('failing facilitator', 'settle'))
        switch (world.choose('lie of facilitator', 4)) {
          case 0:
            return ok(failure('insufficient_funds'))
          case 1:
            void settle()
            return later
          case 2:
            return ok(success(nonce))
          default:
            void settle()
            return ok(success(await sent.promise))
        }
      const settlement = await settle()
      return settlement.outcome === 'settled'
        ? ok(success(settlement.transaction))
        : ok(failure('reason' in settlement ? (settlement.reason ?? 'unknown') : 'unknown'))
    },
  }
}
