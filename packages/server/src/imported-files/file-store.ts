import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { normalTicker } from '@fiq/shared/spelling/normal-ticker'
import { LRUCache } from 'lru-cache'
import type { Bar, FileStore, Provenance, SeriesPoint, Sourced } from '../sources/connector.ts'
import { estimateBytes } from '../sources/parsed/estimate-bytes.ts'
import { openFileDatabase } from './file-database.ts'

/** Memory of the series that are kept, estimated. */
const cachedBytesMax = 256 * 1024 * 1024
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
  bytesMax = cachedBytesMax,
): FileStore & { close(): void } {
  const database = openFileDatabase(path, 'read')
  const version = database.prepare('PRAGMA data_version')
  const cache = new LRUCache<string, { found: Sourced<readonly never[]> | undefined }>({
    maxSize: bytesMax,
    sizeCalculation: ({ found }, key) =>
      Math.min(entryBytes + key.length + estimateBytes(found), bytesMax),
  })
  let seen = dataVersion(version)
  let cachedTickers: readonly string[] | undefined
  const forgetIfChanged = () => {
    const now = dataVersion(version)
    if (now === seen) return
    seen = now
    cachedTickers = undefined
    cache.clear()
  }
  const lookUp = <row>(key: string, read: () => Sourced<readonly row[]> | undefined) => {
    forgetIfChanged()
    let cached = cache.get(key)
    if (!cached) {
      cached = { found: read() as Sourced<readonly never[]> | undefined }
      cache.set(key, cached)
    }
    return cached.found as Sourced<readonly row[]> | undefined
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
      cachedTickers ??= readTickers.all().map((row) => String(row['ticker']))
      return cachedTickers
    },
    close: () => database.close(),
  }
}

/** Combines several stores: the first one that has a key answers. */
export function joinFileStores(stores: () => readonly FileStore[]): FileStore {
  let joined: { lists: readonly (readonly string[])[]; all: readonly string[] } | undefined
  return {
    bars: (ticker, interval) => first(stores(), (store) => store.bars(ticker, interval)),
    series: (key) => first(stores(), (store) => store.series(key)),
    // Every query of prices reads them. A store returns the same list until it changes.
    tickers() {
      const lists = stores()
        .map((store) => store.tickers())
        .filter(({ length }) => length > 0)
      const isSame = joined?.lists.length === lists.length
      if (!joined || !isSame || lists.some((list, at) => list !== joined?.lists[at]))
        joined = { lists, all: [...new Set(lists.flat())] }
      return joined.all
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
  const ids = database.prepare('SELECT id FROM bars WHERE ticker = ? AND interval = ?')
  const rows = database.prepare(
    'SELECT date, open, high, low, close, volume FROM bar WHERE bars_id = ? ORDER BY date',
  )
  const origins = database.prepare(originsIn('bar', 'bars_id'))
  return (ticker: string, interval: string): Sourced<readonly Bar[]> | undefined => {
    const id = ids.get(ticker, interval)?.['id'] as number | undefined
    if (id === undefined) return undefined
    return { value: rows.all(id).map(plain) as Bar[], provenance: origins.all(id).map(provenance) }
  }
}

function seriesReader(database: DatabaseSync) {
  const ids = database.prepare('SELECT id FROM series WHERE key = ?')
  const rows = database.prepare('SELECT date, value FROM point WHERE series_id = ? ORDER BY date')
  const origins = database.prepare(originsIn('point', 'series_id'))
  return (key: string): Sourced<readonly SeriesPoint[]> | undefined => {
    const id = ids.get(key)?.['id'] as number | undefined
    if (id === undefined) return undefined
    const value = rows.all(id).map(plain) as SeriesPoint[]
    return { value, provenance: origins.all(id).map(provenance) }
  }
}

/**
 * Copies a row to a plain object. SQLite rows have no prototype, which breaks equality and
 * serialisers.
 */
function plain(row: Record<string, unknown>): Record<string, unknown> {
  return { ...row }
}

/** The imports that a list's rows come from, one row for each source, the newest first. */
function originsIn(table: 'bar' | 'point', listId: string): string {
  return `SELECT source, source_url, licence, max(imported_at) AS imported_at, max(date) AS as_of
    FROM ${table} JOIN import ON import.id = import_id WHERE ${listId} = ?
    GROUP BY source, source_url, licence ORDER BY as_of DESC, import.id DESC`
}

function provenance(origin: Record<string, unknown>): Provenance {
  return {
    source: String(origin['source']),
    sourceUrl: String(origin['source_url']),
    asOf: String(origin['as_of']),
    retrievedAt: String(origin['imported_at']),
    mode: 'files',
    stale: false,
    licence: String(origin['licence']),
  }
}

function dataVersion(statement: StatementSync): unknown {
  return statement.get()?.['data_version']
}
