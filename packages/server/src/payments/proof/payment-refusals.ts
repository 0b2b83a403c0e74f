import { FiqError, type Funds } from '@fiq/shared/errors'
import type { PaymentKey } from '../../storage/credits/payment-key.ts'
import type { PaymentRow, PaymentState } from '../../storage/payments/payment-record.ts'

/** Errors for payments that buy nothing: one function for each case. */
export function invalid(reason: string, message: string): FiqError {
  return new FiqError('PAYMENT_INVALID', `The payment does not satisfy the quote: ${message}`, {
    facts: [`Reason: ${reason}`],
  })
}

export function noLongerStored({ nonce }: PaymentKey, untilMs: number): FiqError {
  return new FiqError('PAYMENT_INVALID', 'This payment has bought its answer, kept no longer.', {
    facts: [`Nonce: ${nonce}`, `Kept until: ${new Date(untilMs).toISOString()}`],
    funds: 'spent',
  })
}

/** @param reason - why the token would refuse the transfer now. */
export function pending(
  { nonce, signed }: PaymentKey & Partial<PaymentRow>,
  reason?: string,
): FiqError {
  return new FiqError('SETTLEMENT_PENDING', 'The result of the settlement is not known yet.', {
    facts: [
      `Nonce: ${nonce}`,
      ...(signed ? [untilFact(signed)] : []),
      ...(reason ? [`Reason: ${reason}`] : []),
    ],
  })
}

/**
 * After `validBefore` only the chain knows. The fact names payer and nonce so that the payer can
 * look.
 */
function untilFact({ authorization }: PaymentRow['signed']): string {
  return `Can move until: ${authorization.validBefore} (Unix seconds)`
}

/** Only the end of the authorization, by the chain's clock, makes it void for ever. */
export function refused(reason: string, message: string): FiqError {
  const isOver = reason === 'invalid_exact_evm_payload_authorization_valid_before'
  return new FiqError('SETTLEMENT_FAILED', `The chain refused the transfer: ${message}`, {
    facts: [`Reason: ${reason}`],
    funds: isOver ? 'untouched' : 'at-risk',
  })
}

export function boundElsewhere({ nonce, state }: PaymentRow): FiqError {
  return new FiqError(
    'PAYMENT_BOUND_TO_OTHER_REQUEST',
    'This payment belongs to another request; nothing was executed.',
    {
      funds: fundsIn[state],
      facts: [`Nonce: ${nonce}`, `State of that payment: ${state}`],
    },
  )
}

/** Where the money of a payment is. */
const fundsIn: Readonly<Record<PaymentState, Funds>> = {
  claimed: 'at-risk',
  reserved: 'at-risk',
  broadcast: 'at-risk',
  advanced: 'at-risk',
  settled: 'owed',
  owed: 'owed',
  answered: 'spent',
  failed: 'at-risk',
  unpaid: 'at-risk',
  reorganised: 'at-risk',
  uncollectible: 'at-risk',
}

/**
 * The same answer to every unproven caller, whatever does not match: secret, signature, identifier,
 * request, or no such payment. It names no fact of the payment, because the payment itself is
 * public after settlement.
 */
export function unproven(): FiqError {
  return new FiqError(
    'PAYMENT_BOUND_TO_OTHER_REQUEST',
    'The request does not prove that it belongs to this payment; nothing was executed.',
    {
      funds: 'at-risk',
      remedy:
        'Send the original request with the payment as it was sent first, which echoes the secret of its quote, or add a PAYMENT-PROOF signed by the payer. For a top-up of another organisation than the wallet, the proof names that organisation.',
    },
  )
}

export function namedElsewhere({ nonce, state, identifier }: PaymentRow): FiqError {
  return new FiqError(
    'PAYMENT_BOUND_TO_OTHER_REQUEST',
    'The identifier of this payment belongs to another payment; nothing was executed.',
    {
      funds: 'at-risk',
      facts: [
        `Identifier: ${identifier}`,
        `Nonce of that payment: ${nonce}`,
        `Its state: ${state}`,
      ],
    },
  )
}
