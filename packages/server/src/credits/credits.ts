import { randomUUID } from 'node:crypto'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { idempotencyKeptMs } from '@fiq/shared/idempotency-key'
import type { Hex } from '@fiq/shared/payment/wire'
import { type AccountPorts, type Identity, organisationOfWallet } from '../accounts/accounts.ts'
import { planNamed } from '../accounts/plans.ts'
import type { Organisation } from '../storage/accounts/access-store.ts'
import type { Balance, Bought, Gift, Grant, OnceRow } from '../storage/credits/credit-store.ts'
import type { PaymentKey } from '../storage/credits/payment-key.ts'
import { monthOf } from '../storage/credits/refund-statements.ts'
import { refundWithinMs } from './schedule-refunds.ts'

/** 10 USDC at 0.003 USD a credit. Larger grants are pending until their payment is final. */
export const finalCreditsMax = 3_333

/** Credits debited for one operation. */
export type Debit = {
  id: string
  organisation: string
  credits: number
  /** The pool's balance afterwards. */
  balance: Balance
}

/** The credit pool of an organisation, as the money path uses it. */
export type Credits = {
  /**
   * Debits all of the credits or none.
   *
   * @throws FiqError `CREDITS_EXHAUSTED` when the pool holds fewer; then nothing is debited.
   */
  take(from: Identity, credits: number, bought?: Bought): Promise<Debit>
  /**
   * Debits under an idempotency key of the organisation.
   *
   * @returns `known` when another debit holds the key; then nothing is debited.
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
   * Marks a debit as answered, because its answer is being sent. This is stored a moment later. If
   * the server stops before, the debit is refunded.
   */
  answered(debit: Debit): void
  /** Refunds all or part of a debit, once. */
  refund(debit: Debit, credits: number): Promise<void>
  /**
   * Grants the credits of a payment once: those of a top-up or of an owed answer. Together with
   * {@link Credits.giftForFailed} they never exceed the payment, in any order. More than 10 USDC of
   * credits are pending until the payment is final.
   *
   * @returns The organisation that gets them.
   */
  giveForPayment(
    to: { wallet: Hex } | { organisation: string },
    gift: { kind: 'topup' | 'claim'; credits: number; payment: PaymentKey },
  ): Promise<Organisation>
  /**
   * The grant of {@link Credits.giveForPayment}, to be written with the answer of the payment.
   * Nothing is granted before. `isGranted`: it was written before.
   */
  grantFor(...args: Parameters<Credits['giveForPayment']>): Promise<{
    organisation: Organisation
    grant: Grant & { reference: string }
    isGranted: boolean
  }>
  /**
   * The credits for the failed part of an answer to this payment, to be stored with that answer.
   * Nothing is granted before.
   */
  giftForFailed(payment: PaymentKey, credits: number): Promise<Gift>
  /** Credits already granted for the failed part of an answer to this payment. */
  givenForFailed(payment: PaymentKey): Promise<number>
  /** Credits of the organisation that are pending until their payments are final. */
  pending(organisation: string): Promise<number>
  /** Balance, with the allotment of this month. */
  balance(organisation: string): Promise<Balance>
}

/** An idempotency key, and the digest of its operation. */
export type OnceKey = { key: string; request: string }

function nameOf({ payer, nonce }: PaymentKey): string {
  return `${payer}:${nonce}`
}

function failedPart(payment: PaymentKey): string {
  return `${nameOf(payment)}:failed`
}

/**
 * Opens the credit pools over a store.
 *
 * @param ports - `noteAnswered`: remembers the id of an answered debit. `pendsAbove`: larger grants
 * are pending until their payment is final; if absent, none are.
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
  const named = (id: string) => organisationNamed(id, store)
  const grantFor = createGrantFor(ports, pendsAbove)
  const withExpiry = (once: OnceKey) => ({ ...once, keptUntil: nowMs() + idempotencyKeptMs })
  const takeFrom = async (
    { organisation, key }: Identity,
    credits: number,
    once: OnceKey | undefined,
    bought: Bought | undefined,
  ) => {
    const id = randomUUID()
    const charge = { ...thisMonth(organisation), id, key: key.id, credits, ...defined({ bought }) }
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
    async giveForPayment(...args) {
      const { organisation, grant } = await grantFor(...args)
      const { pendsFor, ...gift } = grant
      if (pendsFor) await store.givePending(gift, pendsFor)
      else await store.give(gift)
      return organisation
    },
    grantFor,
    async giftForFailed(payment, credits) {
      const { id: organisation } = await organisationOfWallet(payment.payer, ports)
      const once = { reference: failedPart(payment), unless: nameOf(payment) }
      return { id: randomUUID(), organisation, kind: 'refund', credits, ...once, at: nowMs() }
    },
    pending: store.pending,
    givenForFailed: (payment) => store.granted(failedPart(payment)),
    async balance(id) {
      return store.balance(thisMonth(await named(id)))
    },
  }
}

async function organisationNamed(
  id: string,
  store: Pick<AccountPorts['store'], 'findOrganisation'>,
): Promise<Organisation> {
  const organisation = await store.findOrganisation({ id })
  if (!organisation) throw new Error(`Organisation ${id} does not exist.`)
  return organisation
}

function createGrantFor(ports: AccountPorts, pendsAbove: number): Credits['grantFor'] {
  const { store, nowMs } = ports
  return async (to, { kind, credits, payment }) => {
    const organisation = await ('wallet' in to
      ? organisationOfWallet(to.wallet, ports)
      : organisationNamed(to.organisation, store))
    const reference = nameOf(payment)
    const less = kind === 'claim' ? failedPart(payment) : undefined
    const pendsFor = credits > pendsAbove ? payment : undefined
    const gift = { id: randomUUID(), organisation: organisation.id, kind, credits, reference }
    const grant = { ...gift, at: nowMs(), ...defined({ less, pendsFor }) }
    return { organisation, grant, isGranted: (await store.granted(reference)) > 0 }
  }
}

/** The total of the pool. */
export function creditsIn({ prepaid, allotment }: Balance): number {
  return prepaid + allotment
}

/**
 * After a failed write, the debit may or may not be stored. The error says that a debit without an
 * answer is refunded.
 */
async function orGivenBack<done>(write: Promise<done>): Promise<done> {
  try {
    return await write
  } catch (error) {
    if (!(error instanceof FiqError) || error.code !== 'STORE_UNAVAILABLE') throw error
    throw new FiqError(error.code, error.message, {
      facts: [
        `Credits: the server refunds a charge without an answer within ${refundWithinMs / 60_000} minutes.`,
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
        `Rest of this month's allotment: ${balance.allotment} credits`,
      ],
      remedy:
        'Top up with POST /api/v1/credits/topup, upgrade the plan, or pay for the query without a key.',
    },
  )
}
