import { FiqError } from '@fiq/shared/errors'
import { tradingDayAfter } from '../../market-clock/nyse-days.ts'
import { ageDays } from '../sourced.ts'
import { symbolOf } from '../symbols/market-symbol.ts'
import { shareSymbol } from '../symbols/share-symbol.ts'

/** Short positions in one security at one settlement date. Counts are shares. */
export type ShortInterestRecord = {
  /** ISO 8601 day. */
  settlementDate: string
  sharesShort: number | null
  /** Shares short divided by the average daily volume; FINRA writes 1 for less. */
  daysToCover: number | null
  previousSharesShort: number | null
  /** Change against the previous settlement date, percent. */
  changePercent: number | null
  averageDailyVolume: number | null
}

/**
 * FINRA's symbol of a share, without the mark of its class: `BRKB`.
 *
 * @throws FiqError `NOT_FOUND` for a currency, a future, a coin, a preferred share or a similar
 * instrument
 */
export function finraSymbol(ticker: string): string {
  const symbol = shareSymbol(symbolOf(ticker), '')
  if (symbol !== undefined) return symbol
  throw new FiqError('NOT_FOUND', `FINRA's short interest of ${ticker} cannot be looked up.`, {
    facts: ['Only shares, and classes of one letter such as BRK.B, have a symbol there.'],
  })
}

/** FINRA's mark of a security without volume. */
const withoutVolume = 999.99

/** FINRA's days to cover; `null` for a security without volume. */
export function daysToCoverOf(days: number | null, averageDailyVolume: number | null) {
  return days === withoutVolume && !averageDailyVolume ? null : days
}

/** Two settlements a month, each published up to 14 days later. */
const staleAfterDays = 35

/** FINRA publishes a settlement on the seventh business day after it. */
const publishedAfterDays = 7

/** The day on which FINRA publishes a settlement. */
export function publishedOn(settlementDate: string): string {
  return tradingDayAfter(settlementDate, publishedAfterDays)
}

/** Whether FINRA should have published a newer settlement by now. */
export function isStaleSettlement(settlementDate: string | null, now: Date): boolean {
  return ageDays(settlementDate, now) > staleAfterDays
}

/**
 * Sorts records, newest first, with one for each settlement date. A revised row replaces the first
 * one of its date.
 */
export function inOrder(
  rows: readonly { record: ShortInterestRecord; revised: boolean }[],
): ShortInterestRecord[] {
  const byDate = new Map<string, { record: ShortInterestRecord; revised: boolean }>()
  for (const row of rows) {
    const existing = byDate.get(row.record.settlementDate)
    if (!existing || row.revised) byDate.set(row.record.settlementDate, row)
  }
  return [...byDate.values()]
    .map(({ record }) => record)
    .sort((a, b) => (a.settlementDate < b.settlementDate ? 1 : -1))
}
