import type { UpstreamRequest } from '../../transport.ts'
import { dayOf } from '../market/newest-first.ts'
import { hashText, mix, waves } from '../market/random.ts'
import { unknownAddress } from '../market/route.ts'
import { dayMs } from '../market/sessions.ts'

/** Mean rate of a currency: units for one euro. */
const levels: Readonly<Record<string, number>> = {
  USD: 1.16,
  GBP: 0.87,
  JPY: 172,
  CHF: 0.93,
  CAD: 1.62,
  AUD: 1.77,
  CNY: 8.3,
  SEK: 11,
  NOK: 11.7,
  DKK: 7.46,
  PLN: 4.25,
  INR: 103,
  BRL: 6.2,
  MXN: 21,
  KRW: 1_640,
  NZD: 2,
}

/** ECB `/service/data/EXR/D.USD+GBP.EUR.SP00.A?lastNObservations=2`: SDMX-CSV, oldest first. */
export function ecbExchangeRates(request: UpstreamRequest, now: number, seed: number): string {
  const { pathname, searchParams } = request.url
  const codes = /\/EXR\/D\.([A-Z+]+)\.EUR\.SP00\.A$/.exec(pathname)?.[1]?.split('+')
  const known = (codes ?? []).filter((code) => code in levels)
  if (known.length === 0) return unknownAddress(request)
  const count = Number(searchParams.get('lastNObservations') ?? 1)
  const rows = known.flatMap((code) =>
    workingDays(now, count).map(
      (date) =>
        `EXR.D.${code}.EUR.SP00.A,D,${code},EUR,SP00,A,${date},${perEuro(code, date, seed)},A`,
    ),
  )
  const names =
    'KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE,OBS_STATUS'
  return `${names}\r\n${rows.join('\r\n')}\r\n`
}

/** `/v1/latest?base=USD&symbols=EUR,GBP` of api.frankfurter.dev. */
export function frankfurterLatest(request: UpstreamRequest, now: number, seed: number): string {
  const { pathname, searchParams } = request.url
  const base = searchParams.get('base') ?? 'EUR'
  if (pathname !== '/v1/latest' || !(base === 'EUR' || base in levels))
    return unknownAddress(request)
  const [date = ''] = workingDays(now, 1)
  const of = (code: string) => (code === 'EUR' ? 1 : perEuro(code, date, seed))
  const codes = (searchParams.get('symbols') ?? '').split(',')
  const known = codes.filter((code) => code === 'EUR' || code in levels)
  const rates = known.map((code) => [code, Number((of(code) / of(base)).toPrecision(5))])
  return JSON.stringify({ amount: 1, base, date, rates: Object.fromEntries(rates) })
}

function perEuro(code: string, date: string, seed: number): number {
  const years = Date.parse(date) / dayMs / 365.25
  const level = levels[code] ?? 1
  return Number((level * (1 + 0.1 * waves(mix(hashText(code), seed), years))).toPrecision(5))
}

/** The last working days up to yesterday, oldest first. */
function workingDays(now: number, count: number): string[] {
  const days: string[] = []
  for (let ms = now - dayMs; days.length < count; ms -= dayMs) {
    const weekday = new Date(ms).getUTCDay()
    if (weekday !== 0 && weekday !== 6) days.unshift(dayOf(ms))
  }
  return days
}
