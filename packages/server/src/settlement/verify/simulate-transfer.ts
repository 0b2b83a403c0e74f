import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import { revertReason } from '@fiq/shared/payment/revert-reason'
import { type ChainPort, call, isRevert } from '../chain/chain-reads.ts'
import { gasOf } from '../chain/gas-limits.ts'
import { transferCall } from '../chain/token-calls.ts'
import type { Refusal } from '../refusal-reason.ts'
import { refusalOfTokenRevert } from './token-refusal.ts'

/**
 * Simulates a payment with the gas of its settlement: the token checks balance, nonce, window and
 * signature, and executes the code of a wallet contract.
 *
 * @returns The reason why the token would refuse it now, `undefined` if it would move the money.
 * @throws if the node cannot be reached.
 */
export async function transferFault(
  chain: ChainPort,
  payment: SignedAuthorization,
): Promise<Refusal | undefined> {
  try {
    await call(chain, { ...transferCall(payment), gas: gasOf([{ signed: payment }]) }, 'pending')
    return undefined
  } catch (error) {
    if (!isRevert(error)) throw error
    const { data } = error as { data?: unknown }
    const text = typeof data === 'string' ? revertReason(data) : undefined
    return refusalOfTokenRevert(chain, payment.authorization, text ?? error.message)
  }
}
