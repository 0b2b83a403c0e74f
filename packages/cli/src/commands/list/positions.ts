import { ownValue } from '@fiq/shared/own-value'
import type { TickerList } from '../../lists/open-lists.ts'
import type { Lot } from '../../lists/parse-list.ts'
import { type Row, textIn } from '../../query/rows.ts'
import { isNumber } from '../../terminal/format/format-number.ts'

/** A ticker of a list at its newest price. The name of each amount states its currency. */
export type Position = {
  ticker: string
  name: string | null
  shares: number | null
  /** Mean cost of a bought share, in the currency of the listing; `null` if a lot has no cost. */
  cost: number | null
  price: number | null
  currency: string | null
  changePercent: number | null
  /** In the currency of the listing. */
  value: number | null
  gain: number | null
  gainPercent: number | null
  valueUsd: number | null
  gainUsd: number | null
  /** Change since the previous close. */
  todayUsd: number | null
  /** Share in the value of the list, percent. */
  weight: number | null
  problem: string | null
}

/** Currencies quoted in hundredths, and their whole units. */
const hundredths: Readonly<Record<string, string>> = {
  GBp: 'GBP',
  ZAc: 'ZAR',
  ILA: 'ILS',
  USX: 'USD',
}

/** Currencies of listings by the suffix of their exchange. US listings are in USD. */
const currencies: Readonly<Record<string, string>> = {
  L: 'GBP',
  IL: 'USD',
  DE: 'EUR',
  F: 'EUR',
  PA: 'EUR',
  AS: 'EUR',
  BR: 'EUR',
  LS: 'EUR',
  MI: 'EUR',
  MC: 'EUR',
  VI: 'EUR',
  HE: 'EUR',
  IR: 'EUR',
  SW: 'CHF',
  ST: 'SEK',
  CO: 'DKK',
  OL: 'NOK',
  WA: 'PLN',
  TO: 'CAD',
  V: 'CAD',
  SA: 'BRL',
  MX: 'MXN',
  JO: 'ZAR',
  TA: 'ILS',
  T: 'JPY',
  HK: 'HKD',
  SS: 'CNY',
  SZ: 'CNY',
  TW: 'TWD',
  KS: 'KRW',
  KQ: 'KRW',
  SI: 'SGD',
  NS: 'INR',
  BO: 'INR',
  AX: 'AUD',
  NZ: 'NZD',
}

/** The currency pairs that convert the lots of a list to dollars, e.g. `GBPUSD=X`. */
export function currencyPairs({ lots }: Pick<TickerList, 'lots'>): readonly string[] {
  const foreign = lots.flatMap(({ ticker }) => {
    const suffix = /\.([A-Z]{1,2})$/.exec(ticker)?.[1] ?? ''
    const currency = ownValue(currencies, suffix)
    return currency && currency !== 'USD' ? [`${currency}USD=X`] : []
  })
  return [...new Set(foreign)]
}

/** The positions of a list in its order. Combines the lots of one ticker. */
export function positionsOf(
  { tickers, lots }: Pick<TickerList, 'tickers' | 'lots'>,
  quotes: readonly Row[],
): readonly Position[] {
  const byTicker = new Map(quotes.map((row) => [textIn(row, 'ticker'), row]))
  const positions = tickers.map((ticker) => {
    const own = lots.filter((lot) => lot.ticker === ticker)
    return positionOf(ticker, own, byTicker)
  })
  const total = positions.reduce((sum, { valueUsd }) => sum + (valueUsd ?? 0), 0)
  return positions.map((position) => ({
    ...position,
    weight:
      position.valueUsd === null || total === 0 ? null : tidy((position.valueUsd / total) * 100),
  }))
}

function positionOf(
  ticker: string,
  lots: readonly Omit<Lot, 'ticker'>[],
  quotes: ReadonlyMap<string, Row>,
): Position {
  const row = quotes.get(ticker) ?? {}
  const known = (key: string) => (isNumber(row[key]) ? row[key] : null)
  const price = known('price')
  const currency = textIn(row, 'currency') || null
  const shares = lots.length === 0 ? null : tidy(lots.reduce((sum, lot) => sum + lot.shares, 0))
  const cost = meanCost(lots)
  const times = (one: number | null, other: number | null) =>
    one === null || other === null ? null : tidy(one * other)
  const value = times(price, shares)
  const paid = times(cost, shares)
  const gain = value === null || paid === null ? null : tidy(value - paid)
  const rate = usdRate(currency, quotes)
  return {
    ticker,
    name: textIn(row, 'name') || null,
    shares,
    cost,
    price,
    currency,
    changePercent: known('changePercent'),
    value,
    gain,
    gainPercent: gain === null || !paid ? null : tidy((gain / paid) * 100),
    valueUsd: times(value, rate),
    gainUsd: times(gain, rate),
    todayUsd: times(times(known('change'), shares), rate),
    weight: null,
    problem: textIn(row, 'problem') || null,
  }
}

/** A sale does not change the mean cost of the shares that are left. */
function meanCost(lots: readonly Omit<Lot, 'ticker'>[]): number | null {
  const bought = lots.filter(({ shares }) => shares > 0)
  const shares = bought.reduce((sum, lot) => sum + lot.shares, 0)
  if (shares === 0 || bought.some(({ cost }) => cost === null)) return null
  return tidy(bought.reduce((sum, lot) => sum + lot.shares * lot.cost!, 0) / shares)
}

/** Without the noise of binary fractions: 11650.000000000058 is 11650. */
const tidy = (value: number): number => Number(value.toPrecision(12))

/** US dollars for one unit of the quoted currency; `null` without a rate. */
function usdRate(currency: string | null, quotes: ReadonlyMap<string, Row>): number | null {
  if (currency === null) return null
  const whole = ownValue(hundredths, currency)
  const unit = whole ?? currency
  const price = unit === 'USD' ? 1 : quotes.get(`${unit}USD=X`)?.['price']
  if (!isNumber(price)) return null
  return whole === undefined ? price : price / 100
}
