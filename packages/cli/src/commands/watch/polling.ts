import type { QuerySession } from '../../query/open-session.ts'
import type { Operation } from '../../query/operation.ts'
import type { StatedError } from '../../terminal/stated-error.ts'
import { errorLine } from './error-line.ts'
import { isResting, nextPhase, phaseAfter } from './phases.ts'
import type { PollingPorts } from './ports.ts'
import {
  boughtTogether,
  createQueries,
  createStore,
  quoteChart,
  raiseCap,
  type Store,
} from './queries.ts'
import { createSchedule } from './schedule.ts'
import { barsOf, type Phase, type WatchState } from './state.ts'
import { barsNeeds, newNeeds, pollNeeds } from './watch-operation.ts'

/** Tickers added within this time are queried together, because each query costs money. */
const gatherMs = 400

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
  query(operation: Operation): ReturnType<QuerySession['query']>
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
  let running: Promise<void> | undefined
  let isOver = false
  const schedule = createSchedule(store, () => void poll(), ports)
  const enter = (phase: Phase) => {
    schedule.enter(phase)
    if (isOver) schedule.cancel()
  }
  const { query, aside, other } = createQueries(store, enter, ports)
  const showError = (error: unknown) => {
    enter(afterError(ports.stated(error), store, ports))
    return false
  }
  // After an answer, new tickers are queried next. After a failure, the next poll includes them.
  const finish = (isAnswered: boolean) => {
    running = undefined
    if (isAnswered && !isOver && !isResting(store.read()) && hasNew(store.read())) soon()
  }
  /** Runs one query at a time. */
  const inTurn = (run: () => Promise<void>): Promise<void> => {
    if (running) return running
    schedule.cancel()
    running = run()
      .then(() => true, showError)
      .then(finish)
    return running
  }
  const everything = () =>
    query(pollNeeds(store.read(), now()), () => nextPhase(store.read(), now()))
  const poll = () => inTurn(everything)
  const soon = () =>
    schedule.afterWait(gatherMs, () => void inTurn(() => aside(() => newNeeds(store.read()))))
  return {
    read: store.read,
    first() {
      const run = everything()
      running = run.then(
        () => finish(true),
        () => finish(false),
      )
      return run
    },
    poll,
    change(next) {
      const before = store.read()
      store.update(next)
      void quoteChart(store, ports)
      const added = next.tickers.filter((ticker) => !before.tickers.includes(ticker))
      if (hasNew({ ...next, tickers: added }) && !isResting(next) && !running) soon()
    },
    async buy() {
      await running
      const state = store.read()
      if (barsOf(state) !== undefined || state.chart === 'none') return
      await inTurn(() => aside(async () => barsNeeds(state, await boughtTogether(state, ports))))
    },
    query: other,
    async raise() {
      await running
      if (raiseCap(store, ports)) await poll()
    },
    pause: () => enter({ kind: 'paused' }),
    resume() {
      schedule.resume()
      if (hasNew(store.read()) && !isResting(store.read()) && !running) soon()
    },
    stop() {
      isOver = true
      schedule.cancel()
    },
  }
}

/** Shows an error. @returns The next phase. */
function afterError(error: StatedError, store: Store, ports: PollingPorts): Phase {
  store.update({ message: errorLine(error) })
  return phaseAfter(error, store.read(), ports)
}

function hasNew(state: WatchState): boolean {
  return state.tickers.some((ticker) => !state.quotes.has(ticker))
}
