import type { Authorization, SignedAuthorization } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import type { RefusalReason } from './refusal-reason.ts'

/**
 * The terms that a payment must satisfy. They come from our own configuration, never from the
 * request.
 */
export type PaymentTerms = {
  /** Atomic units. The authorization must be for exactly this amount. */
  amount: bigint
  payTo: Hex
  /** Unix seconds. */
  nowSeconds: number
  /** The timeout in the quote. By default the longest of any quote. */
  maxTimeoutSeconds?: number | undefined
}

/** Whether a payment can be settled now. */
export type Verification =
  | { isValid: true; payer: Hex }
  /** `reason` is stable and for programs, `message` for people. */
  | { isValid: false; payer: Hex; reason: RefusalReason; message: string }

/** The authorization moved its money: the Transfer is this log of this transaction. */
type Settled = {
  outcome: 'settled'
  transaction: Hex
  /**
   * Position of the Transfer in the block. Several payments may share a transaction. Absent if a
   * remote facilitator names only the transaction and no node is configured.
   */
  logIndex?: number
}

/** The outcome of settling an authorization. */
export type Settlement =
  | Settled
  /** Proven not to have moved the money. No transaction of this server can still move it. */
  | { outcome: 'refused'; reason: RefusalReason; message: string }
  /**
   * Neither proven. Settling again is safe: the nonce moves the money at most once. With a `reason`,
   * the token refuses the transfer now, and the transaction that was sent may still move the money.
   */
  | { outcome: 'unknown'; transaction?: Hex; reason?: RefusalReason; message: string }

/** What the chain shows about an authorization, for every submitter. */
export type FoundSettlement =
  | Settled
  /**
   * The nonce was unused at `asOfSeconds`: Unix seconds by the chain's clock, old enough that every
   * node has the block. The payment may still settle until `validBefore`.
   */
  | { outcome: 'unused'; asOfSeconds: bigint }
  /**
   * The nonce was used without paying this: it was canceled, or used by another authorization.
   * Until `validBefore`, a reorganisation may undo that.
   */
  | { outcome: 'void'; asOfSeconds: bigint; transaction?: Hex; isCanceled?: boolean }
  /** The nonce is used, but its log was not found in the blocks searched. */
  | { outcome: 'unknown' }

export type SettleOptions = {
  /**
   * Called with the hash of the signed transaction and awaited before it is sent, so that a crash
   * in between can be resolved. If it throws, nothing is sent and `settle` rejects with that error.
   * Called again with another hash if the transaction is rebuilt. Never called for a remote
   * facilitator, whose hash is known only afterwards.
   */
  onBroadcast(transaction: Hex): void | Promise<void>
  /**
   * The last transaction of an earlier call with an unknown outcome. While it is not mined, it may
   * still move the money; then only proof by the chain is a refusal.
   */
  sent?: Hex | undefined
}

/** The supported kinds of payment, in the form of `GET /supported`. */
export type SupportedKinds = {
  kinds: { x402Version: 2; scheme: 'exact'; network: string }[]
  extensions: string[]
  /** Addresses that send settlements, by CAIP-2 pattern. */
  signers: Record<string, Hex[]>
}

/**
 * Whether it is proven that an unsettled authorization can never move the money. Our own clock does
 * not prove it, nor does one node alone.
 */
export function isOverUnused(
  { validBefore }: Pick<Authorization, 'validBefore'>,
  { asOfSeconds }: { asOfSeconds: bigint },
): boolean {
  return validBefore <= asOfSeconds
}

/** Verifies and settles payments. Callers treat local, remote and devnet facilitators alike. */
export type Facilitator = {
  /**
   * Never throws on input of the payer. Rejects only if a node or facilitator cannot be reached.
   *
   * @param chargeWalletCheck - Called before a node executes the code of a wallet contract, because
   * its key did not sign. If it rejects, so does `verify`, and nothing is executed.
   */
  verify(
    payment: SignedAuthorization,
    terms: PaymentTerms,
    chargeWalletCheck?: () => Promise<void>,
  ): Promise<Verification>
  /**
   * Waits, before the payment is claimed, until the gas price is low enough. Absent if gas is free
   * or another party pays it.
   *
   * @throws FiqError `SETTLEMENT_TOO_EXPENSIVE`
   */
  waitForFee?(payment: SignedAuthorization): Promise<void>
  /** Settles a verified payment. Concurrent calls for one payment share its settlement. */
  settle(payment: SignedAuthorization, options: SettleOptions): Promise<Settlement>
  /** Moves no money. Queries the chain, or the remote facilitator if there is no node. */
  findSettlement(payment: SignedAuthorization): Promise<FoundSettlement>
  /** `true` when the nonce is used or canceled on chain. */
  authorizationState(authorizer: Hex, nonce: Hex): Promise<boolean>
  /**
   * USDC of an account, in atomic units. Absent if `verify` refuses the payments of empty wallets.
   */
  balanceOf?(holder: Hex): Promise<bigint>
  supported(): Promise<SupportedKinds>
}
