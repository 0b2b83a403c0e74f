import { randomUUID } from 'node:crypto'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { Hex } from '@fiq/shared/payment/wire'
import { type AccountPorts, type Identity, organisationOfWallet } from '../accounts/accounts.ts'
import { planNamed } from '../accounts/plans.ts'
import type { Organisation } from '../storage/accounts/access-store.ts'
import type { Balance, Bought, Gift, OnceRow } from '../storage/credits/credit-store.ts'
import { monthOf } from '../storage/credits/refund-statements.ts'
import { idempotencyKeptMs } from './idempotency-key.ts'
import { givenBackMs } from './schedule-refunds.ts'

/** 10 USDC at 0.003 USD a credit: more are pending until their payment is final. */
export const finalCreditsMax = 3_333

/** Credits that were taken for one operation. */
export type Debit = {
  id: string
  organisation: string
  credits: number
  /** The pool's balance afterwards. */
  balance: Balance
}

/** The pool of an organisation, as the money path sees it. */
export type Credits = {
  /**
   * Takes all of the credits or none.
   *
   * @throws FiqError `CREDITS_EXHAUSTED` when the pool holds fewer; nothing was taken then.
   */
  take(from: Identity, credits: number, bought?: Bought): Promise<Debit>
  /**
   * The same under an idempotency key of the organisation.
   *
   * @returns `known` when another debit holds the key; nothing was taken then.
   */
  takeOnce(
    from: Identity,
    credits: number,
    once: OnceKey,
    bought?: Bought,
  ): Promise<Debit | 'known'>
  /** The operation of an organisation's idempotency key; `undefined` if the key is unused. */
  findOnce(of: Pick<Identity, 'organisation'>, key: string): Promise<OnceRow | undefined>
  /**
   * Stores the answer of a debit under its idempotency key, closes the debit and refunds credits
   * for missing parts, in one transaction.
   */
  storeOnce(
    debit: Debit,
    once: OnceKey,
    answer: { status: number; body: string },
    failed: number,
  ): Promise<void>
  /**
   * The answer is on its way. That is written down a moment later: a debit of which it is not
   * written when the server dies is given back.
   */
  answered(debit: Debit): void
  /** Gives back all or part of a debit, once. */
  refund(debit: Debit, credits: number): Promise<void>
  /**
   * Gives the credits of a payment once: a top-up's or an owed answer's. Together with {@link
   * Credits.giftForFailed} they never exceed the payment, in any order. Credits of more than 10
   * USDC are pending until the payment is final.
   *
   * @returns The organisation that gets them.
   */
  giveForPayment(
    to: { wallet: Hex } | { organisation: string },
    gift: { kind: 'topup' | 'claim'; credits: number; payment: PaymentName },
  ): Promise<Organisation>
  /**
   * The credits for the failed part of an answer to this payment, to be written with that answer.
   * Nothing is given before.
   */
  giftForFailed(payment: PaymentName, credits: number): Promise<Gift>
  /** Credits already given for the failed part of an answer to this payment. */
  givenForFailed(payment: PaymentName): Promise<number>
  /** Credits of the organisation that wait until their payments are final. */
  pending(organisation: string): Promise<number>
  /** With the allotment of this month. */
  balance(organisation: string): Promise<Balance>
}

/** An idempotency key, and the digest of its operation. */
export type OnceKey = { key: string; request: string }

type PaymentName = { payer: Hex; nonce: Hex }

function nameOf({ payer, nonce }: PaymentName): string {
  return `${payer}:${nonce}`
}

function failedPart(payment: PaymentName): string {
  return `${nameOf(payment)}:failed`
}

/**
 * Opens the pools over a store.
 *
 * @param ports - `noteAnswered`: remembers the id of a debit that was answered. `pendsAbove`: more
 *   credits than this wait until their payment is final; absent where none wait.
 */
export function createCredits(
  ports: AccountPorts & { noteAnswered?(debit: string): void; pendsAbove?: number | undefined },
): Credits {
  const { store, nowMs, noteAnswered, pendsAbove = Number.POSITIVE_INFINITY } = ports
  const thisMonth = (organisation: { id: string; plan: string }) => {
    const at = nowMs()
    const monthlyCredits = planNamed(organisation.plan).creditsPerMonth
    return { organisation: organisation.id, month: monthOf(at), monthlyCredits, at }
  }
  const named = async (id: string) => {
    const organisation = await store.findOrganisation({ id })
    if (!organisation) throw new Error(`There is no organisation ${id}.`)
    return organisation
  }
  const withExpiry = (once: OnceKey) => ({ ...once, keptUntil: nowMs() + idempotencyKeptMs })
  const takeFrom = async (
    { organisation, key }: Identity,
    credits: number,
    once: OnceKey | undefined,
    bought: Bought | undefined,
  ) => {
    const id = randomUUID()
    const charge = {
      ...{ ...thisMonth(organisation), id, key: key.id, credits },
      ...defined({ bought }),
    }
    const claim = once ? { once: withExpiry(once) } : {}
    const { taken, balance, isKnown } = await orGivenBack(store.take({ ...charge, ...claim }))
    if (isKnown) return 'known' as const
    if (!taken) throw exhausted(credits, balance)
    return { id, organisation: organisation.id, credits, balance }
  }
  return {
    async take(from, credits, bought) {
      const debit = await takeFrom(from, credits, undefined, bought)
      if (debit === 'known') throw new Error('A debit without an idempotency key found one.')
      return debit
    },
    takeOnce: takeFrom,
    findOnce: ({ organisation }, key) =>
      store.findOnce({ organisation: organisation.id, key }, nowMs()),
    storeOnce: ({ id, organisation }, once, answer, failed) => {
      const charge = { id, organisation, once: withExpiry(once) }
      const back = { id: randomUUID(), credits: failed, at: nowMs() }
      return orGivenBack(store.storeOnce(charge, answer, failed > 0 ? back : undefined))
    },
    answered: ({ id }) => noteAnswered?.(id),
    async refund({ id }, credits) {
      await orGivenBack(store.refund({ id: randomUUID(), debit: id, credits, at: nowMs() }))
    },
    async giveForPayment(to, { kind, credits, payment }) {
      const organisation =
        'wallet' in to ? await organisationOfWallet(to.wallet, ports) : await named(to.organisation)
      const once = {
        reference: nameOf(payment),
        ...defined({ less: kind === 'claim' ? failedPart(payment) : undefined }),
      }
      const entry = { id: randomUUID(), organisation: organisation.id, kind, credits }
      const gift = { ...entry, ...once, at: nowMs() }
      if (credits > pendsAbove) await store.givePending(gift, payment)
      else await store.give(gift)
      return organisation
    },
    async giftForFailed(payment, credits) {
      const { id: organisation } = await organisationOfWallet(payment.payer, ports)
      const once = { reference: failedPart(payment), unless: nameOf(payment) }
      return { id: randomUUID(), organisation, kind: 'refund', credits, ...once, at: nowMs() }
    },
    pending: store.pending,
    givenForFailed: (payment) => store.given(failedPart(payment)),
    async balance(id) {
      return store.balance(thisMonth(await named(id)))
    },
  }
}

/** The total of the pool. */
export function creditsIn({ prepaid, allotment }: Balance): number {
  return prepaid + allotment
}

/** Whether it was written may not be known. A debit without its answer is given back all the same. */
async function orGivenBack<done>(write: Promise<done>): Promise<done> {
  try {
    return await write
  } catch (error) {
    if (!(error instanceof FiqError) || error.code !== 'STORE_UNAVAILABLE') throw error
    throw new FiqError(error.code, error.message, {
      facts: [
        `Credits: what was taken without an answer is given back within ${givenBackMs / 60_000} minutes.`,
      ],
      cause: error.cause,
    })
  }
}

function exhausted(credits: number, balance: Balance): FiqError {
  return new FiqError(
    'CREDITS_EXHAUSTED',
    `The operation costs ${credits} credits and the organisation has ${creditsIn(balance)}.`,
    {
      facts: [
        `Cost: ${credits} credits`,
        `Prepaid: ${balance.prepaid} credits`,
        `Left of this month's allotment: ${balance.allotment} credits`,
      ],
      remedy:
        'Top up with POST /api/v1/credits/topup, upgrade the plan, or pay for the query without a key.',
    },
  )
}
