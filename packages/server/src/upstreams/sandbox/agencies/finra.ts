import { FiqError } from '@fiq/shared/errors'
import { orNames } from '@fiq/shared/spelling/name-list'
import { tradingDayAfter } from '../../../market-clock/nyse-days.ts'
import type { UpstreamRequest } from '../../transport.ts'
import type { Instrument } from '../market/instrument.ts'
import { listedShares } from '../market/instruments.ts'
import { dayOf } from '../market/newest-first.ts'
import { hashText, mix, uniform } from '../market/random.ts'
import { dayMs, nyseCalendar } from '../market/sessions.ts'

/** Trading days from a settlement to its publication. */
const publicationDays = 7
const settlementsListed = 48

/**
 * `POST /data/group/otcMarket/name/consolidatedShortInterest`: two years of settlements of each
 * symbol, unordered, like FINRA.
 *
 * @throws FiqError `NOT_FOUND` for unknown symbols, like FINRA's status 204
 */
export function finraQuery({ body = '' }: UpstreamRequest, now: number, seed: number): string {
  const symbols: readonly string[] = /"values":\[([^\]]*)\]/.exec(body)?.[1]?.match(/[^",]+/g) ?? []
  const listed = listedShares().filter(({ symbol }) => symbols.includes(plain(symbol)))
  if (listed.length === 0)
    throw new FiqError('NOT_FOUND', `There is no short interest of ${orNames(symbols)}.`)
  const rows = settlements(now, settlementsListed).flatMap((day) => listed.map(rowsOn(day, seed)))
  const middle = Math.floor(rows.length / 3)
  return JSON.stringify([...rows.slice(middle), ...rows.slice(0, middle)])
}

/**
 * `/equity/otcmarket/biweekly/shrt20261030.csv`: one settlement of all symbols, separated by `|`.
 */
export function finraFile({ url }: UpstreamRequest, now: number, seed: number): string {
  const [, digits = ''] = /shrt(\d{8})\.csv$/.exec(url.pathname) ?? []
  const day = digits.replace(/(\d{4})(\d{2})/, '$1-$2-')
  if (!settlements(now, settlementsListed).includes(day))
    throw new FiqError('NOT_FOUND', `There is no file of ${digits}.`)
  const rows = listedShares().map(rowsOn(day, seed))
  const names = Object.keys(rows[0] ?? {})
  const lines = rows.map((row) => Object.values(row).map((value) => value ?? ''))
  return [names, ...lines].map((fields) => fields.join('|')).join('\n')
}

function rowsOn(day: string, seed: number) {
  const dayBefore = settlementBefore(day)
  return ({ symbol, name, volume, exchange }: Instrument) => {
    const short = (settlement: string) => {
      const key = mix(hashText(`${symbol}short${settlement}`), seed)
      const daysOfVolume = 0.8 + 3 * uniform(hashText(symbol), 77)
      return Math.round(volume * daysOfVolume * (0.9 + 0.2 * uniform(key, 1)))
    }
    const current = short(day)
    const before = short(dayBefore)
    return {
      accountingYearMonthNumber: day.replaceAll('-', ''),
      symbolCode: plain(symbol),
      issueName: name,
      issuerServicesGroupExchangeCode: exchange === 'NYSE' ? 'A' : 'R',
      marketClassCode: exchange === 'NYSE' ? 'NYSE' : 'NNM',
      currentShortPositionQuantity: current,
      previousShortPositionQuantity: before,
      stockSplitFlag: null,
      averageDailyVolumeQuantity: volume,
      daysToCoverQuantity: Math.max(1, Math.round((100 * current) / volume) / 100),
      revisionFlag: null,
      changePercent: Math.round(10_000 * (current / before - 1)) / 100,
      changePreviousNumber: current - before,
      settlementDate: day,
    }
  }
}

/** Published settlement days, newest first: about the 15th and the end of each month. */
function settlements(now: number, count: number): string[] {
  const today = dayOf(now)
  let newest = settlementUpTo(today)
  while (tradingDayAfter(newest, publicationDays) > today) newest = settlementBefore(newest)
  const days = [newest]
  while (days.length < count) days.push(settlementBefore(days.at(-1)!))
  return days
}

const calendar = nyseCalendar()

function settlementUpTo(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const end = trading(new Date(Date.UTC(year, month, 0)))
  const half = trading(new Date(Date.UTC(year, month - 1, 15)))
  const before = trading(new Date(Date.UTC(year, month - 1, 0)))
  return [end, half, before].find((known) => known <= day) ?? before
}

function trading(date: Date): string {
  while (!calendar.session(dayOf(date))) date.setUTCDate(date.getUTCDate() - 1)
  return dayOf(date)
}

function settlementBefore(settlement: string): string {
  return settlementUpTo(dayOf(Date.parse(settlement) - dayMs))
}

function plain(symbol: string): string {
  return symbol.replace(/[^A-Z0-9]/g, '')
}
