import type { QuerySession } from '../../query/open-session.ts'
import type { Operation } from '../../query/operation.ts'
import { isResting, nextPhase, phaseAfter } from './phases.ts'
import type { PollingPorts } from './ports.ts'
import { boughtTogether, createQueries, createStore, quoteChart, raiseCap } from './queries.ts'
import { saidOf } from './said-of.ts'
import { barsOf, type Phase, type WatchState } from './state.ts'
import { barsWants, newWants, pollWants } from './watch-operation.ts'

/** Tickers added within this time are queried together, because each query costs. */
const settleMs = 400

/** Longer timers overflow: a longer wait is one after the other. */
const waitMsMax = 86_400_000

export type Polling = {
  read(): WatchState
  /** Changes the view, and queries new tickers. Buys nothing else. */
  change(state: WatchState): void
  /** The first answer. Rejects with its error, because nothing is drawn yet. */
  first(): Promise<void>
  /** Queries all prices now, without the wait. Resolves after the answer; never rejects. */
  poll(): Promise<void>
  /** Buys the bars of the range that is shown, where they are not held. Never rejects. */
  buy(): Promise<void>
  /** Asks something else within the session; the same cap holds. */
  ask(operation: Operation): ReturnType<QuerySession['query']>
  /** Raises the cap that was reached by what the view says, and asks again. Never rejects. */
  raise(): Promise<void>
  pause(): void
  stop(): void
}

/**
 * Asks again and again, one query at a time, as long as the next one fits below the cap. The budget
 * holds the same cap when it reserves; this one only spares the query.
 */
export function openPolling(initial: WatchState, ports: PollingPorts): Polling {
  const { after, now } = ports
  const store = createStore(initial, ports)
  let cancel = () => {}
  let asking: Promise<void> | undefined
  let isOver = false
  const schedule = (phase: Phase) => {
    cancel()
    store.update({ phase })
    if (isOver || !('until' in phase)) return
    cancel = waitUntil(phase.until, ports, () => void poll())
  }
  const { ask, aside, other } = createQueries(store, schedule, ports)
  const orTell = (error: unknown) => {
    store.update({ said: saidOf(error) })
    schedule(phaseAfter(error, store.read(), ports))
    return false
  }
  /**
   * After an answer, new tickers are queried next. After a failure, the next poll includes them.
   */
  const settle = (isAnswered: boolean) => {
    asking = undefined
    if (isAnswered && !isOver && !isResting(store.read()) && hasNew(store.read())) soon()
  }
  /** One query at a time. */
  const inTurn = (run: () => Promise<void>): Promise<void> => {
    if (asking) return asking
    cancel()
    asking = run()
      .then(() => true, orTell)
      .then(settle)
    return asking
  }
  const everything = () => ask(pollWants(store.read(), now()), () => nextPhase(store.read(), ports))
  const poll = () => inTurn(everything)
  const soon = () => {
    cancel()
    cancel = after(settleMs, () => void inTurn(() => aside(() => newWants(store.read()))))
  }
  return {
    read: store.read,
    first() {
      const run = everything()
      asking = run.then(
        () => settle(true),
        () => settle(false),
      )
      return run
    },
    poll,
    change(next) {
      const before = store.read()
      store.update(next)
      void quoteChart(store, ports)
      const added = next.tickers.filter((ticker) => !before.tickers.includes(ticker))
      if (hasNew({ ...next, tickers: added }) && !isResting(next) && !asking) soon()
    },
    async buy() {
      await asking
      const state = store.read()
      if (barsOf(state) !== undefined || state.chart === 'none') return
      await inTurn(() => aside(async () => barsWants(state, await boughtTogether(state, ports))))
    },
    ask: other,
    async raise() {
      await asking
      if (raiseCap(store, ports)) await poll()
    },
    pause: () => schedule({ kind: 'paused' }),
    stop() {
      isOver = true
      cancel()
    },
  }
}

function hasNew(state: WatchState): boolean {
  return state.tickers.some((ticker) => !state.quotes.has(ticker))
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
