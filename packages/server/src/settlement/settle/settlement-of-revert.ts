import { bounds } from '@fiq/shared/bounds'
import { defined } from '@fiq/shared/defined'
import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import { type ChainPort, findSettlement } from '../chain/chain-reads.ts'
import { isOverUnused, type Settlement } from '../facilitator.ts'
import { type RefusalReason, reasonOfVoid, refusalOf } from '../refusal-reason.ts'
import { refusalOfTokenRevert } from '../verify/token-refusal.ts'

const overReason = 'invalid_exact_evm_payload_authorization_valid_before'

/** Final by the chain: the nonce is used or expired. */
const nonceDecides: ReadonlySet<RefusalReason> = new Set([
  'invalid_exact_evm_nonce_already_used',
  overReason,
])

/**
 * The token checks these before the nonce, so each may hide a payment that moved. They are
 * temporary, so an unused nonce does not make them final.
 */
const hidesNonce: ReadonlySet<RefusalReason> = new Set([
  'invalid_exact_evm_token_paused',
  'invalid_exact_evm_payer_blacklisted',
  'invalid_exact_evm_payee_blacklisted',
])

const undecided = 'The chain has no result for the payment yet.'

/**
 * Interprets a refusal by the token. The payment may have moved before, in a transaction of ours
 * whose receipt was lost or in one of a third party: then it is settled.
 *
 * A payment in a transaction that was `sent` is refused only when the authorization is over. Until
 * then that transaction may still move the money, even after its block was removed: the token may
 * be unpaused, the wallet funded, or the cancellation undone.
 */
export async function settlementOfRevert(
  chain: ChainPort,
  { signed: { authorization }, sent }: { signed: SignedAuthorization; sent?: Hex | undefined },
  text: string | undefined,
): Promise<Settlement> {
  const refusal = await refusalOfTokenRevert(chain, authorization, text)
  const refused: Settlement = { outcome: 'refused', ...refusal }
  const isPlain = !nonceDecides.has(refused.reason) && !hidesNonce.has(refused.reason)
  if (isPlain && sent === undefined) return refused
  try {
    const found = await findSettlement(chain, authorization)
    if (found.outcome === 'settled') return found
    if (sent !== undefined) {
      const isOver = found.outcome !== 'unknown' && isOverUnused(authorization, found)
      if (!isOver) {
        const isVoid = found.outcome === 'void'
        if (!isVoid && nonceDecides.has(refusal.reason)) return unknown(undecided, sent)
        const { reason, message } = isVoid ? refusalOf(reasonOfVoid(found)) : refusal
        return { outcome: 'unknown', transaction: sent, reason, message }
      }
      const reason = found.outcome === 'void' ? reasonOfVoid(found) : overReason
      return { outcome: 'refused', ...refusalOf(reason) }
    }
    if (found.outcome === 'void') return { outcome: 'refused', ...refusalOf(reasonOfVoid(found)) }
    const isExpired = refused.reason === overReason
    const isUnused = found.outcome === 'unused'
    if (isUnused && hidesNonce.has(refused.reason)) return refused
    if (isUnused && isExpired && isOverUnused(authorization, found)) return refused
  } catch {
    return unknown(
      'The node of the chain did not answer, so the outcome of the payment is unknown.',
    )
  }
  return unknown(undecided)
}

/** The outcome of a settlement that may still move the money. */
export function unknown(message: string, transaction?: Hex): Settlement {
  return { outcome: 'unknown', message, ...defined({ transaction }) }
}

/** The outcome of a payment that is not sent, because those of its payer keep failing at our cost. */
export function unsent({ sent }: { sent?: Hex | undefined }): Settlement {
  const message = `${bounds.failedPaymentsMax} payments of this payer failed within an hour.`
  const refusal = refusalOf('invalid_exact_evm_transaction_failed', message)
  if (sent === undefined) return { outcome: 'refused', ...refusal }
  return { outcome: 'unknown', transaction: sent, ...refusal }
}
