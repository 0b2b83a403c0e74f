import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { requestKey } from '@fiq/shared/payment/purchase-nonce'
import type { ExpectedPrice } from '../../../shared/src/payment/check-quote.ts'
import type { StoredLimits } from '../payment/budget/limits.ts'
import type { PaidAnswer } from '../payment/delivery/ports.ts'
import type { PurchaseSummary } from '../payment/journal/purchase.ts'
import type { OpenPayer } from '../payment/open-payer.ts'
import { payAndRetry } from '../payment/pay-and-retry.ts'
import type { PaidRequest } from '../payment/quote/paid-request.ts'
import type { Operation } from '../query/operation.ts'
import { rootFields } from '../query/root-fields.ts'
import { bodyOf } from '../query/server-client.ts'
import { staleFields } from '../query/stale-fields.ts'
import { type ApprovalPorts, ApprovalWaits, requestApproval } from './approvals/request-approval.ts'
import type { Client } from './clients/clients.ts'
import type { Reuse } from './reuse.ts'
import { createTurns } from './turns.ts'

/** Ports of the gateway. One for the process; every surface uses it. */
export type GatewayPorts = {
  payer: OpenPayer
  /** The user's caps as they stand now: changed while the proxy runs, they hold at once. */
  limits(): StoredLimits
  /** `--max-spend`: only ever lowers. */
  maxPrice: bigint | undefined
  /** Address of the server without a trailing slash. The only place anything is sent to. */
  serverUrl: string
  expected(operation: Operation): Promise<ExpectedPrice>
  approval: Omit<ApprovalPorts, 'onWaiting'>
  reuse: Reuse | undefined
}

/** The caller, and whether it is still connected. */
export type Caller = {
  client: Client
  /** Its name by `clientInfo` or `User-Agent`. Never verified. */
  callsItself?: string | undefined
  isThere(): boolean
  /**
   * Has it cancelled, or can it no longer be answered? Then nothing is signed for it. A script that
   * has closed its input is no longer there, and still reads its answer.
   */
  hasCancelled(): boolean
  onWaiting: ApprovalPorts['onWaiting']
  /** Set for a caller that asks in a window of its own, once this time is over. */
  holdMs?: ApprovalPorts['holdMs']
  /** Given the identity of the request before anything is sent; it may refuse it. */
  onRequest?(request: string): void
}

/** The server's answer, and its cost for the caller. */
export type GatewayAnswer = {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  /** Atomic units. Nothing for an answer that was shared or reused. */
  paid: bigint
  purchase?: PurchaseSummary
  /**
   * - `asked`: fetched for this request. - `resumed`: bought by an earlier call, nothing new was
   * signed. - `shared`: an identical request was in flight, and its first caller paid.
   * - `reused`: from the cache.
   */
  from: 'asked' | 'resumed' | 'shared' | 'reused'
  /** Of a reused or a resumed answer: it is not older than this. */
  ageMs?: number
  /** Response keys of fast-moving fields that are older than a minute. */
  stale: readonly string[]
  /** Call it once the answer has left this process: until then it is given again, free. */
  delivered(): void
}

export type Gateway = {
  /** @throws FiqError `RATE_LIMITED`, as `payAndRetry`, and what asking the user throws. */
  query(operation: Operation, caller: Caller): Promise<GatewayAnswer>
}

/** The purchase of an answer, for errors about it. One that was shared was paid by its first caller. */
export function paidPart({ purchase }: GatewayAnswer): PurchaseSummary | undefined {
  return purchase
}

/** A request in flight, with the callers that wait for it. */
type Flight = { callers: Caller[]; answer: Promise<PaidAnswer> }

/**
 * The only way from a caller to the server: our own bytes to our own address, paid by the client's
 * money path under the caps of the budget and of the caller.
 */
export function openGateway(ports: GatewayPorts): Gateway {
  const flights = new Map<string, Flight>()
  const turns = createTurns()
  const url = new URL(`${ports.serverUrl}/api/graphql`)
  const { reuse } = ports

  const fly = async (request: PaidRequest, key: string, callers: readonly Caller[]) => {
    const caller = callers[0]!
    const { maxPrice } = ports
    const limits = { ...ports.limits(), ...defined({ maxPrice }) }
    const { client, callsItself } = caller
    const terms = { client, request: key, limits: capped(limits), callsItself }
    const { onWaiting, holdMs } = caller
    const approval = { ...ports.approval, onWaiting, holdMs }
    const approve = requestApproval(terms, approval, () => callers.some((one) => one.isThere()))
    const isCancelled = () => callers.every((one) => one.hasCancelled())
    const changes = { approve, limits, isCancelled }
    return payAndRetry(request, ports.payer.forClient(client.name, changes))
  }

  const query = async (operation: Operation, caller: Caller): Promise<GatewayAnswer> => {
    const body = bodyOf(operation)
    const key = requestKey(url, body)
    caller.onRequest?.(key)
    const kept = reuse?.find(key)
    if (kept) return reusedAnswer(kept, body)
    const flight = flights.get(key)
    if (flight) {
      const shared = await joined(flight, caller, body)
      return shared ?? query(operation, caller)
    }
    const label = operation.label === undefined ? {} : { label: operation.label }
    const request = { url, body, ...label, expected: () => ports.expected(operation) }
    const callers = [caller]
    const answer = fly(request, key, callers)
    flights.set(key, { callers, answer })
    try {
      const paid = await answer
      if (reuse) cacheAnswer(reuse, key, paid, body)
      return answerOf(paid, paid.resumed ? 'resumed' : 'asked', body)
    } finally {
      flights.delete(key)
    }
  }

  return {
    query: (operation, caller) => turns.during(caller.client.name, () => query(operation, caller)),
  }
}

/** With `--max-spend` nothing above it is automatic either. */
function capped<limits extends { autoApprove: bigint; maxPrice?: bigint }>(limits: limits): limits {
  const { maxPrice, autoApprove } = limits
  return maxPrice === undefined || autoApprove <= maxPrice
    ? limits
    : { ...limits, autoApprove: maxPrice }
}

/**
 * The answer of an identical request in flight, or its error. If that error is about the first
 * caller, such as its caps, the second caller sends the request itself.
 */
async function joined(
  flight: Flight,
  caller: Caller,
  body: string,
): Promise<GatewayAnswer | undefined> {
  const first = flight.callers[0]!.client.name
  flight.callers.push(caller)
  try {
    return answerOf(await flight.answer, 'shared', body)
  } catch (error) {
    const isAboutFirst =
      error instanceof FiqError && (error.kind === 'policy' || error.kind === 'declined')
    if (error instanceof ApprovalWaits) return undefined
    // Every caller had cancelled when this one joined.
    if (error instanceof FiqError && error.code === 'CANCELLED' && !caller.hasCancelled())
      return undefined
    if (isAboutFirst && first !== caller.client.name) return undefined
    throw error
  }
}

function answerOf(
  paid: PaidAnswer,
  from: 'asked' | 'resumed' | 'shared',
  request: string,
): GatewayAnswer {
  const { status, headers, body, purchase, ageMs } = paid
  return {
    status,
    headers,
    body,
    paid: from === 'asked' ? paid.paid : 0n,
    from,
    stale: staleFields(request, ageMs),
    delivered: () => paid.delivered(),
    ...defined({ ageMs }),
    ...(purchase ? { purchase } : {}),
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
 * decide the lifetime, not the names in the answer. A resumed answer is already old.
 */
function cacheAnswer(
  reuse: Reuse,
  key: string,
  { status, body, resumed }: PaidAnswer,
  request: string,
): void {
  if (status !== 200 || resumed) return
  try {
    const { data, errors } = JSON.parse(body) as { data?: object; errors?: unknown }
    const fields = (rootFields(request) ?? []).map(({ field }) => field)
    if (data && errors === undefined) reuse.store(key, body, fields)
  } catch {
    // A body that is not JSON is passed on, and not cached.
  }
}
