import { setTimeout } from 'node:timers/promises'
import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import {
  type ChainPort,
  findSettlement,
  readAuthorizationState,
  readWalletAnswer,
} from '../chain/chain-reads.ts'
import type { Facilitator, Settlement } from '../facilitator.ts'
import { verifyAuthorization } from '../verify/verify-authorization.ts'
import { confirmSettlement } from './confirm-settlement.ts'
import { createRemoteClient } from './remote-client.ts'
import { createSettlementRetry } from './settlement-retry.ts'

export type RemoteFacilitatorPorts = {
  /** Where `/verify`, `/settle` and `/supported` are. */
  url: string
  /** A node that what the facilitator says is checked with. Without it, less can be known. */
  chain?: ChainPort | undefined
  /** What the quotes say, repeated to the facilitator. */
  maxTimeoutSeconds: number
  nowMs(): number
  verifyTimeoutMs?: number
  settleTimeoutMs?: number
  /** Looks for a receipt before a settlement is called unknown. */
  receiptLooksMax?: number
  /** Passes the time until looking again makes sense. */
  pause?: () => Promise<void>
}

const pauseMs = 500

/** What an operator is told of a remote facilitator without a node. */
export const withoutNode = {
  says: 'without --rpc-url a payment whose answer the facilitator loses may stay pending for ever, and wallet contracts cannot pay',
  remedy: 'Name any node of Base with --rpc-url or FIQ_RPC_URL: it says what became of a payment.',
} as const

/**
 * Has payments verified and settled by somebody else's x402 facilitator, believing as little as
 * possible: the signature and the terms are verified here first, and what is said of a settlement
 * is checked with a node where there is one.
 *
 * That a payment did not move is believed of the chain alone: the facilitator holds the signed
 * authorization until it expires. So without a node its refusal to settle is `unknown`, never
 * `refused`, and wallet contracts cannot pay, because there is nobody to ask about their signature.
 * What it took and did not answer is asked about again when the authorization has expired.
 */
export async function createRemoteFacilitator(ports: RemoteFacilitatorPorts): Promise<Facilitator> {
  const { chain } = ports
  const { receiptLooksMax = 10, pause = () => setTimeout(pauseMs) } = ports
  const client = await createRemoteClient(ports)
  const inFlight = new Map<string, Promise<Settlement>>()
  const retry = createSettlementRetry(client, ports)

  const settle = async (payment: SignedAuthorization): Promise<Settlement> => {
    const said = await client.settle(payment)
    if (chain) return confirmSettlement({ chain, receiptLooksMax, pause }, payment, said)
    if (said.outcome !== 'settled') return { outcome: 'unknown', message: said.message }
    return said
  }

  return {
    async verify(payment, terms) {
      const ours = await verifyAuthorization(
        payment,
        terms,
        chain && ((...question) => readWalletAnswer(chain, ...question)),
      )
      if (!ours.isValid) return ours
      const refusal = await client.verify(payment)
      // Settling finds out who used the nonce: anyone may submit an authorization they saw.
      if (refusal?.reason === 'invalid_exact_evm_nonce_already_used' && chain) return ours
      return refusal ? { isValid: false, payer: ours.payer, ...refusal } : ours
    },
    settle(payment) {
      const key = `${payment.authorization.from} ${payment.authorization.nonce}`.toLowerCase()
      const started = inFlight.get(key)
      if (started) return started
      const settlement = settle(payment).finally(() => inFlight.delete(key))
      inFlight.set(key, settlement)
      return settlement
    },
    findSettlement: (payment) =>
      chain ? findSettlement(chain, payment.authorization) : retry.about(payment),
    async authorizationState(from, nonce) {
      // Without a node, the facilitator's own `verify` is what refuses a used nonce.
      if (!chain) return false
      return readAuthorizationState(chain, { from, nonce })
    },
    supported: client.supported,
  }
}
