import { FiqError, type Funds } from '@fiq/shared/errors'
import type { PaymentKey } from '../../storage/credits/payment-key.ts'
import type { PaymentRow, PaymentState } from '../../storage/payments/payment-record.ts'

/** Errors for payments that buy nothing: one function for each case. */
export function invalid(reason: string, message: string): FiqError {
  return new FiqError('PAYMENT_INVALID', `The payment does not satisfy the quote: ${message}`, {
    facts: [`Reason: ${reason}`],
  })
}

/** @param untilMs - End of storage, Unix milliseconds. */
export function noLongerStored({ nonce }: PaymentKey, untilMs: number): FiqError {
  return new FiqError(
    'PAYMENT_INVALID',
    'This payment bought its answer, which is no longer stored.',
    {
      facts: [`Nonce: ${nonce}`, `Stored until: ${new Date(untilMs).toISOString()}`],
      funds: 'spent',
    },
  )
}

/** @param refusal - why the token refuses the transfer now. */
export function pending(
  { nonce, signed }: PaymentKey & Partial<PaymentRow>,
  refusal?: { reason: string; message: string },
): FiqError {
  const facts = [`Nonce: ${nonce}`, ...(signed ? [untilFact(signed)] : [])]
  if (!refusal)
    return new FiqError('SETTLEMENT_PENDING', 'The result of the settlement is not known yet.', {
      facts,
    })
  const { reason, message } = refusal
  return new FiqError(
    'SETTLEMENT_PENDING',
    `The chain currently refuses the transfer: ${message}`,
    {
      facts: [...facts, `Reason: ${reason}`],
      remedy:
        'Correct the cause that the reason names, then send the same payment again. Do not sign a new one: the transaction that was sent can still move the money.',
    },
  )
}

/**
 * A fact that names payer and nonce. After `validBefore` only the chain can tell what became of the
 * payment, and the payer can query it with them.
 */
function untilFact({ authorization }: PaymentRow['signed']): string {
  return `Can move until: ${authorization.validBefore} (Unix seconds)`
}

/** An authorization becomes void for ever only when it expires by the clock of the chain. */
export function refused(reason: string, message: string): FiqError {
  const isOver = reason === 'invalid_exact_evm_payload_authorization_valid_before'
  return new FiqError('SETTLEMENT_FAILED', `The chain refused the transfer: ${message}`, {
    facts: [`Reason: ${reason}`],
    funds: isOver ? 'untouched' : 'at-risk',
  })
}

/** The error for a payment that was claimed for another request. */
export function boundElsewhere({ nonce, state }: PaymentRow): FiqError {
  return new FiqError(
    'PAYMENT_BOUND_TO_OTHER_REQUEST',
    'This payment is for another request; nothing was executed.',
    {
      funds: fundsIn[state],
      facts: [`Nonce: ${nonce}`, `State of that payment: ${state}`],
    },
  )
}

/** Where the money of a payment is, by its state. */
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
 * The same error for every unproven caller, whatever does not match: secret, signature, identifier,
 * request, or no such payment. It contains no fact about the payment, because the payment itself is
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

/** The error if an earlier payment has the same payment identifier. */
export function namedElsewhere({ nonce, state, identifier }: PaymentRow): FiqError {
  return new FiqError(
    'PAYMENT_BOUND_TO_OTHER_REQUEST',
    'Another payment already has the identifier of this payment; nothing was executed.',
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
