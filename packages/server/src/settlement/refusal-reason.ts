/**
 * Reasons for refusing a payment, each with our text: the codes of the x402 SDK (`@x402/evm`, exact
 * scheme), which stock clients map to texts of their own.
 */
const refusalReasons = {
  invalid_payload: 'The authorization does not have the form of EIP-3009.',
  invalid_exact_evm_failed_to_parse_signature: 'The signature is not hex of a usable length.',
  invalid_exact_evm_recipient_mismatch: 'The authorization pays another address.',
  invalid_exact_evm_payload_authorization_value_mismatch:
    'The amount of the authorization differs from the quote.',
  invalid_exact_evm_payload_authorization_valid_before:
    'The authorization has expired, expires before it could settle, or is valid for too long.',
  invalid_exact_evm_payload_authorization_valid_after: 'The authorization is not valid yet.',
  invalid_exact_evm_signature: 'The signature is not that of the payer.',
  invalid_exact_evm_payload_undeployed_smart_wallet:
    'The signature is for a wallet contract that is not deployed; deploy the wallet and sign again.',
  invalid_exact_evm_nonce_already_used: 'The nonce has been used or canceled.',
  invalid_exact_evm_authorization_canceled: 'The payer canceled the authorization.',
  invalid_exact_evm_token_paused: 'The issuer has paused USDC.',
  invalid_exact_evm_payer_blacklisted:
    'The issuer of USDC has blacklisted the payer. Pay from another wallet.',
  invalid_exact_evm_payee_blacklisted:
    'The issuer of USDC has blacklisted the address that receives the payment. Tell the operator.',
  invalid_exact_evm_insufficient_balance: 'The payer holds too little USDC.',
  invalid_exact_evm_transaction_failed: 'The token refused the transfer.',
  unexpected_verify_error: 'The facilitator refuses the payment.',
} as const

export type RefusalReason = keyof typeof refusalReasons

/** Whether a text is a reason of {@link refusalReasons}. */
export function isRefusalReason(text: string): text is RefusalReason {
  return Object.hasOwn(refusalReasons, text)
}

/**
 * Refusals that may pass while the authorization is valid: the wallet is funded, `validAfter` is
 * reached, a reorganisation removes what used the nonce.
 */
const passing: ReadonlySet<RefusalReason> = new Set([
  'invalid_exact_evm_nonce_already_used',
  'invalid_exact_evm_authorization_canceled',
  'invalid_exact_evm_payload_authorization_valid_after',
  'invalid_exact_evm_insufficient_balance',
  'invalid_exact_evm_token_paused',
  'invalid_exact_evm_payer_blacklisted',
  'invalid_exact_evm_payee_blacklisted',
  'invalid_exact_evm_transaction_failed',
  'unexpected_verify_error',
])

/** Whether the same authorization will be refused for ever. */
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

/** The reason why a used or canceled nonce paid nothing here. */
export function reasonOfVoid({ isCanceled }: { isCanceled?: boolean }): RefusalReason {
  return isCanceled
    ? 'invalid_exact_evm_authorization_canceled'
    : 'invalid_exact_evm_nonce_already_used'
}

/**
 * The order matters: "not yet valid" also contains "valid". Source: FiatTokenV2_2 and ECRecover.
 */
const revertPatterns: [RegExp, RefusalReason][] = [
  [/authorization is expired/i, 'invalid_exact_evm_payload_authorization_valid_before'],
  [/authorization is not yet valid/i, 'invalid_exact_evm_payload_authorization_valid_after'],
  [/authorization is used or canceled/i, 'invalid_exact_evm_nonce_already_used'],
  [/Pausable: paused/i, 'invalid_exact_evm_token_paused'],
  // The token does not say which account it is: see `refusalOfTokenRevert`.
  [/account is blacklisted/i, 'invalid_exact_evm_payee_blacklisted'],
  [/transfer amount exceeds balance/i, 'invalid_exact_evm_insufficient_balance'],
  [/invalid signature/i, 'invalid_exact_evm_signature'],
]

/** The refusal for a revert of the token. `text` is its reason; `undefined` if it has none. */
export function refusalOfRevert(text: string | undefined): Refusal {
  const known = revertPatterns.find(([pattern]) => pattern.test(text ?? ''))
  return refusalOf(
    known?.[1] ?? 'invalid_exact_evm_transaction_failed',
    text && `Reason of the token: ${text.replace(/^execution reverted:? ?/, '').slice(0, 200)}.`,
  )
}
