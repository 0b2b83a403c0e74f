import type { UpstreamRequest } from '../../transport.ts'
import { monthsUntil } from '../market/newest-first.ts'
import { hashText, mix, waves } from '../market/random.ts'
import { unknownAddress } from '../market/route.ts'

/** Number of latest months for which the table has only prices, and 0.0 for the other values. */
const unpublishedMonths = 3
const firstYear = 1871

/** `/datasets/s-and-p-500/main/data/data.csv`: monthly, missing values as 0.0. */
export function shillerTable(request: UpstreamRequest, now: number, seed: number): string {
  if (request.url.pathname !== '/datasets/s-and-p-500/main/data/data.csv')
    return unknownAddress(request)
  const dates = monthsUntil(now, firstYear)
  const rows = dates.map((date, index) => {
    const { price, dividend, earnings, pe10 } = valuesOf(date, seed)
    if (index >= dates.length - unpublishedMonths)
      return `${date},${price.toFixed(2)},0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0`
    const cape = index < 120 ? '0.0' : pe10.toFixed(2)
    const [d, e, p] = [dividend.toFixed(2), earnings.toFixed(2), price.toFixed(2)]
    return `${date},${p},${d},${e},300.0,4.2,${p},${d},${e},${cape}`
  })
  const names =
    'Date,SP500,Dividend,Earnings,Consumer Price Index,Long Interest Rate,Real Price,Real Dividend,Real Earnings,PE10'
  return `${names}\n${rows.join('\n')}\n`
}

/** `/s-p-500-price-to-book/table/by-quarter`: an HTML table, newest first. */
export function multplTable(request: UpstreamRequest, now: number, seed: number): string {
  const [, series = '', rhythm = ''] =
    /^\/([a-z0-9-]+)\/table\/by-(month|quarter)$/.exec(request.url.pathname) ?? []
  const kind = multplSeries[series]
  if (!kind) return unknownAddress(request)
  const dates = monthsUntil(now, firstYear)
    .filter((date) => date >= '1999-12' && (rhythm === 'month' || /-(?:03|06|09|12)-/.test(date)))
    .reverse()
  const rows = dates.map((date, index) => {
    const value = kind(valuesOf(date, seed)).toFixed(2)
    const mark = index === 0 ? '<abbr title="Estimate">†</abbr>' : '&#x2002;'
    const unit = series.endsWith('-yield') ? '%' : ''
    return `<tr class="${index % 2 ? 'even' : 'odd'}"><td>${dayText(date)}</td><td>\n${mark}\n${value}${unit}\n</td></tr>`
  })
  return `<!DOCTYPE html><html><body><table id="datatable"><tr><th>Date</th><th>Value</th></tr>${rows.join('\n')}</table></body></html>`
}

type Values = { price: number; dividend: number; earnings: number; pe10: number }

const multplSeries: Readonly<Record<string, (values: Values) => number>> = {
  's-p-500-pe-ratio': ({ price, earnings }) => price / earnings,
  'shiller-pe': ({ pe10 }) => pe10,
  's-p-500-price-to-book': ({ price, earnings }) => (0.2 * price) / earnings,
  's-p-500-price-to-sales': ({ price, earnings }) => (0.12 * price) / earnings,
  's-p-500-dividend-yield': ({ price, dividend }) => (100 * dividend) / price,
  's-p-500-earnings-yield': ({ price, earnings }) => (100 * earnings) / price,
}

function valuesOf(date: string, seed: number): Values {
  const years = Number(date.slice(0, 4)) + Number(date.slice(5, 7)) / 12
  const key = mix(hashText('valuation'), seed)
  const earnings = 260 * Math.exp(0.045 * (years - 2026))
  const pe = 19 + 6 * waves(key, years)
  return { price: pe * earnings, dividend: 0.35 * earnings, earnings, pe10: pe * 1.35 }
}

function dayText(date: string): string {
  return new Date(date).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
