import { type Row, textIn } from '../../query/rows.ts'
import { absent, formatChange, isNumber } from '../../terminal/format/format-number.ts'
import type { Table } from '../../terminal/format/table.ts'
import {
  asWords,
  day,
  formatCountInFull,
  number,
  percent,
  price,
  text,
  withDecimals,
  word,
} from '../views/columns.ts'
import { wide, widest } from './widths.ts'

/** Futures and options. */
export const derivativeTables: Readonly<Record<string, Table<Row>>> = {
  'derivatives.futures': {
    empty: 'No positions reported.',
    columns: [
      day('date', 'date'),
      text('contract', 'market', 22),
      number('open', 'openInterest', 10, formatCountInFull),
      number('speculators', 'nonCommercialLong', 11, undefined, {
        cell: netOf('nonCommercialLong', 'nonCommercialShort'),
      }),
      number('hedgers', 'commercialLong', 10, undefined, {
        cell: netOf('commercialLong', 'commercialShort'),
      }),
      number('spec long', 'nonCommercialLong', 9, formatCountInFull, wide),
      number('spec short', 'nonCommercialShort', 10, formatCountInFull, wide),
      number('hedge long', 'commercialLong', 10, formatCountInFull, wide),
      number('hedge short', 'commercialShort', 11, formatCountInFull, wide),
    ],
  },
  'derivatives.futuresChain': {
    empty: 'No contracts.',
    columns: [
      day('expires', 'expiration'),
      word('symbol', 'symbol', 12),
      price('price', 'price', 10),
      number('change', 'change', 9, formatChange, { align: 'point' }),
      percent('change %', 'changePercent', 8),
      text('name', 'name', 24, wide),
      price('prev close', 'previousClose', 10, wide),
    ],
  },
  'derivatives.options': {
    empty: 'No options.',
    columns: [
      day('expires', 'expiration'),
      price('strike', 'strike', 8),
      word('type', 'type', 4, { cell: (row) => asWords(textIn(row, 'type')) }),
      price('bid', 'bid', 7),
      price('ask', 'ask', 7),
      price('last', 'last', 7),
      number('IV', 'impliedVolatility', 6, (iv) =>
        isNumber(iv) ? `${(iv * 100).toFixed(1)}%` : absent,
      ),
      number('open', 'openInterest', 7, formatCountInFull),
      number('delta', 'delta', 6, signed),
      number('volume', 'volume', 7, formatCountInFull, wide),
      number('gamma', 'gamma', 6, withDecimals(4), wide),
      number('theta', 'theta', 7, withDecimals(3), wide),
      number('vega', 'vega', 6, withDecimals(3), widest),
      number('rho', 'rho', 6, withDecimals(3), widest),
      word('symbol', 'symbol', 20, widest),
    ],
  },
}

function netOf(long: string, short: string): (row: Row) => string {
  return (row) => {
    const [bought, sold] = [row[long], row[short]]
    if (!isNumber(bought) || !isNumber(sold)) return absent
    const net = Math.round(bought - sold)
    return `${net > 0 ? '+' : ''}${formatCountInFull(net)}`
  }
}

function signed(value: unknown): string {
  return isNumber(value) ? `${value > 0 ? '+' : ''}${value.toFixed(3)}` : absent
}
