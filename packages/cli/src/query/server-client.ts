import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { Settings } from '../config/settings.ts'
import type { HttpResponse, SendRequest } from '../http/send-request.ts'
import { serverSays } from '../http/server-says.ts'
import { readingAnswer } from '../payment/delivery/after-signing.ts'
import type { PaidAnswer } from '../payment/delivery/ports.ts'
import type { CheckedQuote, PaidRequest } from '../payment/quote/paid-request.ts'
import type { Progress } from '../terminal/progress.ts'
import type { Answer, AnswerPayment } from './answer.ts'
import type { Estimate } from './estimate.ts'
import type { Operation } from './operation.ts'
import { readAnswer } from './read-answer.ts'
import { sendOnCredits } from './send-on-credits.ts'

/** Ports of the query client. */
export type ServerPorts = {
  settings: Settings
  send: SendRequest
  /** The key to ask with; default that of the settings. */
  key?(): Promise<string | undefined>
  /** Pays for a request; not called with an API key, except to buy credits for it. */
  pay(request: PaidRequest): Promise<PaidAnswer>
  /** Our own computation of a price. */
  expected: PaidRequest['expected'] extends () => infer price
    ? (operation: Operation) => price
    : never
  estimate(operation: Operation): Promise<Estimate>
  progress: Progress
  note(line: string): void
  /** A fresh idempotency key for each purchase on credits; a random UUID by default. */
  purchaseKey?(): string
  /** Waits; by a timer by default. */
  sleep?(ms: number): Promise<void>
}

/** Ends `--dry-run`: the price is known, nothing is sent. Caught by the command line. */
export class PriceOnly extends Error {
  readonly estimate: Estimate
  /** The payer has shown the quote on stderr already. */
  readonly shown: boolean
  constructor(estimate: Estimate, shown = false) {
    super('The price was asked for, not the answer.')
    this.name = 'PriceOnly'
    this.estimate = estimate
    this.shown = shown
  }
}

export type ServerClient = {
  query(operation: Operation): Promise<Answer>
  callFree(path: string, body?: unknown): Promise<unknown>
  /** Calls an endpoint of the key's account. @throws FiqError `INVALID_KEY` without a key. */
  callWithKey(path: string, call?: AccountCall): Promise<unknown>
  /** Buys credits for an amount in atomic units: for the key's account, else the wallet's own. */
  topUp(amount: bigint): Promise<{ answer: unknown; payment: AnswerPayment | undefined }>
  /** Call after the paid answer was printed. */
  delivered(): void
}

/** Asks the server: with an API key as it is, without one through the payer. */
export function createServerClient(ports: ServerPorts): ServerClient {
  const { settings, progress } = ports
  const paidAnswers: PaidAnswer[] = []
  const host = new URL(settings.url).host

  async function queryOnCredits(operation: Operation, key: string): Promise<Answer> {
    if (settings.dryRun) throw new PriceOnly(await ports.estimate(operation))
    const purchase = ports.purchaseKey?.() ?? globalThis.crypto.randomUUID()
    const answer = await sendOnCredits(
      {
        method: 'POST',
        url: endpoint(settings, '/api/graphql'),
        headers: { authorization: `Bearer ${key}`, 'idempotency-key': purchase },
        body: bodyOf(operation),
      },
      ports,
    )
    try {
      return readAnswer(answer)
    } catch (error) {
      throw withAlternative(error)
    }
  }

  async function queryAndPay(operation: Operation): Promise<Answer> {
    const paid = await ports.pay({
      url: endpoint(settings, '/api/graphql'),
      body: bodyOf(operation),
      ...defined({ label: operation.label }),
      expected: () => ports.expected(operation),
    })
    if (paid.quoted) throw priceOnly(paid.quoted)
    paidAnswers.push(paid)
    for (const line of paid.notes) ports.note(line)
    const stale = await staleOf(bodyOf(operation), paid)
    return readingAnswer(paid.purchase, () => readAnswer(paid, paymentOf(paid, stale)))
  }

  const readKey = ports.key ?? (async () => settings.apiKey)

  async function queryEither(operation: Operation): Promise<Answer> {
    const key = settings.apiKey ?? (settings.payWith === 'wallet' ? undefined : await readKey())
    return key === undefined ? queryAndPay(operation) : queryOnCredits(operation, key)
  }

  async function topUp(amount: bigint) {
    const { topUpRequest } = await import('./top-up-request.ts')
    const key = await readKey()
    const account = key && (await callWithKey(ports, key, '/api/v1/credits', {}))
    const paid = await ports.pay(topUpRequest(amount, { settings, key, account }))
    if (paid.quoted) throw priceOnly(paid.quoted)
    paidAnswers.push(paid)
    for (const line of paid.notes) ports.note(line)
    // An error answer throws as usual; a body that is not JSON was still paid for.
    return readingAnswer(paid.purchase, () => {
      if (paid.status !== 200) readAnswer(paid, paymentOf(paid))
      return { answer: jsonOf(paid), payment: paymentOf(paid) }
    })
  }

  return {
    query: (operation) => progress.during(`asking ${host}`, queryEither(operation)),
    callWithKey: async (path, call = {}) =>
      progress.during(`asking ${host}`, callWithKey(ports, await readKey(), path, call)),
    topUp: (amount) => progress.during(`asking ${host}`, topUp(amount)),
    callFree: (path, body) => progress.during(`asking ${host}`, callFree(ports, path, body)),
    delivered() {
      for (const paid of paidAnswers.splice(0)) paid.delivered()
    },
  }
}

/** A call of an account: GET without a body, POST with one, unless it says otherwise. */
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
        'fiq login siwx signs in with the wallet, fiq login google in the browser, fiq login key keeps a key you have.',
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

/** fiq never pays from the wallet instead by itself: the user says so, once or for good. */
function withAlternative(error: unknown): unknown {
  if (!(error instanceof FiqError) || error.code !== 'CREDITS_EXHAUSTED') return error
  const { code, message, facts, funds } = error
  return new FiqError(code, message, {
    facts,
    funds,
    remedy:
      'fiq topup 1 buys credits. Or pay from the wallet: --no-api-key this once, fiq config set pay-with wallet from now on.',
    cause: error,
  })
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
  const answer = await send(
    body === undefined
      ? { method: 'GET', url, headers: {} }
      : { method: 'POST', url, headers: {}, body: JSON.stringify(body) },
  )
  // Free endpoints answer errors in the same form as the paid one.
  if (answer.status !== 200) readAnswer(answer)
  return jsonOf(answer)
}

function jsonOf(answer: HttpResponse): unknown {
  try {
    return JSON.parse(answer.body)
  } catch (cause) {
    throw new FiqError('SERVER_ERROR', 'The server answered with something that is no JSON.', {
      facts: [serverSays(answer.body.slice(0, 80))],
      remedy: 'Check that --url names a fiq server.',
      cause,
    })
  }
}

function endpoint({ url }: Settings, path: string): URL {
  return new URL(`${url}${path}`)
}

/** The same question is the same bytes: that is how a payment is found again. */
export function bodyOf({ query, variables, operationName }: Operation): string {
  return JSON.stringify({
    query,
    ...defined({ variables, operationName }),
  })
}

/** Loads GraphQL only for an answer that is old. */
async function staleOf(body: string, { ageMs }: PaidAnswer): Promise<readonly string[]> {
  if (ageMs === undefined) return []
  const { staleFields } = await import('./stale-fields.ts')
  return staleFields(body, ageMs)
}

function paymentOf(
  { paid, purchase, resumed, ageMs }: PaidAnswer,
  stale: readonly string[] = [],
): AnswerPayment | undefined {
  if (!purchase) return undefined
  return {
    paid,
    resumed,
    ...(ageMs === undefined ? {} : { ageMs, stale }),
    state: purchase.state,
    id: purchase.id,
    transaction: purchase.transaction,
    ...(purchase.isPlay ? { isPlay: purchase.isPlay } : {}),
  }
}
