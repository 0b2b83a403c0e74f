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
 * Money functions of commands, besides paying for a query. `openMoney` builds the real ones;
 * nothing behind it is loaded before its first use.
 */
export type MoneyPorts = {
  wallets: {
    list(): Promise<KnownWallets>
    /** The wallet named, or the one that pays. @throws FiqError `NO_WALLET`. */
    find(name: string | undefined): Promise<KnownWallet>
    /** @throws FiqError `WALLET_EXISTS`. */
    create(name: string, place: WalletPlace | undefined): Promise<KnownWallet>
    /** Takes a private key in hex, or a keystore v3. @throws FiqError `WALLET_EXISTS`, `USAGE`. */
    importText(
      text: string,
      given: { name: string; place: WalletPlace | undefined },
    ): Promise<KnownWallet>
    /**
     * Hands the key to an agent that signs purchases for so long, without the passphrase.
     * @throws FiqError `NO_WALLET`, `WALLET_LOCKED`, `USAGE`.
     */
    unlock(name: string | undefined, forMs: number): Promise<{ wallet: KnownWallet; until: number }>
    /** Ends the agent of a wallet, or of all. @returns whose there were. */
    lock(name: string | undefined): Promise<readonly KnownWallet[]>
    /** Until when an agent signs for the wallet, Unix milliseconds. */
    unlockedUntil(wallet: KnownWallet): Promise<number | undefined>
    /** Is the wallet that pays a play wallet? Without a wallet it is not. */
    paysWithPlay(): Promise<boolean>
    /** Makes a wallet the one that pays. @throws FiqError `NO_WALLET`. */
    use(name: string): Promise<KnownWallet>
    /**
     * The key as a Web3 keystore v3, encrypted with the passphrase of the wallet, or with a new one
     * when it rests in the OS keychain. @throws FiqError `NO_WALLET`, `WALLET_LOCKED`.
     */
    exportKeystore(name: string | undefined): Promise<string>
    /**
     * Removes a wallet's key and name after the user typed the name.
     * @throws FiqError `NO_WALLET`, `DECLINED`; `USAGE` without a terminal and without `sure`.
     */
    remove(name: string, sure: boolean): Promise<KnownWallet>
    /**
     * Checks on the user's own RPC, if there is one, whether a play wallet holds real USDC.
     *
     * @returns the check that was not possible, for people.
     * @throws FiqError `CONFIGURATION_INVALID` if it does.
     */
    refuseFunded(wallet: KnownWallet): Promise<string | undefined>
    /** USDC in atomic units. @throws FiqError when the chain does not say. */
    balance(address: Hex): Promise<bigint>
  }
  budget: {
    /** `play` are the windows of play wallets. */
    read(): Promise<{ limits: StoredLimits; standing: Standing; play: Standing }>
    /** Changes the limits given and keeps the others. */
    write(changes: Partial<StoredLimits>): Promise<StoredLimits>
    /**
     * Moves payments in the future to now, after the user confirmed. @throws FiqError `USAGE`,
     * `DECLINED`.
     */
    resetClock(isSure: boolean): Promise<ClockReset>
  }
  payees: {
    /** The servers of this profile that are trusted or were paid. */
    list(): Promise<readonly PayeeRecord[]>
    /** @param payTo - Where given, only this address. @throws FiqError `PAYEE_CHANGED`. */
    trust(origin: string, payTo: Hex | undefined): Promise<void>
    /** @returns was it known? */
    forget(origin: string): Promise<boolean>
  }
  payments: {
    /** The latest first. */
    list(count: number): Promise<readonly (PurchaseSummary & { label?: string })[]>
    /** All of a span of time, the earliest first, with their authorizations. Unix milliseconds. */
    between(since: number, until: number): Promise<readonly (Purchase & { reason?: string })[]>
    /** How many there are to list. */
    count(): Promise<bigint>
    /** By the id, or the beginning of it. @throws FiqError `NOT_FOUND`, `USAGE` when several fit. */
    find(idStart: string): Promise<Purchase & { reason?: string }>
    /** Sends the journaled bytes again; signs nothing. @throws PaymentError */
    resume(idStart: string): Promise<PaidAnswer>
    /**
     * Gives up the answer of a payment in doubt that is over; it stays counted as spent.
     * @throws FiqError `USAGE` while it may still settle, `BUDGET_BUSY`.
     */
    abandon(idStart: string): Promise<Purchase>
    /** Asks the chain about payments without proof. @returns how many were decided. */
    prove(): Promise<number>
    /** Begins a new journal for one that cannot be used. @throws FiqError `USAGE`, `CONFIGURATION_INVALID`, `DECLINED`. */
    reset(terms: ResetTerms): Promise<Reset>
    /** The payee pinned for this profile and server. */
    payee(): Promise<{ payTo: Hex; since: number } | undefined>
    forgetPayee(): Promise<boolean>
  }
}
