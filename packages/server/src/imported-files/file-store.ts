import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { normalTicker } from '@fiq/shared/spelling/normal-ticker'
import { LRUCache } from 'lru-cache'
import type { Bar, FileStore, Provenance, SeriesPoint, Sourced } from '../sources/connector.ts'
import { estimateBytes } from '../sources/parsed/estimate-bytes.ts'
import { openFileDatabase } from './file-database.ts'

/** Memory of the series that are kept, estimated. */
const keptBytesMax = 256 * 1024 * 1024
/** Of an entry with its key, also for a series that the file lacks. */
const entryBytes = 500

/**
 * Reads imported data. Caches lookups until another process imports, the least recent ones until the
 * memory is used up.
 *
 * @throws FiqError `CONFIGURATION_INVALID` for any other file
 */
export function openFileStore(
  path: string,
  bytesMax = keptBytesMax,
): FileStore & { close(): void } {
  const database = openFileDatabase(path, 'read')
  const version = database.prepare('PRAGMA data_version')
  const kept = new LRUCache<string, { found: Sourced<readonly never[]> | undefined }>({
    maxSize: bytesMax,
    sizeCalculation: ({ found }, key) =>
      Math.min(entryBytes + key.length + estimateBytes(found), bytesMax),
  })
  let seen = dataVersion(version)
  let known: readonly string[] | undefined
  const forgetIfChanged = () => {
    const now = dataVersion(version)
    if (now === seen) return
    seen = now
    known = undefined
    kept.clear()
  }
  const lookUp = <row>(key: string, read: () => Sourced<readonly row[]> | undefined) => {
    forgetIfChanged()
    let held = kept.get(key)
    if (!held) {
      held = { found: read() as Sourced<readonly never[]> | undefined }
      kept.set(key, held)
    }
    return held.found as Sourced<readonly row[]> | undefined
  }
  const readBars = barsReader(database)
  const readSeries = seriesReader(database)
  const readTickers = database.prepare('SELECT DISTINCT ticker FROM bars ORDER BY ticker')
  return {
    bars: (ticker, interval) =>
      lookUp(`bars ${interval} ${normalTicker(ticker)}`, () =>
        readBars(normalTicker(ticker), interval),
      ),
    series: (key) => lookUp(`series ${key}`, () => readSeries(key)),
    tickers() {
      forgetIfChanged()
      known ??= readTickers.all().map((row) => String(row['ticker']))
      return known
    },
    close: () => database.close(),
  }
}

/** Combines several stores: the first one that has a key answers. */
export function joinFileStores(stores: () => readonly FileStore[]): FileStore {
  return {
    bars: (ticker, interval) => first(stores(), (store) => store.bars(ticker, interval)),
    series: (key) => first(stores(), (store) => store.series(key)),
    tickers() {
      const held = stores()
        .map((store) => store.tickers())
        .filter(({ length }) => length > 0)
      return held.length === 1 ? held[0]! : [...new Set(held.flat())]
    },
  }
}

function first<value>(
  stores: readonly FileStore[],
  read: (store: FileStore) => value | undefined,
): value | undefined {
  for (const store of stores) {
    const found = read(store)
    if (found !== undefined) return found
  }
  return undefined
}

function barsReader(database: DatabaseSync) {
  const holding = database.prepare(
    `SELECT bars.id, source, source_url, licence, imported_at
     FROM bars JOIN import ON import.id = import_id WHERE ticker = ? AND interval = ?`,
  )
  const rows = database.prepare(
    'SELECT date, open, high, low, close, volume FROM bar WHERE bars_id = ? ORDER BY date',
  )
  return (ticker: string, interval: string): Sourced<readonly Bar[]> | undefined => {
    const held = holding.get(ticker, interval)
    if (!held) return undefined
    return sourced(rows.all(held['id'] as number).map(plain) as Bar[], held)
  }
}

function seriesReader(database: DatabaseSync) {
  const holding = database.prepare(
    `SELECT series.id, source, source_url, licence, imported_at
     FROM series JOIN import ON import.id = import_id WHERE key = ?`,
  )
  const rows = database.prepare('SELECT date, value FROM point WHERE series_id = ? ORDER BY date')
  return (key: string): Sourced<readonly SeriesPoint[]> | undefined => {
    const held = holding.get(key)
    if (!held) return undefined
    return sourced(rows.all(held['id'] as number).map(plain) as SeriesPoint[], held)
  }
}

/**
 * Copies a row to a plain object. SQLite rows have no prototype, which breaks equality and
 * serialisers.
 */
function plain(row: Record<string, unknown>): Record<string, unknown> {
  return { ...row }
}

function sourced<row extends { date: string }>(
  value: readonly row[],
  held: Record<string, unknown>,
): Sourced<readonly row[]> {
  const provenance: Provenance = {
    source: String(held['source']),
    sourceUrl: String(held['source_url']),
    asOf: value.at(-1)?.date ?? null,
    retrievedAt: String(held['imported_at']),
    mode: 'files',
    stale: false,
    licence: String(held['licence']),
  }
  return { value, provenance: [provenance] }
}

function dataVersion(statement: StatementSync): unknown {
  return statement.get()?.['data_version']
}
