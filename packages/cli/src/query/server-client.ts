import { defined } from '@fiq/shared/defined'
import { expectedError, FiqError } from '@fiq/shared/errors'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'
import type { Settings } from '../config/settings.ts'
import type { SendRequest } from '../http/send-request.ts'
import { serverSays } from '../http/server-says.ts'
import { aboutPurchase } from '../payment/delivery/about-purchase.ts'
import type { PaidAnswer } from '../payment/delivery/ports.ts'
import type { Purchase } from '../payment/journal/purchase.ts'
import type { CheckedQuote, PaidRequest } from '../payment/quote/paid-request.ts'
import type { Progress } from '../terminal/progress.ts'
import type { Answer, AnswerPayment } from './answer.ts'
import type { CreditPurchase, CreditPurchases, PurchaseCost } from './credits/credit-purchases.ts'
import type { Estimate } from './estimate.ts'
import type { Operation } from './operation.ts'
import { isSuccess, paymentOf, readAnswer } from './read-answer.ts'

/** Ports of the query client. */
export type ServerPorts = {
  settings: Settings
  send: SendRequest
  /** The key for queries; default that of the settings. */
  key?(): Promise<string | undefined>
  /** Pays for a request. With an API key it is called only to buy credits. */
  pay(request: PaidRequest): Promise<PaidAnswer>
  /** The payment of this amount for this URL whose answer is not printed. */
  findOpen(of: { url: URL; amount: bigint }): Promise<Purchase | undefined>
  /** Our own computation of a price. */
  expected: PaidRequest['expected'] extends () => infer price
    ? (operation: Operation) => price
    : never
  estimate(operation: Operation): Promise<Estimate>
  progress: Progress
  note(line: string): void
  /** The stored purchases on credits of this user. */
  creditPurchases(): CreditPurchases
  /** Holds each purchase on credits from before it is sent until its answer is printed. */
  openCredits: Set<CreditPurchase>
  /** Waits; by default with a timer. */
  sleep?(ms: number): Promise<void>
}

/**
 * Ends a command with `--dry-run`: the price is known, nothing is paid. The command line catches
 * it.
 */
export class PriceOnly extends Error {
  readonly estimate: Estimate
  /** Whether the payer has already shown the quote on stderr. */
  readonly shown: boolean
  constructor(estimate: Estimate, shown = false) {
    super('The request was for a price, not for an answer.')
    this.name = 'PriceOnly'
    this.estimate = estimate
    this.shown = shown
  }
}

/** Sends operations and other requests to the server of this run, and pays if it must. */
export type ServerClient = {
  /** @param cost - Counts the price if the query is bought on credits. */
  query(operation: Operation, cost?: PurchaseCost): Promise<Answer>
  callFree(path: string, body?: unknown): Promise<unknown>
  /** Calls an endpoint of the key's account. @throws FiqError `INVALID_KEY` without a key. */
  callWithKey(path: string, call?: AccountCall): Promise<unknown>
  /** Buys credits for an amount in atomic units: for the key's account, else the wallet's own. */
  topUp(amount: bigint): Promise<{ answer: unknown; payment: AnswerPayment | undefined }>
  /** Call after the paid answer was printed. */
  delivered(): void
}

/**
 * Creates the query client: with an API key it sends queries directly, otherwise through the payer.
 */
export function createServerClient(ports: ServerPorts): ServerClient {
  const { settings, progress } = ports
  const paidAnswers: PaidAnswer[] = []
  const printed: (() => void)[] = []
  const { openCredits } = ports
  const waiting = `waiting for ${new URL(settings.url).host}`

  async function queryWithKey(
    operation: Operation,
    apiKey: string,
    session: PurchaseCost | undefined,
  ): Promise<Answer> {
    if (settings.dryRun) throw new PriceOnly(await ports.estimate(operation))
    const { queryFree, queryOnCredits } = await import('./credits/query-on-credits.ts')
    const request = { url: endpoint(settings, '/api/graphql'), body: bodyOf(operation), apiKey }
    if (settings.isPersonal) return queryFree(request, ports)
    const cost = session ?? (await costOf(operation, ports))
    const purchases = ports.creditPurchases()
    const parts = { ...ports, open: openCredits, cost, purchases }
    const { answer, delivered, ageMs } = await queryOnCredits(request, parts)
    printed.push(delivered)
    return withAge(answer, request.body, ageMs)
  }

  /** Sends a request and pays for it. After its answer was printed, `delivered` marks it. */
  async function pay(request: PaidRequest): Promise<PaidAnswer> {
    const paid = await ports.pay(request)
    if (paid.quoted) throw priceOnly(paid.quoted)
    paidAnswers.push(paid)
    for (const line of paid.notes) ports.note(line)
    return paid
  }

  async function queryAndPay(operation: Operation): Promise<Answer> {
    const paid = await pay({
      url: endpoint(settings, '/api/graphql'),
      body: bodyOf(operation),
      ...defined({ label: operation.label }),
      expected: () => ports.expected(operation),
    })
    return withAge(readAnswer(paid, paymentOf(paid)), bodyOf(operation), paid.ageMs)
  }

  const readKey = ports.key ?? (async () => settings.apiKey)

  async function queryEither(operation: Operation, cost?: PurchaseCost): Promise<Answer> {
    const key = settings.apiKey ?? (settings.payWith === 'wallet' ? undefined : await readKey())
    return key === undefined ? queryAndPay(operation) : queryWithKey(operation, key, cost)
  }

  async function topUp(amount: bigint) {
    const { topUpRequest, topUpTerms } = await import('./top-up-request.ts')
    const key = await readKey()
    const account =
      key &&
      (await callWithKey(ports, key, '/api/v1/credits', {}).catch(async (error: unknown) => {
        // The account names the request, so an earlier payment of it is found by its amount.
        throw aboutPurchase(
          expectedError(error),
          await ports.findOpen(topUpTerms(amount, settings)),
        )
      }))
    const paid = await pay(topUpRequest(amount, { settings, key, account }))
    // An error response throws as usual.
    if (!isSuccess(paid)) readAnswer(paid, paymentOf(paid))
    return { answer: jsonOf(paid), payment: paymentOf(paid) }
  }

  return {
    query: (operation, cost) => progress.during(waiting, queryEither(operation, cost)),
    callWithKey: async (path, call = {}) =>
      progress.during(waiting, callWithKey(ports, await readKey(), path, call)),
    topUp: (amount) => progress.during(waiting, topUp(amount)),
    callFree: (path, body) => progress.during(waiting, callFree(ports, path, body)),
    delivered() {
      for (const paid of paidAnswers.splice(0)) paid.delivered()
      for (const delivered of printed.splice(0)) delivered()
    },
  }
}

/** Applies `--max-spend` to a query on credits outside a session. */
async function costOf(
  operation: Operation,
  { settings: { maxPrice }, estimate }: ServerPorts,
): Promise<PurchaseCost | undefined> {
  if (maxPrice === undefined) return undefined
  const { costWithin } = await import('./credits/query-on-credits.ts')
  return costWithin({ maxPrice, price: (await estimate(operation)).amount })
}

/** A call of an account: GET without a body, POST with one, by default. */
export type AccountCall = { body?: unknown; method?: 'DELETE'; key?: string }

async function callWithKey(
  { settings, send }: ServerPorts,
  ownKey: string | undefined,
  path: string,
  { body, method, key = ownKey }: AccountCall,
): Promise<unknown> {
  if (key === undefined)
    throw new FiqError('INVALID_KEY', 'There is no API key for this server.', {
      remedy:
        'Sign in with the wallet (fiq login siwx) or in the browser (fiq login google), or store a key that you have (fiq login key).',
    })
  const url = endpoint(settings, path)
  const headers = { authorization: `Bearer ${key}` }
  const answer = await send(
    body === undefined
      ? { method: method ?? 'GET', url, headers }
      : { method: 'POST', url, headers, body: JSON.stringify(body) },
  )
  if (answer.status !== 200) readAnswer(answer)
  return jsonOf(answer)
}

function priceOnly({ credits, amount, rows, tariffVersion }: CheckedQuote): PriceOnly {
  return new PriceOnly({ tariff: tariffVersion, credits, amount, rows }, true)
}

async function callFree(
  { settings, send }: ServerPorts,
  path: string,
  body: unknown,
): Promise<unknown> {
  const url = endpoint(settings, path)
  // The user's own server answers nothing without its key.
  const { isPersonal, apiKey } = settings
  const headers: Record<string, string> =
    isPersonal && apiKey !== undefined ? { authorization: `Bearer ${apiKey}` } : {}
  const answer = await send(
    body === undefined
      ? { method: 'GET', url, headers }
      : { method: 'POST', url, headers, body: JSON.stringify(body) },
  )
  // Free endpoints report errors in the form of the paid one.
  if (answer.status !== 200) readAnswer(answer)
  return jsonOf(answer)
}

function jsonOf(answer: HttpAnswer): unknown {
  try {
    return JSON.parse(answer.body)
  } catch (cause) {
    throw new FiqError('SERVER_ERROR', 'The answer of the server is not JSON.', {
      facts: [serverSays(answer.body.slice(0, 80))],
      remedy: 'Check that --url names a fiq server.',
      cause,
    })
  }
}

function endpoint({ url }: Settings, path: string): URL {
  return new URL(`${url}${path}`)
}

/** The same operation gives the same bytes, by which a payment is found again. */
export function bodyOf({ query, variables, operationName }: Operation): string {
  return JSON.stringify({ query, variables, operationName })
}

/** A resumed answer with its age. Loads GraphQL only for it. */
async function withAge(answer: Answer, body: string, ms: number | undefined): Promise<Answer> {
  if (ms === undefined) return answer
  const { staleFields } = await import('./stale-fields.ts')
  return { ...answer, age: { ms, stale: staleFields(body, ms) } }
}
