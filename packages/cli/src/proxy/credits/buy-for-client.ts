import { answerBudgetMin } from '@fiq/shared/answers/summarise'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { requestKey } from '@fiq/shared/payment/purchase-nonce'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'
import type { SendRequest } from '../../http/send-request.ts'
import { type CreditCharge, createCreditCharge } from '../../payment/budget/credit-charges.ts'
import type { PaidAnswer } from '../../payment/delivery/ports.ts'
import type { CreditPurchase, CreditPurchases } from '../../query/credits/credit-purchases.ts'
import { buyOnCredits, costWithin } from '../../query/credits/query-on-credits.ts'
import type { Estimate } from '../../query/estimate.ts'
import type { Operation } from '../../query/operation.ts'
import { type ApprovalPorts, approveCredits } from '../approvals/request-approval.ts'
import { automaticMax, type Client } from '../clients/clients.ts'
import { CreditsError } from './credits-error.ts'

/** The account of the user at the server, if an API key is stored. */
export type CreditsAccount = {
  /** The key that pays; `undefined` if the wallet pays. @throws FiqError `WALLET_LOCKED` */
  key(): Promise<string | undefined>
  /** Forgets the key that was read, because the server refused it. */
  forgetKey(): void
  purchases(): CreditPurchases
}

export type CreditsPorts = {
  account: CreditsAccount
  send: SendRequest
  /** Every purchase that was sent and whose answer is not delivered. */
  open: Set<CreditPurchase>
  estimate(operation: Operation): Promise<Estimate>
  /** Whether a response refused the query before it executed any of it. @throws FiqError */
  isRefusal(response: HttpAnswer): Promise<boolean>
  /** Packs a large answer for the journal; `undefined` for one that is stored as it is. */
  pack(answer: HttpAnswer): Promise<string | undefined>
  approval: ApprovalPorts
  note(line: string): void
}

/** A call of a client, with the callers that wait for it. */
export type CreditsCall = {
  request: { url: URL; body: string; label?: string; once?: string }
  operation: Operation
  apiKey: string
  client: Client
  callsItself?: string | undefined
  /** Atomic units. */
  limits: { autoApprove: bigint; maxPrice?: bigint }
  stillWanted(): boolean
  isCancelled(): boolean
  /** The server has answered, at this price: 0 if it was charged earlier. */
  charge(amount: bigint): void
}

/**
 * An answer of the server. A free one, and a refusal, are on no credits. `charge` is the id of a
 * charge that stores the answer.
 */
export type BoughtOnCredits = PaidAnswer & { isOnCredits?: true; charge?: string }

/**
 * Buys an answer on credits within the caps of a client, by the path of the command line: stored
 * before it is sent, under an idempotency key, and repeated until its answer is delivered. So a lost
 * answer is charged once, even after a restart.
 *
 * Price, caps and approval are checked when the purchase is created. A purchase that was begun
 * earlier passed them then, and is repeated at no cost.
 *
 * @throws CreditsError if the server may have charged it.
 * @throws FiqError `OVER_LIMIT`, `OVER_BUDGET`, `DECLINED`, `CANCELLED`, `CREDITS_EXHAUSTED`,
 * `INVALID_KEY`: nothing was charged.
 */
export async function buyForClient(
  call: CreditsCall,
  ports: CreditsPorts,
): Promise<BoughtOnCredits> {
  const { request, client, limits } = call
  const estimate = await ports.estimate(call.operation)
  const { amount } = estimate
  const max = automaticMax(client, limits.autoApprove, false)
  const decision = { isMade: amount <= max }
  const buy = () => buyOnce(call, amount, decision, ports)
  try {
    return await buy()
  } catch (error) {
    if (!(error instanceof ApprovalMissing)) throw error
  }
  const { url, body, label } = request
  const quote = { ...estimate, origin: url.origin, body, ...defined({ label }) }
  const terms = { client, request: requestKey(url, body), callsItself: call.callsItself }
  await approveCredits(terms, quote, ports.approval, call.stillWanted)
  decision.isMade = true
  return buy()
}

/** A new purchase needs the approval of the user. Nothing was counted or sent. */
class ApprovalMissing extends FiqError {
  constructor() {
    super('APPROVAL_NEEDED', 'The purchase needs the approval of the user.')
  }
}

async function buyOnce(
  { request, client, apiKey, limits, isCancelled, charge: report }: CreditsCall,
  amount: bigint,
  decision: { isMade: boolean },
  { account, send, open, isRefusal, pack, approval, note }: CreditsPorts,
): Promise<BoughtOnCredits> {
  const { database, clock } = approval
  const charge = createCreditCharge(database, {
    client: client.name,
    amount,
    now: clock.now,
    once: request.once,
    request: requestKey(request.url, request.body),
  })
  const countedAt = charge.countedAt()
  const { maxPrice } = limits
  const cost = {
    add() {
      if (maxPrice !== undefined) costWithin({ maxPrice, price: amount }).add()
      if (!decision.isMade) throw new ApprovalMissing()
      if (isCancelled()) throw cancelled()
      charge.add()
    },
    remove: charge.remove,
  }
  const isFree = amount === 0n
  const isCounted = isFree || countedAt !== undefined
  try {
    const bought = await buyOnCredits(
      { ...request, apiKey },
      { send, purchases: account.purchases(), open, note, cost: isCounted ? undefined : cost },
      async (response) => ({ answer: response, isRefused: await isRefusal(response) }),
    )
    const { answer, ageMs, isUncharged, delivered } = bought
    if (isUncharged) charge.remove()
    const isResumed = (ageMs ?? countedAt) !== undefined
    const isNew = !isFree && !isResumed && !isUncharged
    if (!isFree && !isUncharged) report(isNew ? amount : 0n)
    const stored = isNew && (await isStored(charge, answer, pack))
    return {
      ...answer,
      paid: isUncharged ? 0n : amount,
      resumed: isResumed,
      notes: [],
      delivered,
      ...defined({
        ageMs: ageMs ?? (countedAt === undefined ? undefined : clock.now() - countedAt),
        isOnCredits: isFree || isUncharged ? undefined : (true as const),
        charge: stored ? charge.id : undefined,
      }),
    }
  } catch (error) {
    if (!(error instanceof FiqError)) throw new CreditsError(unexpected(error), amount)
    if (error.code === 'INVALID_KEY') account.forgetKey()
    if (error.funds !== 'untouched') throw new CreditsError(error, amount)
    if (!(error instanceof ApprovalMissing)) charge.remove()
    throw error
  }
}

/** Stores an answer that may not fit a result. If that fails, the answer is still delivered. */
async function isStored(
  charge: CreditCharge,
  answer: HttpAnswer,
  pack: CreditsPorts['pack'],
): Promise<boolean> {
  if (answer.body.length <= answerBudgetMin) return false
  try {
    charge.store((await pack(answer)) ?? JSON.stringify(answer))
    return true
  } catch {
    return false
  }
}

function unexpected(cause: unknown): FiqError {
  const remedy = 'Ask the user to report this bug of fiq.'
  const detail = { remedy, funds: 'at-risk', cause } as const
  return new FiqError('INTERNAL', 'The proxy failed unexpectedly.', detail)
}

function cancelled(): FiqError {
  return new FiqError('CANCELLED', 'The caller cancelled the request.', {
    remedy: 'Nothing was sent. Send the request again.',
  })
}
