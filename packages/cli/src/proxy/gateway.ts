import { hash } from 'node:crypto'
import { defined } from '@fiq/shared/defined'
import { FiqError, hasCode } from '@fiq/shared/errors'
import { readIdempotencyKey } from '@fiq/shared/idempotency-key'
import type { ExpectedPrice } from '@fiq/shared/payment/check-quote'
import { requestKey } from '@fiq/shared/payment/purchase-nonce'
import type { StoredLimits } from '../payment/budget/limits.ts'
import type { PaidAnswer } from '../payment/delivery/ports.ts'
import { keyReused } from '../payment/journal/journal.ts'
import type { OpenPayer } from '../payment/open-payer.ts'
import { payAndRetry } from '../payment/pay-and-retry.ts'
import type { PaidRequest } from '../payment/quote/paid-request.ts'
import type { CreditPurchase } from '../query/credits/credit-purchases.ts'
import type { Operation } from '../query/operation.ts'
import { rootFields } from '../query/root-fields.ts'
import { bodyOf } from '../query/server-client.ts'
import { staleFields } from '../query/stale-fields.ts'
import type { AnswerWork } from './answers/answer-work.ts'
import type { GatewayAnswer } from './answers/gateway-answer.ts'
import { type ApprovalPorts, ApprovalWaits, requestApproval } from './approvals/request-approval.ts'
import type { Client } from './clients/clients.ts'
import { type BoughtOnCredits, buyForClient, type CreditsPorts } from './credits/buy-for-client.ts'
import { createSharedMoney, type MoneyReports, type RequestMoney } from './request-money.ts'
import type { Reuse } from './reuse.ts'
import { createTurns } from './turns.ts'

/** Ports of the gateway. All surfaces of the process share one. */
export type GatewayPorts = {
  payer: OpenPayer
  /** Reads the user's current caps, so that a change takes effect while the proxy runs. */
  limits(): StoredLimits
  /** `--max-spend`: a higher price is refused. Atomic units. */
  maxPrice: bigint | undefined
  /** Address of the server without a trailing slash. Nothing is sent to any other address. */
  serverUrl: string
  expected(operation: Operation): Promise<ExpectedPrice>
  approval: Omit<ApprovalPorts, 'onWaiting'>
  reuse: Reuse | undefined
  answerWork: Pick<AnswerWork, 'isComplete' | 'isRefusal' | 'pack'>
  /** Pays with the credits of a key; `undefined` at the user's own server, where all is free. */
  credits: Pick<CreditsPorts, 'account' | 'send' | 'estimate' | 'note'> | undefined
}

/** The caller, and whether it is still connected. */
export type Caller = {
  client: Client
  /** The money of this request. */
  money: RequestMoney
  /** Its name from `clientInfo` or `User-Agent`. Not verified. */
  callsItself?: string | undefined
  isThere(): boolean
  /**
   * Whether the caller has cancelled, or can no longer get the answer. Then nothing is signed for
   * it. A script that has closed its input can still read its answer.
   */
  hasCancelled(): boolean
  onWaiting: ApprovalPorts['onWaiting']
  /** Set for a caller that prompts in its own window after this time. */
  holdMs?: ApprovalPorts['holdMs']
  /**
   * Its idempotency key, as sent. A repeated call with the key gets the same answer for 24 hours,
   * and nothing is paid again.
   */
  idempotencyKey?: unknown
  /** Called with the identity of the request before anything is sent. May throw to refuse it. */
  onRequest?(request: string): void
}

export type Gateway = {
  /** @throws FiqError `RATE_LIMITED`, those of `payAndRetry`, and those of prompting the user. */
  query(operation: Operation, caller: Caller): Promise<GatewayAnswer>
}

/** A running request, with the callers that wait for it. */
type Flight = {
  request: string
  callers: Caller[]
  money: ReturnType<typeof createSharedMoney>
  answer: Promise<Bought>
}

/** An answer that the wallet paid, or the credits of a key. */
type Bought = PaidAnswer & BoughtOnCredits

/**
 * The only path from a caller to the server: our own bytes to our own address, paid by the client's
 * money path within the caps of the budget and of the caller.
 */
export function openGateway(ports: GatewayPorts): Gateway {
  const flights = new Map<string, Flight>()
  const turns = createTurns()
  const url = new URL(`${ports.serverUrl}/api/graphql`)
  const { reuse, credits, answerWork } = ports
  const open = new Set<CreditPurchase>()

  const fly = async (
    request: PaidRequest,
    key: string,
    operation: Operation,
    callers: readonly Caller[],
    { follow, charge }: MoneyReports,
  ): Promise<Bought> => {
    const { client, callsItself, onWaiting, holdMs } = callers[0]!
    const { maxPrice } = ports
    const limits = { ...ports.limits(), ...defined({ maxPrice }) }
    const approval = { ...ports.approval, onWaiting, holdMs }
    const stillWanted = () => callers.some((one) => one.isThere())
    const isCancelled = () => callers.every((one) => one.hasCancelled())
    const apiKey = await credits?.account.key()
    if (credits && apiKey !== undefined) {
      const call = { request, operation, apiKey, client, callsItself, limits }
      const { isRefusal, pack } = answerWork
      const paying = { ...credits, approval, open, isRefusal, pack }
      return buyForClient({ ...call, stillWanted, isCancelled, charge }, paying)
    }
    const terms = { client, request: key, limits, callsItself }
    const approve = requestApproval(terms, approval, stillWanted)
    const changes = { approve, limits, isCancelled, follow }
    return payAndRetry(request, ports.payer.forClient(client.name, changes))
  }

  const query = async (operation: Operation, caller: Caller): Promise<GatewayAnswer> => {
    const body = bodyOf(operation)
    const key = requestKey(url, body)
    const once = onceOf(caller)
    caller.onRequest?.(key)
    const cached = reuse?.find(key)
    if (cached) return reusedAnswer(cached, body)
    const identity = once ?? key
    const flight = flights.get(identity)
    if (flight) {
      if (flight.request !== key) throw keyReused()
      const shared = await joined(flight, caller, body)
      return shared ?? query(operation, caller)
    }
    const optional = defined({ label: operation.label, once })
    const request = { url, body, ...optional, expected: () => ports.expected(operation) }
    const callers = [caller]
    const money = createSharedMoney()
    money.join(caller.money)
    const answer = fly(request, key, operation, callers, money)
    flights.set(identity, { request: key, callers, money, answer })
    try {
      const paid = await answer
      if (reuse) await cacheAnswer(reuse, key, paid, { ...ports, request: body })
      return answerOf(paid, paid.resumed ? 'resumed' : 'asked', body)
    } finally {
      flights.delete(identity)
    }
  }

  return {
    query: (operation, caller) => turns.during(caller.client.name, () => query(operation, caller)),
  }
}

/** The identity of a client's idempotency key. @throws FiqError `BAD_REQUEST` */
function onceOf({ client, idempotencyKey }: Caller): string | undefined {
  const key = readIdempotencyKey(idempotencyKey)
  return key === undefined ? undefined : hash('sha256', `${client.name} ${key}`, 'hex')
}

/**
 * The answer of an identical running request, or its error. If that error is about the first
 * caller, such as its caps, the second caller sends the request itself.
 */
async function joined(
  flight: Flight,
  caller: Caller,
  body: string,
): Promise<GatewayAnswer | undefined> {
  const first = flight.callers[0]!.client.name
  flight.callers.push(caller)
  flight.money.join(caller.money)
  try {
    return answerOf(await flight.answer, 'shared', body)
  } catch (error) {
    const isAboutFirst =
      error instanceof FiqError && (error.kind === 'policy' || error.kind === 'declined')
    if (error instanceof ApprovalWaits) return undefined
    // All other callers had cancelled when this one joined.
    if (hasCode(error, 'CANCELLED') && !caller.hasCancelled()) return undefined
    if (isAboutFirst && first !== caller.client.name) return undefined
    throw error
  }
}

function answerOf(
  paid: Bought,
  from: 'asked' | 'resumed' | 'shared',
  request: string,
): GatewayAnswer {
  const { status, headers, body, purchase, ageMs, isOnCredits, charge } = paid
  return {
    status,
    headers,
    body,
    paid: from === 'asked' ? paid.paid : 0n,
    from,
    stale: staleFields(request, ageMs),
    delivered: () => paid.delivered(),
    ...defined({ ageMs, purchase, isOnCredits, charge: from === 'asked' ? charge : undefined }),
  }
}

function reusedAnswer(
  { body, ageMs }: { body: string; ageMs: number },
  request: string,
): GatewayAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body,
    paid: 0n,
    from: 'reused',
    ageMs,
    stale: staleFields(request, ageMs),
    delivered() {},
  }
}

/**
 * Caches complete answers only: a failed one may succeed next time. The fields of the request
 * decide the cache time, not the names in the answer. A resumed answer is already old.
 */
async function cacheAnswer(
  reuse: Reuse,
  key: string,
  { status, body, resumed }: PaidAnswer,
  { request, answerWork }: { request: string } & Pick<GatewayPorts, 'answerWork'>,
): Promise<void> {
  if (status !== 200 || resumed || !(await answerWork.isComplete(body))) return
  const fields = (rootFields(request) ?? []).map(({ field }) => field)
  reuse.store(key, body, fields)
}
