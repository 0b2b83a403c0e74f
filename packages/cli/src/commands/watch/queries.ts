import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { Operation } from '../../query/operation.ts'
import { errorLine } from './error-line.ts'
import { shownTickers } from './order.ts'
import { afterAside } from './phases.ts'
import type { PollingPorts } from './ports.ts'
import { barsKey, barsOf, type Money, type Phase, type WatchState } from './state.ts'
import {
  barsNeeds,
  nothing,
  pollNeeds,
  type WatchNeeds,
  watchOperation,
  withAnswer,
} from './watch-operation.ts'

export type Store = { read(): WatchState; update(changes: Partial<WatchState>): void }

/** Stores the state and updates the spent amount with each change. */
export function createStore(initial: WatchState, { session, onChange }: PollingPorts): Store {
  let state = initial
  return {
    read: () => state,
    update(changes) {
      state = { ...state, ...changes }
      state = { ...state, money: { ...state.money, spent: session.spent() } }
      onChange()
    },
  }
}

/** The queries of a session. Each is priced first, and sent only if it fits within the cap. */
export function createQueries(store: Store, schedule: (phase: Phase) => void, ports: PollingPorts) {
  const { session, now } = ports
  const send = async (operation: Operation) => {
    const price = await ports.priceOf(operation)
    refuseAbove(store.read().money, session.spent(), price)
    return session.query(operation)
  }
  /** The price of future polls is that of the current tickers. */
  const quotePolls = async () => {
    const { quotes } = pollNeeds(store.read(), now())
    const perPoll = await ports.priceOf(watchOperation({ ...nothing, quotes }, ''))
    store.update({ money: { ...store.read().money, perPoll } })
  }
  const query = async (needs: WatchNeeds, then: () => Phase) => {
    const before = store.read().phase
    store.update({ phase: { kind: 'querying' } })
    try {
      await quotePolls()
      const answer = await send(watchOperation(needs, ports.labelOf(store.read())))
      store.update(withAnswer(store.read(), needs, answer, now()))
    } catch (error) {
      store.update({ phase: before })
      throw error
    }
    session.delivered()
    schedule(then())
  }
  return {
    query,
    /** Sends a query between two polls. If it does not fit within the cap, nothing changes. */
    async aside(needs: () => WatchNeeds | Promise<WatchNeeds>) {
      const { phase } = store.read()
      const then = () => afterAside(phase, store.read(), ports)
      try {
        await query(await needs(), then)
      } catch (error) {
        if (!(error instanceof FiqError) || error.code !== 'OVER_BUDGET') throw error
        store.update({ message: errorLine(ports.stated(error)) })
        schedule(then())
      }
    },
    async other(operation: Operation) {
      const answer = await send(operation)
      session.delivered()
      store.update({})
      return answer
    },
  }
}

/** Computes the price of the bars that the chart would show; 0 if they are present. */
export async function quoteChart(store: Store, { priceOf }: PollingPorts): Promise<void> {
  const { chosen, frame, chart } = store.read()
  const isShown = chart === 'none' || barsOf(store.read()) !== undefined
  const needs = barsNeeds(store.read(), [chosen])
  const perChart = isShown ? 0n : await priceOf(watchOperation(needs, ''))
  const now = store.read()
  if (now.chosen === chosen && now.frame === frame && now.money.perChart !== perChart)
    store.update({ money: { ...now.money, perChart } })
}

/**
 * The selected ticker, and further ones whose bars of the same range cost nothing more: several
 * tickers can share the minimum price of a query.
 */
export async function boughtTogether(
  state: WatchState,
  { priceOf }: PollingPorts,
): Promise<string[]> {
  const priceFor = (tickers: readonly string[]) =>
    priceOf(watchOperation(barsNeeds(state, tickers), ''))
  const shown = shownTickers(state)
  const place = shown.indexOf(state.chosen)
  const others = [...shown.slice(place + 1), ...shown.slice(0, place)].filter(
    (ticker) => !state.bars.has(barsKey(ticker, state.frame)),
  )
  const bought = [state.chosen]
  const price = await priceFor(bought)
  for (const ticker of others.slice(0, 9)) {
    if ((await priceFor([...bought, ticker])) > price) break
    bought.push(ticker)
  }
  return bought
}

/** Raises a reached cap by the displayed amount. @returns Whether it was raised. */
export function raiseCap(store: Store, { session, raisable }: PollingPorts): boolean {
  const { phase, money } = store.read()
  if (phase.kind !== 'cap reached' || money.raisable === 0n) return false
  session.raise(money.raisable)
  const cap = money.cap + money.raisable
  store.update({ message: '', money: { ...money, cap, raisable: raisable(cap) } })
  return true
}

/** Avoids a query that the budget would refuse to pay. */
function refuseAbove({ cap, unit }: Money, spent: bigint, price: bigint): void {
  if (spent + price <= cap) return
  throw new FiqError(
    'OVER_BUDGET',
    `${formatUsdc(spent)} of ${formatUsdc(cap)} ${unit} are spent, and ${formatUsdc(price)} more would exceed --max-spend.`,
    {
      remedy:
        'Press +, or run the command again with a larger --max-spend. Nothing was signed for this query.',
    },
  )
}
