import { readPaymentResponse } from '@fiq/shared/payment/payment-response'
import { sameAddress } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import type { AnswerHeaders, Purchase } from './ports.ts'

/**
 * The transaction that a receipt names, where the receipt fits what was signed: it reports success,
 * its payer is ours, its amount, if it names one, is ours, and its network is Base.
 *
 * @returns `undefined` for every other receipt, and for none.
 */
export function readReceipt(
  headers: AnswerHeaders,
  { authorization, amount }: Pick<Purchase, 'authorization' | 'amount'>,
): Hex | undefined {
  const receipt = readPaymentResponse(headers['payment-response'])
  if (!receipt?.success || receipt.transaction === '' || receipt.payer === undefined)
    return undefined
  if (!sameAddress(receipt.payer, authorization.from)) return undefined
  if (receipt.amount !== undefined && receipt.amount !== String(amount)) return undefined
  return receipt.transaction as Hex
}
