import type { ErrorCode } from '@fiq/shared/errors'

/** What a server's reason means to a human. */
export type KnownReason = { code: ErrorCode; sentence: string; remedy: string }

/**
 * Reasons a payment is refused for: those of the x402 text and of its SDK, which differ, in one
 * table. The first whose pattern occurs in the server's words is taken.
 */
export const knownReasons: readonly (KnownReason & { pattern: RegExp })[] = [
  {
    pattern: /insufficient_(?:funds|balance)|exceeds balance/i,
    code: 'INSUFFICIENT_FUNDS',
    sentence: 'The wallet holds less USDC than the price.',
    remedy: 'Add USDC: fiq wallet fund. See what is there: fiq wallet balance.',
  },
  {
    pattern: /valid_before|expired/i,
    code: 'PAYMENT_REJECTED',
    sentence: 'The authorization had expired, or would have before it could settle.',
    remedy: 'Check the clock of this machine, then run the command again.',
  },
  {
    pattern: /valid_after|not_yet_valid/i,
    code: 'PAYMENT_REJECTED',
    sentence: 'The authorization was not valid yet.',
    remedy: 'Check the clock of this machine, then run the command again.',
  },
  {
    pattern: /nonce_(?:already_)?used|authorization is used|already_used/i,
    code: 'PAYMENT_REJECTED',
    sentence: 'The server has seen this authorization before.',
    remedy: 'See what became of it: fiq payments list.',
  },
  {
    pattern: /recipient|pay_?to/i,
    code: 'PAYMENT_REJECTED',
    sentence: 'The payment was made out to another address than the server wants.',
    remedy: 'Tell the operator of the server; its quote and its check differ.',
  },
  {
    pattern: /_value|amount/i,
    code: 'PAYMENT_REJECTED',
    sentence: 'The amount signed is not the one the server wants.',
    remedy: 'Tell the operator of the server; its quote and its check differ.',
  },
  {
    pattern: /signature/i,
    code: 'PAYMENT_REJECTED',
    sentence: 'The server could not verify the signature.',
    remedy: 'Check the wallet: fiq wallet show. Then tell the operator of the server.',
  },
  {
    pattern: /bound_to_other_request/i,
    code: 'PAYMENT_REJECTED',
    sentence: 'The server holds this payment for another request.',
    remedy: 'See the purchase: fiq payments list.',
  },
  {
    pattern: /invalid_(?:network|scheme|x402_version|payload)|unsupported_scheme/i,
    code: 'PAYMENT_REJECTED',
    sentence: 'The server does not accept this kind of payment.',
    remedy: 'Check that --url names a server that takes USDC on Base.',
  },
  {
    pattern: /settle_error|transaction_(?:state|failed|reverted)|settlement_failed/i,
    code: 'PAYMENT_REJECTED',
    sentence: 'The chain refused the transfer.',
    remedy: 'See fiq wallet balance, then run the command again.',
  },
]

/** @returns `undefined` for words that are in no table: they are shown as they are. */
export function explainReason(reason: string): KnownReason | undefined {
  const found = knownReasons.find(({ pattern }) => pattern.test(reason))
  return found && { code: found.code, sentence: found.sentence, remedy: found.remedy }
}
