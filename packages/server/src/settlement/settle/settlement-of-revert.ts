import { defined } from '@fiq/shared/defined'
import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import { type ChainPort, findSettlement } from '../chain/chain-reads.ts'
import { isOverUnused, type Settlement } from '../facilitator.ts'
import { type RefusalReason, reasonOfVoid, refusalOf } from '../refusal-reason.ts'
import { refusalOfTokenRevert } from '../verify/token-refusal.ts'

const overReason = 'invalid_exact_evm_payload_authorization_valid_before'

/** The chain has decided these: the nonce is used or expired. */
const nonceDecides: ReadonlySet<RefusalReason> = new Set([
  'invalid_exact_evm_nonce_already_used',
  overReason,
])

/**
 * The token looks at these before it looks at the nonce, so each of them may hide a payment that
 * moved. They pass, so an unused nonce does not make them final.
 */
const hidesNonce: ReadonlySet<RefusalReason> = new Set([
  'invalid_exact_evm_token_paused',
  'invalid_exact_evm_payer_blacklisted',
  'invalid_exact_evm_payee_blacklisted',
])

/**
 * Interprets a refusal by the token. The payment may have moved before, in a transaction of ours
 * whose receipt was lost or in one of a third party: then it is settled.
 *
 * A payment in a transaction that was `sent` is refused only when the authorization is over: until
 * then that transaction may still move the money, also after a block that held it was removed, when
 * the token is no longer paused, the wallet is funded, or the cancellation is gone.
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
        const message = 'A transaction that was sent may still move it.'
        return { outcome: 'unknown', transaction: sent, reason: refusal.reason, message }
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
    return unknown('The chain could not be asked what became of the payment.')
  }
  return unknown('The chain does not say yet what became of the payment.')
}

export function unknown(message: string, transaction?: Hex): Settlement {
  return { outcome: 'unknown', message, ...defined({ transaction }) }
}
