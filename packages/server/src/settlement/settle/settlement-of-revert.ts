import { defined } from '@fiq/shared/defined'
import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import { type ChainPort, findSettlement } from '../chain/chain-reads.ts'
import { isOverUnused, type Settlement } from '../facilitator.ts'
import { type RefusalReason, reasonOfVoid, refusalOf } from '../refusal-reason.ts'
import { refusalOfTokenRevert } from '../verify/token-refusal.ts'

/** The chain has decided these: the nonce is used or expired. */
export const nonceDecides: ReadonlySet<RefusalReason> = new Set([
  'invalid_exact_evm_nonce_already_used',
  'invalid_exact_evm_payload_authorization_valid_before',
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
 */
export async function settlementOfRevert(
  chain: ChainPort,
  { authorization }: SignedAuthorization,
  text: string | undefined,
): Promise<Settlement> {
  const refusal = await refusalOfTokenRevert(chain, authorization, text)
  const refused: Settlement = { outcome: 'refused', ...refusal }
  if (!nonceDecides.has(refused.reason) && !hidesNonce.has(refused.reason)) return refused
  try {
    const found = await findSettlement(chain, authorization)
    if (found.outcome === 'settled') return found
    if (found.outcome === 'void') return { outcome: 'refused', ...refusalOf(reasonOfVoid(found)) }
    const isExpired = refused.reason === 'invalid_exact_evm_payload_authorization_valid_before'
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
