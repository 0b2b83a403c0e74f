import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { requestKey } from '@fiq/shared/payment/purchase-nonce'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'
import type { SendRequest } from '../../http/send-request.ts'
import type { Answer } from '../answer.ts'
import { errorOf, readAnswer } from '../read-answer.ts'
import type { CreditPurchase, CreditPurchases, PurchaseCost } from './credit-purchases.ts'
import { creditsError, type SentOnCredits } from './credits-error.ts'
import { sendOnCredits } from './send-on-credits.ts'

/** Ports of queries on credits. */
export type CreditsPorts = {
  send: SendRequest
  purchases: CreditPurchases
  /** Holds each purchase on credits from before it is sent until its answer is printed. */
  open: Set<CreditPurchase>
  note(line: string): void
  /** Counts the price of a new purchase. A resumed one was counted by the run that began it. */
  cost?: PurchaseCost | undefined
  /** Waits; by default with a timer. */
  sleep?: ((ms: number) => Promise<void>) | undefined
}

type MaybePromise<value> = value | Promise<value>

export type CreditsRequest = {
  url: URL
  body: string
  apiKey: string
  /** Identity of the caller's idempotency key: 64 characters, also the key for the server. */
  once?: string
}

/** A purchase on credits whose answer arrived. */
export type CreditsBought<answer> = {
  answer: answer
  /** Call it once the answer is printed. */
  delivered(): void
  /** Maximum age of a resumed answer. */
  ageMs?: number
  /** Whether the server refused the query before it executed any of it, and charged nothing. */
  isUncharged: boolean
}

/** Reads an answer for the terminal. See {@link buyOnCredits}. */
export async function queryOnCredits(
  request: CreditsRequest,
  ports: CreditsPorts,
): Promise<CreditsBought<Answer>> {
  return buyOnCredits(request, ports, (response) => {
    const answer = readAnswer(response)
    return { answer, isRefused: isRefusal(answer) }
  })
}

/**
 * Buys an answer on the credits of a key. The purchase is stored before it is sent and repeated by
 * later runs until its answer is printed, so a query whose answer was lost is charged once.
 *
 * @param read - Reads the response. Throws the FiqError of a response without an answer.
 * @throws FiqError `OVER_BUDGET` and others of `cost`; the errors of `read` and of the network,
 * which state where the credits are.
 */
export async function buyOnCredits<answer>(
  { url, body, apiKey, once }: CreditsRequest,
  { send, sleep, purchases, open, note, cost }: CreditsPorts,
  read: (response: HttpAnswer) => MaybePromise<{ answer: answer; isRefused: boolean }>,
): Promise<CreditsBought<answer>> {
  const request = once ?? requestKey(url, body)
  const purchase = purchases.open(request, cost, once)
  if (purchase.isResumed) note(resumedNote(purchase))
  open.add(purchase)
  const close = () => {
    purchases.close(request, purchase)
    open.delete(purchase)
  }
  let isOver = false
  try {
    const headers = { authorization: `Bearer ${apiKey}`, 'idempotency-key': purchase.key }
    const sent = await sendOnCredits(
      { method: 'POST', url, headers, body },
      { send, sleep, isDoubted: purchase.isResumed },
    )
    const { answer, isRefused } = await answerIn(sent, read, () => {
      isOver = true
    })
    if (isRefused) {
      // A refusal says nothing about an earlier request, so a purchase in doubt stays open.
      if (!sent.isDoubted) {
        purchases.withdraw(request, purchase)
        open.delete(purchase)
      }
      return { answer, delivered() {}, isUncharged: !sent.isDoubted }
    }
    purchase.isAnswered = true
    const age = purchase.isResumed ? { ageMs: purchase.ageMs } : {}
    return { answer, delivered: close, isUncharged: false, ...age }
  } catch (error) {
    // A FiqError states where the credits are. Any other error is converted at the end of the run.
    if (!(error instanceof FiqError)) throw error
    open.delete(purchase)
    if (isOver) purchases.close(request, purchase)
    else if (error.funds === 'untouched') purchases.withdraw(request, purchase)
    else purchases.keep(request, purchase)
    if (isUnsent(error) && !purchase.isResumed) cost?.remove()
    throw error
  }
}

/**
 * Applies `--max-spend` to a query on credits. A purchase that an earlier run left open is repeated
 * at no new cost. Amounts are atomic units.
 *
 * @throws FiqError `OVER_LIMIT` from `add`.
 */
export function costWithin({ maxPrice, price }: { maxPrice: bigint; price: bigint }): PurchaseCost {
  return {
    add() {
      if (price <= maxPrice) return
      throw new FiqError('OVER_LIMIT', 'The price is above your limit.', {
        facts: [
          `Price: ${formatUsdc(price)} USDC, in credits`,
          `Your --max-spend: ${formatUsdc(maxPrice)} USDC`,
        ],
        remedy: 'Raise --max-spend, or query less. Nothing was sent.',
      })
    },
    remove() {},
  }
}

/** Whether no request was sent. If the server refused one, its price stays counted. */
function isUnsent({ kind, funds }: FiqError): boolean {
  return kind === 'network' && funds === 'untouched'
}

/** Whether the server refused the query before it executed any of it: a GraphQL request error. */
export function isRefusal({ response, errors }: Answer): boolean {
  return !Object.hasOwn(response, 'data') && errors[0]?.code !== undefined
}

async function answerIn<result>(
  sent: SentOnCredits,
  read: (response: HttpAnswer) => MaybePromise<result>,
  onOver: () => void,
): Promise<result> {
  try {
    return await read(sent.response)
  } catch (thrown) {
    if (!(thrown instanceof FiqError)) throw thrown
    const { error, isOver } = creditsError(thrown, sent)
    if (isOver) onOver()
    throw error
  }
}

/**
 * Queries the user's own server. It charges nothing, so nothing is stored.
 *
 * @throws FiqError of the answer; `NOT_CONFIGURED` says how to add a source, because the user is
 * the operator.
 */
export async function queryFree(
  { url, body, apiKey }: CreditsRequest,
  { send, sleep }: Pick<CreditsPorts, 'send' | 'sleep'>,
): Promise<Answer> {
  const headers = { authorization: `Bearer ${apiKey}` }
  const request = { method: 'POST', url, headers, body } as const
  const { response } = await sendOnCredits(request, { send, sleep, isFree: true })
  try {
    const answer = readAnswer(response)
    if (isRefusal(answer) && answer.errors[0]?.code === 'NOT_CONFIGURED')
      throw errorOf(answer.errors[0], undefined)
    return answer
  } catch (error) {
    if (!(error instanceof FiqError) || error.code !== 'NOT_CONFIGURED') throw error
    const { code, message, facts, funds } = error
    throw new FiqError(code, message, { facts, funds, remedy: addSource, cause: error })
  }
}

const addSource =
  'Run fiq setup: it stores the free keys and the contact that sources need. fiq up --status lists what is missing.'

function resumedNote({ at }: CreditPurchase): string {
  const when = new Date(at).toISOString().slice(0, 19)
  return `This query was sent at ${when}Z and its answer is not printed yet; the same purchase is sent again and charged once.`
}
