import { announcedDay } from '../filings/filings.ts'
import type { Instrument } from '../market/instrument.ts'
import { instruments } from '../market/instruments.ts'
import { dayOf } from '../market/newest-first.ts'
import { hashText } from '../market/random.ts'
import { dayMs } from '../market/sessions.ts'

/** The next announcement of a company in the sandbox. Its fiscal years are calendar years. */
export type NextEarnings = {
  symbol: string
  name: string
  date: string
  periodEnd: string
  estimate: string
  quarter: number
  year: number
  isBeforeOpen: boolean
}

const horizonDays = 92

/** Announcements within three months, in the order of the instruments. */
export function nextEarnings(now: number): NextEarnings[] {
  return [...instruments().values()].flatMap((instrument) => nextOf(instrument, now) ?? [])
}

/** @returns `undefined` for an instrument without filings */
export function nextOf(instrument: Instrument, now: number): NextEarnings | undefined {
  const { symbol, name, cik, kind } = instrument
  if (kind !== 'EQUITY' || cik === 0) return undefined
  const year = new Date(now).getUTCFullYear()
  const ends = [year - 1, year].flatMap((each) =>
    ['03-31', '06-30', '09-30', '12-31'].map((end) => `${each}-${end}`),
  )
  const periodEnd = ends.find((end) => announcedDay(cik, end) >= dayOf(now))
  const date = periodEnd === undefined ? undefined : announcedDay(cik, periodEnd)
  if (date === undefined || date > dayOf(now + horizonDays * dayMs)) return undefined
  const hash = hashText(symbol)
  return {
    symbol,
    name,
    date,
    periodEnd: periodEnd!,
    estimate: ((hash % 400) / 100).toFixed(2),
    quarter: Number(periodEnd!.slice(5, 7)) / 3,
    year: Number(periodEnd!.slice(0, 4)),
    isBeforeOpen: hash % 2 === 0,
  }
}
