import { setTimeout } from 'node:timers/promises'
import { FiqError } from '@fiq/shared/errors'
import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import {
  type ChainPort,
  findSettlement,
  readAuthorizationState,
  readWalletAnswer,
} from '../chain/chain-reads.ts'
import type { Facilitator, Settlement } from '../facilitator.ts'
import { verifyAuthorization, type WalletSignatureCheck } from '../verify/verify-authorization.ts'
import { confirmSettlement } from './confirm-settlement.ts'
import { createRemoteClient } from './remote-client.ts'
import { createSettlementRetry } from './settlement-retry.ts'

export type RemoteFacilitatorPorts = {
  /** Base address of `/verify`, `/settle` and `/supported`. */
  url: string
  /** A node to verify the facilitator's statements. Without it, fewer outcomes can be proven. */
  chain?: ChainPort | undefined
  /** The timeout of the quotes, repeated to the facilitator. */
  maxTimeoutSeconds: number
  nowMs(): number
  verifyTimeoutMs?: number
  settleTimeoutMs?: number
  /** Checks for a receipt before the outcome counts as unknown. */
  receiptLooksMax?: number
  /** Waits until another check makes sense. */
  pause?: () => Promise<void>
}

const pauseMs = 500

/** Warning to an operator of a remote facilitator without a node. */
export const withoutNode = {
  says: 'without --rpc-url, a payment whose result the facilitator loses can stay pending for ever, and wallet contracts cannot pay',
  remedy: 'Set --rpc-url or FIQ_RPC_URL to a node of Base, which reports the outcome of a payment.',
} as const

/**
 * Verifies and settles payments through a third party's x402 facilitator, with minimal trust:
 * signature and terms are verified here first, and a reported settlement is checked against a node
 * if there is one.
 *
 * Only the chain proves that a payment did not move: the facilitator holds the signed authorization
 * until it expires. Without a node, a refusal to settle is therefore `unknown`, never `refused`,
 * and wallet contracts cannot pay, because their signatures cannot be checked. A payment that the
 * facilitator accepted without a response is queried again after the authorization expires.
 */
export async function createRemoteFacilitator(ports: RemoteFacilitatorPorts): Promise<Facilitator> {
  const { chain } = ports
  const { receiptLooksMax = 10, pause = () => setTimeout(pauseMs) } = ports
  const client = await createRemoteClient(ports)
  const inFlight = new Map<string, Promise<Settlement>>()
  const retry = createSettlementRetry(client, ports)

  const settle = async (payment: SignedAuthorization): Promise<Settlement> => {
    const report = await client.settle(payment)
    if (chain) return confirmSettlement({ chain, receiptLooksMax, pause }, payment, report)
    if (report.outcome !== 'settled') return { outcome: 'unknown', message: report.message }
    return report
  }

  return {
    async verify(payment, terms, chargeWalletCheck) {
      const checkWallet = async (...question: Parameters<WalletSignatureCheck>) => {
        await chargeWalletCheck?.()
        return chain !== undefined && readWalletAnswer(chain, ...question)
      }
      const ownVerdict = await verifyAuthorization(payment, terms, chain && checkWallet)
      if (!ownVerdict.isValid) return ownVerdict
      const refusal = await client.verify(payment)
      // The search for the settlement reveals who used the nonce: any party that saw the
      // authorization may have submitted it.
      if (refusal?.reason === 'invalid_exact_evm_nonce_already_used' && chain) return ownVerdict
      return refusal ? { isValid: false, payer: ownVerdict.payer, ...refusal } : ownVerdict
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
      // Without a node, the facilitator's `verify` refuses a used nonce.
      if (!chain) return false
      return readAuthorizationState(chain, { from, nonce })
    },
    supported: client.supported,
  }
}

/**
 * Checks that a facilitator answers and settles the payments of this server.
 *
 * @throws FiqError `CONFIGURATION_INVALID`
 */
export async function checkSupported(facilitator: Pick<Facilitator, 'supported'>): Promise<void> {
  const { kinds } = await facilitator.supported().catch((cause) => {
    throw new FiqError(
      'CONFIGURATION_INVALID',
      'The facilitator of --facilitator did not answer which payments it supports.',
      { cause, remedy: 'Start the facilitator, or correct --facilitator or FIQ_FACILITATOR.' },
    )
  })
  if (kinds.length > 0) return
  throw new FiqError(
    'CONFIGURATION_INVALID',
    'The facilitator of --facilitator does not settle exact payments on eip155:8453 with x402 v2.',
    { remedy: 'Name another with --facilitator or FIQ_FACILITATOR.' },
  )
}
