import type { DatabaseSync } from 'node:sqlite'
import type { historyIntervals } from '@fiq/shared/catalog/inputs'
import { FiqError } from '@fiq/shared/errors'
import { normalTicker } from '@fiq/shared/spelling/normal-ticker'
import { type Origin, recordImport } from './file-database.ts'
import { columnOf, importRows, type RowReader, requireColumns, rowProblem } from './import-rows.ts'

type HistoryInterval = (typeof historyIntervals)[number]

export type BarsImport = {
  origin: Origin
  /** Time of the import, ISO 8601. */
  importedAt: string
  /** Width of a bar, e.g. `1d`. */
  interval: HistoryInterval
  /** Ticker of a file without a symbol column. */
  ticker?: string
}

/**
 * Imports price bars from CSV with a header: date, open, high, low, close, volume, symbol in any
 * order; date and close are required. Replaces stored bars of the same dates and keeps the others.
 * All or nothing. Bars of a day or more get the day as written, whatever its time zone.
 *
 * @returns The number of bars and tickers, and a remark for each bar whose prices contradict each
 * other.
 * @throws FiqError `BAD_INPUT` naming the wrong lines
 */
export async function importBars(
  database: DatabaseSync,
  input: AsyncIterable<Uint8Array>,
  { origin, importedAt, interval, ticker }: BarsImport,
): Promise<{ bars: number; tickers: number; remarks: readonly string[] }> {
  const byDay = !interval.endsWith('m')
  return recordImport(database, origin, importedAt, async (importId) => {
    const idOf = barsIds(database, interval, importId)
    const insert = database.prepare(
      `INSERT INTO bar VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
       SET open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
         volume = excluded.volume, import_id = excluded.import_id
       WHERE import_id <> excluded.import_id`,
    )
    const { rows: bars, remarks } = await importRows(input, (columns) => {
      const at = columnsOf(columns, ticker)
      return (row) => {
        const close = row.number(at.close)
        if (close === null) throw rowProblem('close is missing.')
        const symbol = ticker ?? row.text(at.symbol)
        const id = idOf.of(symbol)
        const date = byDay ? row.day(at.date) : row.instant(at.date)
        const [open, high, low, volume] = [
          numberOrNull(row, at.open),
          numberOrNull(row, at.high),
          numberOrNull(row, at.low),
          numberOrNull(row, at.volume),
        ]
        const stored = insert.run(id, date, open, high, low, close, volume, importId)
        if (stored.changes === 0) throw rowProblem(`an earlier line has ${date} of ${symbol} too.`)
        return contradiction({ open, high, low, close })
      }
    })
    return { bars, tickers: idOf.count(), remarks }
  })
}

function columnsOf(columns: readonly string[], ticker: string | undefined) {
  const at = {
    date: columnOf(columns, ['date', 'timestamp', 'time']),
    open: columnOf(columns, ['open']),
    high: columnOf(columns, ['high']),
    low: columnOf(columns, ['low']),
    close: columnOf(columns, ['close']),
    volume: columnOf(columns, ['volume']),
    symbol: columnOf(columns, ['symbol', 'ticker', 'name']),
  }
  const { date, close, symbol } = at
  requireColumns(columns, ticker === undefined ? { date, close, symbol } : { date, close })
  return at
}

/** What is impossible in a bar, if anything. Prices may be negative, as oil's was in 2020. */
function contradiction(prices: Record<'open' | 'high' | 'low', number | null> & { close: number }) {
  const { open, high, low, close } = prices
  if (high !== null && low !== null && high < low)
    return `the high ${high} is below the low ${low}.`
  for (const [name, price] of Object.entries({ open, close }))
    if (price !== null && ((high !== null && price > high) || (low !== null && price < low)))
      return `the ${name} ${price} is not between the low ${low} and the high ${high}.`
  return undefined
}

function numberOrNull(row: RowReader, column: number): number | null {
  return column < 0 ? null : row.number(column)
}

/** The set of bars of a ticker, created at its first row. */
function barsIds(database: DatabaseSync, interval: string, importId: number) {
  const upsert = database.prepare(
    `INSERT INTO bars (ticker, interval, import_id) VALUES (?, ?, ?)
     ON CONFLICT (ticker, interval) DO UPDATE SET import_id = excluded.import_id RETURNING id`,
  )
  const ids = new Map<string, number>()
  return {
    count: () => new Set(ids.values()).size,
    of(symbol: string): number {
      const known = ids.get(symbol)
      if (known !== undefined) return known
      const ticker = normalTicker(symbol)
      if (/\s/.test(symbol.trim()) || !/^[\w^=-]{1,32}$/.test(ticker))
        throw rowProblem(`${JSON.stringify(symbol)} is not a ticker.`)
      const row = upsert.get(ticker, interval, importId)
      if (!row) throw new FiqError('INTERNAL', 'The bars of a ticker could not be recorded.')
      ids.set(symbol, Number(row['id']))
      return Number(row['id'])
    },
  }
}
