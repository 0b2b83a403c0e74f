import type { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import type { Upstream } from '../../sources/connector.ts'
import { changeOf, emptyRow, type QuoteRow } from '../../sources/prices/quote-row.ts'
import {
  type QuoteSource,
  type QuotesBySymbol,
  unreadable,
} from '../../sources/prices/quote-source.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { isCurrencyPair } from '../../sources/symbols/market-symbol.ts'
import { tidy } from '../../sources/tidy.ts'
import { usableMembers } from '../../sources/usable-rows.ts'
import { numberCell, readableRows } from '../../upstreams/csv-table.ts'
import type { Origin } from '../../upstreams/transport.ts'

const ecbReferenceRates: Upstream = {
  id: 'ecb-reference-rates',
  name: 'European Central Bank, euro reference rates',
  hosts: ['data-api.ecb.europa.eu'],
  url: 'https://data.ecb.europa.eu',
  licence: { class: 'attribution', text: 'ECB statistics: free reuse, source quoted' },
  delay: 'each working day about 16:00 Frankfurt time',
  timing: { delay: 'end-of-day', venue: 'indicative' },
  isLiveOnly: true,
}

const frankfurter: Upstream = {
  id: 'frankfurter',
  name: 'Frankfurter, reference rates of central banks',
  hosts: ['api.frankfurter.dev'],
  url: 'https://frankfurter.dev',
  licence: { class: 'attribution', text: 'Frankfurter: free reuse; rates of the ECB' },
  delay: 'each working day',
  timing: { delay: 'end-of-day', venue: 'indicative' },
  isLiveOnly: true,
}

/** Reference rates are daily. They are stale if older than a long weekend. */
const staleAfterDays = 5

/**
 * The ECB keeps the last rates of currencies that it quotes no more: of those that the euro
 * replaced, and of the rouble since 2022. They are no prices of today.
 */
const endedAfterDays = 30

/** The currencies of a pair: `EURUSD=X` is the price of a euro in US dollars. */
const pairOf = (symbol: string) => ({ base: symbol.slice(0, 3), quote: symbol.slice(3, 6) })

/**
 * The ECB's rates of the last two days, one request for all currencies. Other pairs are computed
 * through the euro.
 */
export const ecbRates: QuoteSource = {
  upstream: ecbReferenceRates,
  symbolsMax: 50,
  covers: isCurrencyPair,
  async load(symbols, context) {
    const sides = symbols.map(pairOf).flatMap(({ base, quote }) => [base, quote])
    const currencies = [...new Set(sides)].filter((currency) => currency !== 'EUR').sort()
    if (currencies.length === 0) return { value: new Map(), provenance: [] }
    const url = new URL(
      `https://data-api.ecb.europa.eu/service/data/EXR/D.${currencies.join('+')}.EUR.SP00.A`,
    )
    url.searchParams.set('format', 'csvdata')
    url.searchParams.set('lastNObservations', '2')
    const headers = { accept: 'text/csv' }
    const { body, answer } = await context.csv(url, ecbColumns, { headers })
    const perEuro = readPerEuro(body, url)
    const rows = symbols
      .flatMap((symbol) => crossRate(symbol, perEuro) ?? [])
      .filter((row) => ageDays(row.asOf, context.now()) <= endedAfterDays)
    return quoted(ecbReferenceRates, rows, answer, context.now())
  },
}

const ecbColumns = ['CURRENCY', 'TIME_PERIOD', 'OBS_VALUE'] as const
const day = z.iso.date()

/** Units of a currency for one euro, by currency and day. */
type PerEuro = ReadonlyMap<string, ReadonlyMap<string, number>>

function readPerEuro(rows: readonly (readonly [string, string, string])[], url: URL): PerEuro {
  const perEuro = new Map<string, Map<string, number>>()
  const rates = readableRows(rows, url, ([currency, date, text]) => {
    // A day without a rate is empty or NaN.
    const value = numberCell(text, ['', 'NaN'])
    const isReadable = currency !== '' && day.safeParse(date).success && value !== undefined
    return isReadable ? { currency, date, value } : undefined
  })
  for (const { currency, date, value } of rates) {
    if (value === null || value <= 0) continue
    const days = perEuro.get(currency) ?? new Map<string, number>()
    perEuro.set(currency, days.set(date, value))
  }
  return perEuro
}

/** The rate on the newest day with both currencies, and on the previous day. */
function crossRate(symbol: string, perEuro: PerEuro): QuoteRow | undefined {
  const { base, quote } = pairOf(symbol)
  const [ofBase, ofQuote] = [perEuro.get(base), perEuro.get(quote)]
  const days = [...(ofBase ?? ofQuote ?? new Map<string, number>()).keys()].sort().reverse()
  const rates = days.flatMap((date) => {
    const from = base === 'EUR' ? 1 : ofBase?.get(date)
    const to = quote === 'EUR' ? 1 : ofQuote?.get(date)
    return from === undefined || to === undefined ? [] : [{ date, rate: tidy(to / from) }]
  })
  const [newest, before] = rates
  if (newest?.rate == null) return undefined
  return rateRow(symbol, newest.rate, newest.date, before?.rate ?? null)
}

/**
 * One request for each base currency. Only the newest rate is used, without the previous day or a
 * change.
 */
export const frankfurterRates: QuoteSource = {
  upstream: frankfurter,
  symbolsMax: 50,
  covers: isCurrencyPair,
  async load(symbols, context) {
    const rows: QuoteRow[] = []
    const missed = new Map<string, FiqError>()
    let origin: Origin | undefined
    for (const [base, ofBase] of Map.groupBy(symbols, (symbol) => pairOf(symbol).base)) {
      const url = new URL('https://api.frankfurter.dev/v1/latest')
      url.searchParams.set('base', base)
      url.searchParams.set('symbols', ofBase.map((symbol) => pairOf(symbol).quote).join(','))
      const { body, answer } = await context.json(url, latestSchema)
      origin ??= answer
      for (const symbol of ofBase) {
        const rate = body.rates[pairOf(symbol).quote]
        if (rate !== undefined) rows.push(rateRow(symbol, rate, body.date, null))
      }
      const found = new Map(rows.map((row) => [row.ticker, row]))
      for (const [symbol, error] of unreadable(ofBase, found, body.rates, url))
        missed.set(symbol, error)
    }
    return origin ? { ...quoted(frankfurter, rows, origin, context.now()), missed } : none
  },
}

const none: QuotesBySymbol = { value: new Map(), provenance: [] }
const latestSchema = z.object({
  base: z.string(),
  date: z.iso.date(),
  rates: usableMembers(z.number().positive()),
})

function rateRow(
  symbol: string,
  price: number,
  asOf: string,
  previousClose: number | null,
): QuoteRow {
  const currency = pairOf(symbol).quote
  const change = changeOf(price, previousClose)
  return { ...emptyRow(symbol), price, previousClose, ...change, currency, asOf }
}

function quoted(
  upstream: Upstream,
  rows: readonly QuoteRow[],
  answer: Origin,
  now: Date,
): QuotesBySymbol {
  const asOf = rows.map((row) => row.asOf ?? '').sort()[0] ?? answer.asOf
  const stale = ageDays(asOf, now) > staleAfterDays
  return {
    value: new Map(rows.map((row) => [row.ticker, row])),
    provenance: [provenanceOf(upstream, answer, { asOf, stale })],
  }
}
