/**
 * Meaning of a server's reason, for users. It decides nothing, because a server may write any
 * reason. One table for the reasons of the x402 specification and of its SDK, which differ. The
 * first entry whose pattern occurs in the server's text applies.
 */
export const knownReasons: readonly { pattern: RegExp; sentence: string }[] = [
  {
    pattern: /insufficient_(?:funds|balance)|exceeds balance/i,
    sentence: 'The wallet holds less USDC than the price.',
  },
  {
    pattern: /authorization_canceled/i,
    sentence: 'The authorization was canceled on the chain.',
  },
  {
    pattern: /token_paused|Pausable: paused/i,
    sentence: 'The issuer has paused USDC. The same payment may settle later.',
  },
  {
    pattern: /payer_blacklisted/i,
    sentence: 'The issuer of USDC has blacklisted the wallet.',
  },
  {
    pattern: /payee_blacklisted/i,
    sentence: 'The issuer of USDC has blacklisted the payee address of the server.',
  },
  {
    pattern: /valid_before|expired/i,
    sentence: 'The authorization had expired, or would have before it could settle.',
  },
  {
    pattern: /valid_after|not_yet_valid/i,
    sentence: 'The authorization was not valid yet.',
  },
  {
    pattern: /nonce_(?:already_)?used|authorization is used|already_used/i,
    sentence: 'The server has seen this authorization before.',
  },
  {
    pattern: /recipient|pay_?to/i,
    sentence: 'The payee of the payment is not the address that the server requires.',
  },
  {
    pattern: /_value|amount/i,
    sentence: 'The signed amount is not the amount that the server requires.',
  },
  {
    pattern: /signature/i,
    sentence: 'The server could not verify the signature.',
  },
  {
    pattern: /bound_to_other_request/i,
    sentence: 'The server has recorded this payment for another request.',
  },
  {
    pattern: /invalid_(?:network|scheme|x402_version|payload)|unsupported_scheme/i,
    sentence: 'The server does not accept this kind of payment.',
  },
  {
    pattern: /settle_error|transaction_(?:state|failed|reverted)|settlement_failed/i,
    sentence: 'The chain refused the transfer.',
  },
]

/** @returns `undefined` for unknown words, which are shown unchanged. */
export function explainReason(reason: string): string | undefined {
  return knownReasons.find(({ pattern }) => pattern.test(reason))?.sentence
}
