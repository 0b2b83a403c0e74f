import { foreignFilers } from '../market/foreign-filers.ts'
import type { Instrument } from '../market/instrument.ts'
import { dayOf, times } from '../market/newest-first.ts'
import { mix } from '../market/random.ts'
import { dayMs } from '../market/sessions.ts'
import { isManager } from './managers.ts'

type AnnualForm = '10-K' | '20-F' | '40-F'

/** A filing of a sandbox company. Fiscal years are calendar years. */
export type SandboxFiling = {
  form: AnnualForm | '10-Q' | '6-K' | '8-K' | 'DEF 14A' | '4' | '13F-HR' | 'SCHEDULE 13G'
  /** Days, ISO 8601. */
  filed: string
  /** End of the reported period, or the day of the event. */
  period: string
  /** 8-K items, e.g. `2.02,9.01`. */
  items: string
  accession: string
}

/** Whether a form is an annual report. */
export const isAnnual = (form: string): boolean => /^(?:10-K|[24]0-F)$/.test(form)
/** Whether a form contains XBRL. */
export const hasFacts = (form: string): boolean => isAnnual(form) || form === '10-Q'

const firstYear = 2014
const quarterEnds = ['03-31', '06-30', '09-30', '12-31'] as const

/** All filings of a filer until `now`, newest first, like EDGAR. */
export function filingsOf({ cik, shares, symbol }: Instrument, now: number): SandboxFiling[] {
  const filings = [
    ...(shares > 0 ? companyFilings(cik, foreignFilers[symbol]?.form, now) : []),
    ...(isManager(cik) ? holdingsReports(now) : []),
  ]
  const today = dayOf(now)
  return filings
    .filter(({ filed }) => filed < today)
    .sort((a, b) => (a.filed < b.filed ? -1 : 1))
    .map((filing, index) => ({ ...filing, accession: accession(cik, filing.filed, index) }))
    .reverse()
}

/** Day on which a company announces the results of a quarter, ISO 8601. */
export function announcedDay(cik: number, quarterEnd: string): string {
  return after(quarterEnd, 18 + lagOf(cik))
}

/** Days by which a company reports later than the earliest. */
const lagOf = (cik: number) => (mix(cik, 5) % 6) + 1

type Unnumbered = Omit<SandboxFiling, 'accession'>

function holdingsReports(now: number): Unnumbered[] {
  const years = new Date(now).getUTCFullYear() - firstYear + 1
  return times(years, (index) => firstYear + index).flatMap((year) =>
    quarterEnds.map((end) => {
      const period = `${year}-${end}`
      return { form: '13F-HR', filed: after(period, 44), period, items: '' }
    }),
  )
}

/**
 * @param abroad annual report form of a foreign company, which files neither forms 4 nor proxies
 */
function companyFilings(cik: number, abroad: AnnualForm | undefined, now: number): Unnumbered[] {
  const filings: Unnumbered[] = []
  const lag = lagOf(cik)
  for (let year = firstYear; year <= new Date(now).getUTCFullYear(); year += 1) {
    for (const [index, end] of quarterEnds.entries()) {
      const period = `${year}-${end}`
      const yearly = index === 3
      const announced = announcedDay(cik, period)
      if (abroad) {
        filings.push({ form: '6-K', filed: announced, period: announced, items: '' })
        if (yearly)
          filings.push({ form: abroad, filed: after(period, 66 + lag), period, items: '' })
        continue
      }
      filings.push({ form: '8-K', filed: announced, period: announced, items: '2.02,9.01' })
      filings.push({
        form: yearly ? '10-K' : '10-Q',
        filed: after(period, (yearly ? 38 : 27) + lag),
        period,
        items: '',
      })
      const trade = after(period, 9 + lag)
      filings.push({ form: '4', filed: after(trade, 2), period: trade, items: '' })
    }
    const owned = `${year}-01-31`
    filings.push({ form: 'SCHEDULE 13G', filed: after(owned, 9), period: owned, items: '' })
    if (abroad) continue
    const meeting = `${year}-05-20`
    filings.push({ form: 'DEF 14A', filed: after(meeting, -40), period: meeting, items: '' })
    filings.push({ form: '8-K', filed: after(meeting, 2), period: meeting, items: '5.07' })
  }
  return filings
}

/** A day some days later, moved off a weekend. */
function after(day: string, days: number): string {
  const date = new Date(Date.parse(day) + days * dayMs)
  const weekday = date.getUTCDay()
  if (weekday === 0) date.setUTCDate(date.getUTCDate() + 1)
  if (weekday === 6) date.setUTCDate(date.getUTCDate() + 2)
  return dayOf(date)
}

function accession(cik: number, filed: string, index: number): string {
  const filer = String(cik).padStart(10, '0')
  return `${filer}-${filed.slice(2, 4)}-${String(index + 1).padStart(6, '0')}`
}
