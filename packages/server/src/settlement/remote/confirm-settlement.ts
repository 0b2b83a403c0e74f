import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import { type ChainPort, findSettlement, readReceipt } from '../chain/chain-reads.ts'
import { transferLogIndex } from '../chain/settlement-log.ts'
import { isOverUnused, type Settlement } from '../facilitator.ts'
import { reasonOfVoid, refusalOf } from '../refusal-reason.ts'
import type { ReportedSettlement } from './remote-client.ts'

export type ConfirmationPorts = {
  chain: ChainPort
  /** Maximum number of checks for an expected receipt. */
  receiptLooksMax: number
  pause(): Promise<void>
}

/**
 * The outcome of a settlement by a third party, according to the chain.
 *
 * Success requires the Transfer in a mined transaction. Failure requires proof that the money can
 * no longer move: the authorization expired, and its nonce is unused or was used otherwise. In any
 * other case the outcome is unknown, whatever the facilitator reported.
 */
export async function confirmSettlement(
  ports: ConfirmationPorts,
  payment: SignedAuthorization,
  report: ReportedSettlement,
): Promise<Settlement> {
  try {
    if (report.outcome === 'settled') {
      const settled = await settledBy(report.transaction, payment, ports)
      if (settled) return settled
    }
    return await settlementOnChain(payment, report, ports)
  } catch {
    return unknown(
      report,
      'The node of the chain did not answer, so the outcome of the payment is unknown.',
    )
  }
}

async function settledBy(
  transaction: Hex,
  { authorization }: SignedAuthorization,
  { chain, receiptLooksMax, pause }: ConfirmationPorts,
): Promise<Settlement | undefined> {
  for (let look = 1; look <= receiptLooksMax; look++) {
    const receipt = await readReceipt(chain, transaction)
    const logIndex = receipt && transferLogIndex(receipt.logs, authorization)
    if (logIndex !== undefined) return { outcome: 'settled', transaction, logIndex }
    if (receipt) return undefined
    if (look < receiptLooksMax) await pause()
  }
  return undefined
}

async function settlementOnChain(
  { authorization }: SignedAuthorization,
  report: ReportedSettlement,
  { chain }: ConfirmationPorts,
): Promise<Settlement> {
  const found = await findSettlement(chain, authorization)
  if (found.outcome === 'settled') return found
  if (found.outcome !== 'unknown' && isOverUnused(authorization, found))
    return {
      outcome: 'refused',
      ...refusalOf(
        found.outcome === 'void'
          ? reasonOfVoid(found)
          : 'invalid_exact_evm_payload_authorization_valid_before',
      ),
    }
  return unknown(report, 'The transaction is not on the chain yet.')
}

function unknown(report: ReportedSettlement, message: string): Settlement {
  if (report.outcome === 'settled')
    return { outcome: 'unknown', transaction: report.transaction, message }
  return { outcome: 'unknown', message: `${report.message} ${message}` }
}
