import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { QuerySession } from '../../query/open-session.ts'
import type { Operation } from '../../query/operation.ts'
import type { Timers } from '../../terminal/progress.ts'
import { pollOperation, withAnswer } from './poll-operation.ts'
import { saidOf } from './said-of.ts'
import { needsBars, type Phase, restsWithMarket, type WatchState } from './state.ts'

/** Keys pressed within so long are asked about together: each question costs. */
const settleMs = 400

/** Longer timers overflow: a longer wait is one after the other. */
const waitMsMax = 86_400_000

export type PollingPorts = {
  session: QuerySession
  /** Price of a question, atomic units. Nothing is sent. */
  priceOf(operation: Operation): Promise<bigint>
  after: Timers['after']
  now(): number
  evenClosed: boolean
  /** The state has changed: draw it. */
  onChange(): void
}

export type Polling = {
  read(): WatchState
  /** Changes what is shown, and asks where that needs an answer. */
  change(state: WatchState): void
  /** The first answer. Rejects with what went wrong: nothing is drawn yet. */
  first(): Promise<void>
  /** Asks now, whatever the wait. Resolves when it is answered; never rejects. */
  poll(): Promise<void>
  /** Asks something else within the session; the same cap holds. */
  ask(operation: Operation): ReturnType<QuerySession['query']>
  pause(): void
  stop(): void
}

/**
 * Asks again and again, one question at a time, as long as the next one fits below the cap. The
 * budget holds the same cap when it reserves; this one only spares the question.
 */
export function openPolling(initial: WatchState, ports: PollingPorts): Polling {
  const { session, after } = ports
  let state = initial
  let cancel = () => {}
  let asking: Promise<void> | undefined
  let isOver = false
  /** Something was changed while an answer was on its way that it will not have. */
  let isOutdated = false
  const update = (changes: Partial<WatchState>) => {
    state = { ...state, ...changes }
    ports.onChange()
  }
  const schedule = (phase: Phase) => {
    cancel()
    update({ phase, money: { ...state.money, spent: session.spent() } })
    if (isOver || !('until' in phase)) return
    cancel = waitUntil(phase.until, ports, () => void poll())
  }
  const first = async () => {
    cancel()
    const asked = state
    const operation = pollOperation(asked)
    const perPoll = await ports.priceOf(operation)
    update({ money: { ...state.money, perPoll }, phase: { kind: 'asking' } })
    refuseAbove(asked.money.cap, session.spent(), perPoll)
    state = withAnswer(state, asked, await session.query(operation))
    schedule(nextPhase(state, ports))
    session.delivered()
  }
  const orTell = (error: unknown) => {
    state = { ...state, said: saidOf(error) }
    schedule(phaseAfter(error, state, ports))
  }
  const poll = (): Promise<void> => {
    asking ??= first()
      .catch(orTell)
      .finally(() => {
        asking = undefined
        if (isOutdated && !isOver && !isResting(state)) soon()
        isOutdated = false
      })
    return asking
  }
  const soon = () => {
    cancel()
    cancel = after(settleMs, () => void poll())
  }
  return {
    read: () => state,
    first,
    poll,
    change(next) {
      const wasNeeded = needsAnswer(state)
      state = next
      ports.onChange()
      if (!needsAnswer(state) || isResting(state)) return
      if (asking) isOutdated = true
      else if (!wasNeeded) soon()
    },
    async ask(operation) {
      refuseAbove(state.money.cap, session.spent(), await ports.priceOf(operation))
      const answer = await session.query(operation)
      session.delivered()
      update({ money: { ...state.money, spent: session.spent() } })
      return answer
    },
    pause: () => schedule({ kind: 'paused' }),
    stop() {
      isOver = true
      cancel()
    },
  }
}

/** Is there something on the screen without a value that asking would give one? */
function needsAnswer(state: WatchState): boolean {
  return needsBars(state) || state.tickers.some((ticker) => !state.quotes.has(ticker))
}

/** @returns what stops it. */
function waitUntil(until: number, { after, now }: PollingPorts, run: () => void): () => void {
  let cancel = () => {}
  const next = () => {
    const ms = Math.max(0, until - now())
    cancel = after(Math.min(waitMsMax, ms), ms > waitMsMax ? next : run)
  }
  next()
  return () => cancel()
}

function isResting({ phase }: WatchState): boolean {
  return phase.kind === 'paused' || phase.kind === 'cap reached'
}

function nextPhase(state: WatchState, { now, evenClosed }: PollingPorts): Phase {
  const { market, everyMs } = state
  if (market && !market.isOpen && !evenClosed && restsWithMarket(state))
    return { kind: 'market closed', until: market.nextOpen }
  return { kind: 'waiting', until: now() + everyMs }
}

/** What only the user can change ends the polling; the rest is tried again in its time. */
function phaseAfter(error: unknown, { everyMs }: WatchState, { now }: PollingPorts): Phase {
  const kind = error instanceof FiqError ? error.kind : 'internal'
  if (error instanceof FiqError && error.code === 'OVER_BUDGET') return { kind: 'cap reached' }
  if (kind === 'network' || kind === 'server' || kind === 'rate-limited' || kind === 'budget-busy')
    return { kind: 'waiting', until: now() + everyMs }
  return { kind: 'paused' }
}

/** Spares the question that the budget would refuse to pay for. */
function refuseAbove(cap: bigint, spent: bigint, price: bigint): void {
  if (spent + price <= cap) return
  throw new FiqError(
    'OVER_BUDGET',
    `${formatUsdc(spent)} of ${formatUsdc(cap)} USDC are spent, and ${formatUsdc(price)} more would pass --max-spend.`,
    { remedy: 'Start it again with a larger --max-spend. Nothing was signed.' },
  )
}
