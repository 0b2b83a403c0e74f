import { formatUsdc } from '@fiq/shared/money/usdc'
import { spanWords } from '../../terminal/format/span-words.ts'
import { perHour, restsWithMarket, type WatchState } from './state.ts'

/** The same in full and, where there is no room for that, in short. */
export type Wordings = readonly [full: string, brief: string]

/** Where the US market is, the long and the short way. */
export function marketWords({ market, isSandbox }: WatchState, now: number): Wordings {
  const [sandbox, brief] = isSandbox ? ['SANDBOX: invented values · ', 'SANDBOX · '] : ['', '']
  if (!market) return [sandbox, brief]
  const words = market.isOpen
    ? `market open, closes in ${spanWords(market.nextClose - now)}`
    : `market closed, opens in ${spanWords(market.nextOpen - now)}`
  return [`${sandbox}US ${words}`, brief + words]
}

/** What has been spent of how much, and what an hour costs. */
export function moneyWords(state: WatchState): string {
  const { spent, cap } = state.money
  return `${formatUsdc(spent)} of ${formatUsdc(cap)} USDC spent · ${formatUsdc(perHour(state))} USDC an hour`
}

/** What comes next, and when, the long and the short way. */
export function phaseWords({ phase }: Pick<WatchState, 'phase'>, now: number): Wordings {
  switch (phase.kind) {
    case 'asking':
      return ['asking', 'asking']
    case 'waiting':
      return [`next in ${spanWords(phase.until - now)}`, `next in ${spanWords(phase.until - now)}`]
    case 'market closed':
      return ['paused until the market opens', 'market closed']
    case 'paused':
      return ['PAUSED: the space bar goes on', 'PAUSED (Space)']
    case 'cap reached':
      return ['CAP REACHED: nothing more is paid', 'CAP REACHED']
  }
}

/** Is there anything to wait for the market for? Said where the interval is announced. */
export function restWords(state: WatchState): string {
  return restsWithMarket(state) ? 'pauses while the US market is closed' : 'day and night'
}
