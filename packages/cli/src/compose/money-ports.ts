import type { Hex } from '@fiq/shared/payment/wire'
import type { Standing } from '../payment/budget/budget.ts'
import type { StoredLimits } from '../payment/budget/limits.ts'
import type { ClockReset } from '../payment/budget/reset-clock.ts'
import type { PaidAnswer } from '../payment/delivery/ports.ts'
import type { PayeeRecord } from '../payment/journal/payees.ts'
import type { Purchase, PurchaseSummary } from '../payment/journal/purchase.ts'
import type { Reset, ResetTerms } from '../payment/reset-journal.ts'
import type { KnownWallet, KnownWallets, WalletPlace } from '../wallet/keys/known-wallets.ts'

/**
 * Money functions of commands, other than paying for a query. `openMoney` builds the real ones and
 * loads their code on first use.
 */
export type MoneyPorts = {
  wallets: {
    list(): Promise<KnownWallets>
    /** The named wallet, or the paying one. @throws FiqError `NO_WALLET`. */
    find(name: string | undefined): Promise<KnownWallet>
    /** @throws FiqError `WALLET_EXISTS`. */
    create(name: string, place: WalletPlace | undefined): Promise<KnownWallet>
    /**
     * Imports a private key in hex, or a keystore v3.
     *
     * @throws FiqError `WALLET_EXISTS`, `USAGE`.
     */
    importText(
      text: string,
      options: { name: string; place: WalletPlace | undefined },
    ): Promise<KnownWallet>
    /**
     * Passes the key to an agent that signs purchases for this time without the passphrase.
     *
     * @throws FiqError `NO_WALLET`, `WALLET_LOCKED`, `USAGE`.
     */
    unlock(name: string | undefined, forMs: number): Promise<{ wallet: KnownWallet; until: number }>
    /** Ends the agent of a wallet, or of all wallets. @returns The wallets that had one. */
    lock(name: string | undefined): Promise<readonly KnownWallet[]>
    /** When the agent stops signing for the wallet, Unix milliseconds. */
    unlockedUntil(wallet: KnownWallet): Promise<number | undefined>
    /** Whether the paying wallet is a play wallet. `false` without a wallet. */
    paysWithPlay(): Promise<boolean>
    /** Makes a wallet the paying one. @throws FiqError `NO_WALLET`. */
    use(name: string): Promise<KnownWallet>
    /**
     * The key as a Web3 keystore v3, encrypted with the passphrase of the wallet, or with a new one
     * if the OS keychain stores the key.
     *
     * @throws FiqError `NO_WALLET`, `WALLET_LOCKED`.
     */
    exportKeystore(name: string | undefined): Promise<string>
    /**
     * Removes a wallet's key and name after the user typed the name.
     *
     * @throws FiqError `NO_WALLET`, `DECLINED`; `USAGE` without a terminal and without `sure`.
     */
    remove(name: string, sure: boolean): Promise<KnownWallet>
    /**
     * Checks on the user's own RPC, if there is one, whether a play wallet has real USDC.
     *
     * @returns A text about a check that was not possible.
     * @throws FiqError `CONFIGURATION_INVALID` if it has.
     */
    refuseFunded(wallet: KnownWallet): Promise<string | undefined>
    /** USDC in atomic units. @throws FiqError if the chain does not answer. */
    balance(address: Hex): Promise<bigint>
  }
  budget: {
    /** `play`: the windows of play wallets. */
    read(): Promise<{ limits: StoredLimits; standing: Standing; play: Standing }>
    /** Changes the given limits and keeps the others. */
    write(changes: Partial<StoredLimits>): Promise<StoredLimits>
    /**
     * Moves future payments to the present, after the user confirmed.
     *
     * @throws FiqError `USAGE`, `DECLINED`.
     */
    resetClock(isSure: boolean): Promise<ClockReset>
  }
  payees: {
    /** The servers of this profile that were trusted or paid. */
    list(): Promise<readonly PayeeRecord[]>
    /** @param payTo - If given, trusts only this address. @throws FiqError `PAYEE_CHANGED`. */
    trust(origin: string, payTo: Hex | undefined): Promise<void>
    /** @returns Whether it was known. */
    forget(origin: string): Promise<boolean>
  }
  payments: {
    /** Newest first. */
    list(count: number): Promise<readonly (PurchaseSummary & { label?: string })[]>
    /** All within a time span, earliest first, with their authorizations. Unix milliseconds. */
    between(since: number, until: number): Promise<readonly (Purchase & { reason?: string })[]>
    /** The number of payments. */
    count(): Promise<bigint>
    /**
     * Finds a payment by its id or the beginning of it.
     *
     * @throws FiqError `NOT_FOUND`, `USAGE` when several match.
     */
    find(idStart: string): Promise<Purchase & { reason?: string }>
    /** The payment of this amount for this URL, made within a day, whose answer is not printed. */
    findOpen(of: { url: URL; amount: bigint }): Promise<Purchase | undefined>
    /** Sends the journaled bytes again. Signs nothing. @throws PaymentError */
    resume(idStart: string): Promise<PaidAnswer>
    /**
     * Gives up the answer of an expired payment in doubt. It stays counted as spent.
     *
     * @throws FiqError `USAGE` while it may still settle, `BUDGET_BUSY`.
     */
    abandon(idStart: string): Promise<Purchase>
    /**
     * Reads the chain for payments without proof.
     *
     * @returns The number of payments that it decided.
     */
    prove(): Promise<number>
    /**
     * Begins a new journal in place of an unusable one.
     *
     * @throws FiqError `USAGE`, `CONFIGURATION_INVALID`, `DECLINED`.
     */
    reset(terms: ResetTerms): Promise<Reset>
    /** The payee pinned for this profile and server. */
    payee(): Promise<{ payTo: Hex; since: number } | undefined>
    forgetPayee(): Promise<boolean>
  }
}
