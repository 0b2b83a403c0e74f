import type { QuerySession } from '../../query/open-session.ts'
import type { Operation } from '../../query/operation.ts'
import { errorLine } from './error-line.ts'
import { isResting, nextPhase, phaseAfter } from './phases.ts'
import type { PollingPorts } from './ports.ts'
import { boughtTogether, createQueries, createStore, quoteChart, raiseCap } from './queries.ts'
import { createSchedule } from './schedule.ts'
import { barsOf, type Phase, type WatchState } from './state.ts'
import { barsNeeds, newNeeds, pollNeeds } from './watch-operation.ts'

/** Tickers added within this time are queried together, because each query costs money. */
const settleMs = 400

export type Polling = {
  read(): WatchState
  /** Changes the view, and queries new tickers. Buys nothing else. */
  change(state: WatchState): void
  /** Queries for the first time. Rejects with the error, because nothing is drawn yet. */
  first(): Promise<void>
  /** Queries all prices now, without waiting. Resolves after the answer; never rejects. */
  poll(): Promise<void>
  /** Buys the bars of the displayed range, if they are missing. Never rejects. */
  buy(): Promise<void>
  /** Sends another query within the session and its cap. */
  ask(operation: Operation): ReturnType<QuerySession['query']>
  /** Raises a reached cap by the displayed amount, and queries again. Never rejects. */
  raise(): Promise<void>
  /** Ends the polling until `resume`. A query that is running is still answered. */
  pause(): void
  /** Polls again from the time at which the next poll is due. */
  resume(): void
  stop(): void
}

/**
 * Queries repeatedly, one query at a time, while the next one fits within the cap. The budget
 * enforces the same cap when it reserves; the check here only saves the query.
 */
export function openPolling(initial: WatchState, ports: PollingPorts): Polling {
  const { now } = ports
  const store = createStore(initial, ports)
  let asking: Promise<void> | undefined
  let isOver = false
  const schedule = createSchedule(store, () => void poll(), ports)
  const enter = (phase: Phase) => {
    schedule.enter(phase)
    if (isOver) schedule.cancel()
  }
  const { ask, aside, other } = createQueries(store, enter, ports)
  const orTell = (error: unknown) => {
    store.update({ message: errorLine(error) })
    enter(phaseAfter(error, store.read(), ports))
    return false
  }
  // After an answer, new tickers are queried next. After a failure, the next poll includes them.
  const settle = (isAnswered: boolean) => {
    asking = undefined
    if (isAnswered && !isOver && !isResting(store.read()) && hasNew(store.read())) soon()
  }
  /** Runs one query at a time. */
  const inTurn = (run: () => Promise<void>): Promise<void> => {
    if (asking) return asking
    schedule.cancel()
    asking = run()
      .then(() => true, orTell)
      .then(settle)
    return asking
  }
  const everything = () => ask(pollNeeds(store.read(), now()), () => nextPhase(store.read(), now()))
  const poll = () => inTurn(everything)
  const soon = () =>
    schedule.afterWait(settleMs, () => void inTurn(() => aside(() => newNeeds(store.read()))))
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
      await inTurn(() => aside(async () => barsNeeds(state, await boughtTogether(state, ports))))
    },
    ask: other,
    async raise() {
      await asking
      if (raiseCap(store, ports)) await poll()
    },
    pause: () => enter({ kind: 'paused' }),
    resume() {
      schedule.resume()
      if (hasNew(store.read()) && !isResting(store.read()) && !asking) soon()
    },
    stop() {
      isOver = true
      schedule.cancel()
    },
  }
}

function hasNew(state: WatchState): boolean {
  return state.tickers.some((ticker) => !state.quotes.has(ticker))
}
