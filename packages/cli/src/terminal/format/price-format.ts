import { formatChange, formatPrice, formatSigned, isNumber } from './format-number.ts'

/** How the prices of a ticker are written, and how their changes are. */
export type PriceFormat = { price(value: unknown): string; change(value: unknown): string }

const ordinary: PriceFormat = { price: formatPrice, change: formatChange }

/** A currency pair moves by fractions of a cent. */
const pair: PriceFormat = {
  price: (value) => (isNumber(value) ? value.toFixed(4) : formatPrice(value)),
  change: (value) => (isNumber(value) ? formatSigned(value, 4) : formatChange(value)),
}

/** @example priceFormatOf('EURUSD=X').price(1.08) // '1.0800' */
export function priceFormatOf(ticker: unknown): PriceFormat {
  return typeof ticker === 'string' && ticker.endsWith('=X') ? pair : ordinary
}
