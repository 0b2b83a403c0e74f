import { zipOf } from '@fiq/shared/zip-of'
import type { UpstreamRequest } from '../../transport.ts'
import { dayOf, monthsUntil, times } from '../market/newest-first.ts'
import { hashText, mix, normal } from '../market/random.ts'
import { unknownAddress } from '../market/route.ts'
import { dayMs, nyseCalendar } from '../market/sessions.ts'

const firstYear = 1990
const sets: Readonly<Record<string, readonly string[]>> = {
  'F-F_Research_Data_Factors': ['Mkt-RF', 'SMB', 'HML', 'RF'],
  'F-F_Research_Data_5_Factors_2x3': ['Mkt-RF', 'SMB', 'HML', 'RMW', 'CMA', 'RF'],
  'F-F_Momentum_Factor': ['Mom'],
}
/** Days from the end of a month to the publication of its file. */
const publicationDays = 40
const filePattern = /\/ftp\/(F-F_\w+?)(_daily|_weekly)?_CSV\.zip$/

/**
 * `/pages/faculty/ken.french/ftp/F-F_Research_Data_Factors_CSV.zip`: prose, then tables, in an
 * archive.
 */
export function factorArchive(request: UpstreamRequest, now: number, seed: number): Uint8Array {
  const [, set = '', suffix = ''] = filePattern.exec(request.url.pathname) ?? []
  const columns = sets[set]
  if (!columns) return unknownAddress(request)
  const until = now - publicationDays * dayMs
  const line = (period: string) =>
    `${period},${columns.map((column) => cell(column, period, seed)).join(',')}`
  const table = (periods: readonly string[]) => [`,${columns.join(',')}`, ...periods.map(line)]
  const months = monthsUntil(until, firstYear).map((day) => day.slice(0, 7).replace('-', ''))
  const text =
    suffix === ''
      ? [...table(months), '', ' Annual Factors: January-December ', ...table(years(until))]
      : table(days(until, suffix === '_weekly'))
  const prose = 'This file was created by the sandbox. Every figure is invented.\r\n\r\n'
  return zipOf({ [`${set}${suffix}.CSV`]: `${prose}${text.join('\r\n')}\r\n` })
}

function cell(column: string, period: string, seed: number): string {
  const key = mix(hashText(`${column}${period}`), seed)
  const scale = { 4: 12, 6: 3, 8: 0.6 }[period.length] ?? 1
  return (column === 'RF' ? 0.08 * scale : scale * normal(key, 1)).toFixed(2).padStart(8)
}

function years(until: number): string[] {
  const count = new Date(until).getUTCFullYear() - firstYear
  return times(count, (index) => String(firstYear + index))
}

function days(until: number, weekly: boolean): string[] {
  const calendar = nyseCalendar()
  const found: string[] = []
  for (let day = Date.UTC(firstYear, 0, 1); day <= until; day += dayMs) {
    if (weekly && new Date(day).getUTCDay() !== 5) continue
    const date = dayOf(day)
    if (weekly || calendar.session(date)) found.push(date.replaceAll('-', ''))
  }
  return found
}
