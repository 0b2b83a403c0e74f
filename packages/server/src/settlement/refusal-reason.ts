/**
 * Reasons for refusing a payment: the codes of the x402 SDK (`@x402/evm`, exact scheme), which
 * stock clients map to their own texts, each with our text.
 */
const refusalReasons = {
  invalid_payload: 'The authorization does not have the form of EIP-3009.',
  invalid_exact_evm_failed_to_parse_signature: 'The signature is not hex of a usable length.',
  invalid_exact_evm_recipient_mismatch: 'The authorization pays another address.',
  invalid_exact_evm_payload_authorization_value_mismatch:
    'The authorization is for another amount than the quote.',
  invalid_exact_evm_payload_authorization_valid_before:
    'The authorization has expired, expires before it could settle, or is valid for too long.',
  invalid_exact_evm_payload_authorization_valid_after: 'The authorization is not valid yet.',
  invalid_exact_evm_signature: 'The signature is not that of the payer.',
  invalid_exact_evm_payload_undeployed_smart_wallet:
    'The signature is for a wallet contract that is not deployed; deploy it and sign again.',
  invalid_exact_evm_nonce_already_used: 'The nonce has been used or canceled.',
  invalid_exact_evm_authorization_canceled:
    'The payer canceled the authorization; nothing moved. Sign a new payment.',
  invalid_exact_evm_token_paused:
    'The issuer has paused USDC; nothing moved. Send the same payment again later.',
  invalid_exact_evm_payer_blacklisted:
    'The issuer of USDC has blacklisted the payer; nothing moved. Pay from another wallet.',
  invalid_exact_evm_payee_blacklisted:
    'The issuer of USDC has blacklisted the address that is paid; nothing moved. Tell the operator.',
  invalid_exact_evm_insufficient_balance: 'The payer holds too little USDC.',
  invalid_exact_evm_transaction_failed: 'The token refused the transfer.',
  unexpected_verify_error: 'The facilitator refuses the payment.',
} as const

export type RefusalReason = keyof typeof refusalReasons

export function isRefusalReason(text: string): text is RefusalReason {
  return Object.hasOwn(refusalReasons, text)
}

/**
 * Refusals that may pass while the authorization is valid: the wallet is funded, `validAfter` is
 * reached.
 */
const passing: ReadonlySet<RefusalReason> = new Set([
  'invalid_exact_evm_payload_authorization_valid_after',
  'invalid_exact_evm_insufficient_balance',
  'invalid_exact_evm_token_paused',
  'invalid_exact_evm_payer_blacklisted',
  'invalid_exact_evm_payee_blacklisted',
  'invalid_exact_evm_transaction_failed',
  'unexpected_verify_error',
])

/** Will the same authorization be refused for ever? */
export function isFinal(reason: RefusalReason): boolean {
  return !passing.has(reason)
}

export type Refusal = { reason: RefusalReason; message: string }

/** The refusal with our text and the given detail. */
export function refusalOf(reason: RefusalReason, detail?: string): Refusal {
  return {
    reason,
    message: detail ? `${refusalReasons[reason]} ${detail}` : refusalReasons[reason],
  }
}

/** Why a nonce that is gone moved nothing of this payment. */
export function reasonOfVoid({ isCanceled }: { isCanceled?: boolean }): RefusalReason {
  return isCanceled
    ? 'invalid_exact_evm_authorization_canceled'
    : 'invalid_exact_evm_nonce_already_used'
}

/** Order matters: "not yet valid" also contains "valid". Source: FiatTokenV2_2 and ECRecover. */
const revertPatterns: [RegExp, RefusalReason][] = [
  [/authorization is expired/i, 'invalid_exact_evm_payload_authorization_valid_before'],
  [/authorization is not yet valid/i, 'invalid_exact_evm_payload_authorization_valid_after'],
  [/authorization is used or canceled/i, 'invalid_exact_evm_nonce_already_used'],
  [/Pausable: paused/i, 'invalid_exact_evm_token_paused'],
  // The token does not say which of the two: see `refusalOfTokenRevert`.
  [/account is blacklisted/i, 'invalid_exact_evm_payee_blacklisted'],
  [/transfer amount exceeds balance/i, 'invalid_exact_evm_insufficient_balance'],
  [/invalid signature/i, 'invalid_exact_evm_signature'],
]

/** The refusal that a revert of the token means. `text` is its reason, undefined for none. */
export function refusalOfRevert(text: string | undefined): Refusal {
  const known = revertPatterns.find(([pattern]) => pattern.test(text ?? ''))
  return refusalOf(
    known?.[1] ?? 'invalid_exact_evm_transaction_failed',
    text && `The token says: ${text.replace(/^execution reverted:? ?/, '').slice(0, 200)}.`,
  )
}
