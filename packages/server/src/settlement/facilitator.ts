import type { Authorization, SignedAuthorization } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import type { RefusalReason } from './refusal-reason.ts'

/**
 * The terms that a payment must satisfy. They come from our own configuration, never from the
 * request.
 */
export type PaymentTerms = {
  /** Atomic units; the authorization is for exactly this. */
  amount: bigint
  payTo: Hex
  /** Unix seconds. */
  nowSeconds: number
  /** The timeout in the quote. By default the longest of any quote. */
  maxTimeoutSeconds?: number | undefined
}

export type Verification =
  | { isValid: true; payer: Hex }
  /** `reason` is stable and for programs, `message` for people. */
  | { isValid: false; payer: Hex; reason: RefusalReason; message: string }

/** The authorization moved its money: this log of this transaction is the Transfer. */
type Settled = {
  outcome: 'settled'
  transaction: Hex
  /**
   * Position of the Transfer in the block. Several payments may share a transaction. Absent if a
   * remote facilitator names only the transaction and no node is configured.
   */
  logIndex?: number
}

export type Settlement =
  | Settled
  /** Proven not to have moved. No transaction of this server can still move it. */
  | { outcome: 'refused'; reason: RefusalReason; message: string }
  /**
   * Neither proven. Settling again is safe: the nonce moves the money at most once. `reason`: why
   * the token would refuse it now.
   */
  | { outcome: 'unknown'; transaction?: Hex; reason?: RefusalReason; message: string }

/** The chain's record of an authorization, for any submitter. */
export type FoundSettlement =
  | Settled
  /**
   * The nonce had not been used at `asOfSeconds`: Unix seconds by the chain's clock, never later
   * than any node is sure to know of. It may still be settled until `validBefore`.
   */
  | { outcome: 'unused'; asOfSeconds: bigint }
  /**
   * The nonce is gone and did not pay this: canceled, or used by another authorization. Until
   * `validBefore`, a reorganisation may take that back.
   */
  | { outcome: 'void'; asOfSeconds: bigint; transaction?: Hex; isCanceled?: boolean }
  /** The nonce is used, but its log was not found in the blocks searched. */
  | { outcome: 'unknown' }

export type SettleOptions = {
  /**
   * Called with the hash of the signed transaction and awaited before it is sent, so that a crash
   * in between can be resolved. If it throws, nothing is sent and `settle` rejects with that error.
   * Called again with another hash if the transaction is rebuilt. Never called for a remote
   * facilitator: its hash is known only afterwards.
   */
  onBroadcast(transaction: Hex): void | Promise<void>
  /**
   * The transaction it was last sent in by an earlier call, whose outcome was not known. While that
   * one is not mined it may still move the money: then nothing but the chain's proof is a refusal.
   */
  sent?: Hex | undefined
}

/** The kinds of payment that can be settled, in the form `GET /supported` gives them. */
export type SupportedKinds = {
  kinds: { x402Version: 2; scheme: 'exact'; network: string }[]
  extensions: string[]
  /** Addresses that send settlements, by CAIP-2 pattern. */
  signers: Record<string, Hex[]>
}

/**
 * Is it proven that an authorization that has not moved the money never can? Not by our own clock,
 * nor by a node alone.
 */
export function isOverUnused(
  { validBefore }: Pick<Authorization, 'validBefore'>,
  { asOfSeconds }: { asOfSeconds: bigint },
): boolean {
  return validBefore <= asOfSeconds
}

/** Proves payments and moves them. Local, remote and devnet facilitators are one to the callers. */
export type Facilitator = {
  /**
   * Never throws on input of the payer. Rejects only if a node or facilitator cannot be reached.
   */
  verify(payment: SignedAuthorization, terms: PaymentTerms): Promise<Verification>
  /**
   * Waits, before the payment is claimed, until gas costs little enough. Absent where gas is free or
   * paid by others.
   *
   * @throws FiqError `SETTLEMENT_TOO_EXPENSIVE`
   */
  waitForFee?(payment: SignedAuthorization): Promise<void>
  /** The payment has been verified. Concurrent calls for one payment share its settlement. */
  settle(payment: SignedAuthorization, options: SettleOptions): Promise<Settlement>
  /** Moves nothing. Queries the chain, or the remote facilitator if there is no node. */
  findSettlement(payment: SignedAuthorization): Promise<FoundSettlement>
  /** `true` when the nonce is used or canceled on chain. */
  authorizationState(authorizer: Hex, nonce: Hex): Promise<boolean>
  supported(): Promise<SupportedKinds>
}
