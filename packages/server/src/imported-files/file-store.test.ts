import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openFileDatabase } from './file-database.ts'
import { joinFileStores, openFileStore } from './file-store.ts'
import { type BarsImport, importBars } from './import-bars.ts'
import { importSeries, type SeriesImport } from './import-series.ts'

const folder = mkdtempSync(join(tmpdir(), 'files-'))
afterAll(() => rmSync(folder, { recursive: true }))

let path = ''
let count = 0
beforeEach(() => {
  count += 1
  path = join(folder, `${count}.sqlite`)
})

const origin = { source: 'Own feed', sourceUrl: 'https://example.org', licence: 'own' }
const importedAt = '2026-11-18T00:00:00Z'

async function* bytes(text: string) {
  yield new TextEncoder().encode(text)
}
const withDatabase = async <value>(
  work: (database: ReturnType<typeof openFileDatabase>) => value,
) => {
  const database = openFileDatabase(path, 'write')
  try {
    return await work(database)
  } finally {
    database.close()
  }
}
const bars = (text: string, ticker?: string, rest: Partial<BarsImport> = {}) =>
  withDatabase((database) =>
    importBars(database, bytes(text), {
      origin,
      importedAt,
      interval: '1d',
      ...defined({ ticker }),
      ...rest,
    }),
  )
const series = (text: string, as: SeriesImport['as']) =>
  withDatabase((database) => importSeries(database, bytes(text), { origin, importedAt, as }))

describe('bars', () => {
  const csv =
    'volume,symbol,date,close,high,low,open\n10,brk.b,2018-02-07,2,3,1,1.5\n,BRK.B,2018-02-06,1,,,\n'

  test('default: reads columns in any order, oldest first, with source and licence', async () => {
    expect(await bars(csv)).toEqual({ bars: 2, tickers: 1, remarks: [] })
    const store = openFileStore(path)
    expect(store.tickers()).toEqual(['BRK-B'])
    expect(store.bars('BRK/B', '1d')).toEqual({
      value: [
        { date: '2018-02-06', open: null, high: null, low: null, close: 1, volume: null },
        { date: '2018-02-07', open: 1.5, high: 3, low: 1, close: 2, volume: 10 },
      ],
      provenance: [
        {
          ...origin,
          asOf: '2018-02-07',
          retrievedAt: importedAt,
          mode: 'files',
          stale: false,
        },
      ],
    })
    expect(store.bars('BRK-B', '1m')).toBeUndefined()
    expect(store.bars('AAPL', '1d')).toBeUndefined()
    store.close()
  })

  test('behavior: a later import replaces bars, and an open store sees it', async () => {
    await bars('date,close\n2018-02-07,1\n', 'AAPL')
    const store = openFileStore(path)
    expect(store.bars('AAPL', '1d')?.value.at(-1)?.close).toBe(1)
    await bars('date,close\n2018-02-07,2\n', 'AAPL')
    expect(store.bars('AAPL', '1d')?.value.map(({ close }) => close)).toEqual([2])
    store.close()
  })

  test('behavior: bars of a day get the day as written; finer ones need a zone', async () => {
    const days = '2018-02-07 00:00:00,1\n2018-02-08 00:00:00+09:00,2\n2018-02-09T23:00Z,3\n'
    await bars(`date,close\n${days}`, 'SONY')
    const store = openFileStore(path)
    const dates = store.bars('SONY', '1d')?.value.map(({ date }) => date)
    expect(dates).toEqual(['2018-02-07', '2018-02-08', '2018-02-09'])
    await bars('date,close\n2018-02-07 09:30:00-05:00,1\n', 'SONY', { interval: '1m' })
    expect(store.bars('SONY', '1m')?.value[0]?.date).toBe('2018-02-07T14:30:00Z')
    store.close()
    await expect(
      bars('date,close\n2018-02-07 09:30:00,1\n', 'SONY', { interval: '1m' }),
    ).rejects.toMatchObject({
      message: 'The file was not imported: a line is wrong.',
      facts: [expect.stringContaining('has no time zone')],
    })
  })

  test('behavior: each source of a list is stated with its own newest bar', async () => {
    const vendor = { ...origin, source: 'Vendor' }
    await bars('date,close\n2018-02-06,1\n2018-02-07,1\n', 'AAPL')
    await bars('date,close\n2018-02-07,2\n2018-02-08,2\n', 'AAPL', { origin: vendor })
    await bars('date,close\n2018-02-09,2\n', 'AAPL', { origin: vendor })
    const store = openFileStore(path)
    expect(store.bars('AAPL', '1d')?.provenance).toMatchObject([
      { source: 'Vendor', asOf: '2018-02-09' },
      { source: 'Own feed', asOf: '2018-02-06' },
    ])
    store.close()
  })

  test('behavior: upgrades a database of version 1 when a server opens it', async () => {
    const version1 = new DatabaseSync(path)
    version1.exec(tablesOfVersion1)
    version1.exec(`
      INSERT INTO import VALUES (1, 'Own feed', '', 'own', '2018-02-08');
      INSERT INTO bars VALUES (1, 'AAPL', '1d', 1);
      INSERT INTO bar VALUES (1, '2018-02-07', NULL, NULL, NULL, 1, NULL);
      INSERT INTO series VALUES (1, 'series:X', 1);
      INSERT INTO point VALUES (1, '2018-02-07', 1);`)
    version1.close()
    const store = openFileStore(path)
    expect(store.bars('AAPL', '1d')?.provenance).toMatchObject([{ source: 'Own feed' }])
    expect(store.series('series:X')?.provenance).toMatchObject([{ asOf: '2018-02-07' }])
    store.close()
    await bars('date,close\n2018-02-07,2\n', 'AAPL')
  })

  test('behavior: remarks on bars whose prices contradict each other', async () => {
    const csv =
      'date,open,high,low,close\n2018-02-07,1,2,3,1\n2018-02-08,1,,1,2\n2018-02-09,-38,1,-40,2\n'
    expect(await bars(csv, 'CL=F')).toMatchObject({
      bars: 3,
      remarks: [
        'Line 2: the high 2 is below the low 3.',
        'Line 4: the close 2 is not between the low -40 and the high 1.',
      ],
    })
  })

  test('behavior: caches series up to a number of bytes, and always the one used last', async () => {
    for (const ticker of ['AAPL', 'MSFT']) await bars('date,close\n2018-02-07,1\n', ticker)
    const keptOf = (bytesMax: number) => {
      const store = openFileStore(path, bytesMax)
      const [first, again] = [store.bars('AAPL', '1d'), store.bars('AAPL', '1d')]
      store.bars('MSFT', '1d')
      const last = store.bars('AAPL', '1d')
      store.close()
      expect(last).toEqual(first)
      return [again === first, last === first]
    }
    expect([keptOf(10_000), keptOf(1_500), keptOf(100)]).toEqual([
      [true, true],
      [true, false],
      [true, false],
    ])
  })

  test('error: names wrong rows by line and stores nothing', async () => {
    const refusal = bars(
      'date,close,symbol\n2018-02-07,1,AAPL\n2018-02-30,1,AAPL\n2018-02-08,x,AAPL\n2018-02-09,,AAPL\n2018-02-09,1\n2018-02-09,1,"A B"\n2018-02-07,2,AAPL\n',
    )
    await expect(refusal).rejects.toMatchObject({
      code: 'BAD_INPUT',
      facts: [
        'Line 3: "2018-02-30" is not an ISO 8601 date.',
        'Line 4: "x" is not a number.',
        'Line 5: close is missing.',
        'Line 6 has 2 fields, and the header has 3.',
        'Line 7: "A B" is not a ticker.',
        'Line 8: an earlier line has 2018-02-07 of AAPL too.',
      ],
    })
    const store = openFileStore(path)
    expect(store.tickers()).toEqual([])
    store.close()
  })

  test.each([
    ['date,open\n2018-02-07,1\n', 'header lacks close and symbol'],
    ['date,close,symbol\n', 'no rows'],
    ['', 'no rows'],
  ])('error: %j is refused', async (text, message) => {
    await expect(bars(text)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining(message),
    })
  })

  test('error: any text is imported or refused', async () => {
    const unit = fc.constantFrom('date', 'close', 'symbol', ',', '\n', '"', '2018-02-07', '1', 'A')
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { maxLength: 30 }), async (parts) => {
        const outcome = await bars(parts.join('')).catch((error: unknown) => error)
        expect(outcome instanceof FiqError || typeof outcome === 'object').toBe(true)
        if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'BAD_INPUT' })
      }),
      { numRuns: 60 },
    )
  })
})

describe('series', () => {
  test('default: reads countries by code, and years as their first day', async () => {
    const csv =
      'Country Name,Country Code,Year,Value\n"Egypt, Arab Rep.",EGY,2000,99.8\nWorld,WLD,2000,\n'
    expect(await series(csv, { prefix: 'gdp:nominal' })).toEqual({ points: 2, series: 2 })
    const store = openFileStore(path)
    expect(store.series('gdp:nominal:EGY')?.value).toEqual([{ date: '2000-01-01', value: 99.8 }])
    expect(store.series('gdp:nominal:WLD')?.value).toEqual([{ date: '2000-01-01', value: null }])
    expect(store.series('gdp:real:EGY')).toBeUndefined()
    store.close()
  })

  test('behavior: the value column may have the name of its measure', async () => {
    await series('Country,Country Code,Year,Inflation\nAruba,ABW,1987,3.5\n', {
      prefix: 'inflation:cpi',
    })
    await series('date,GDP\n2020-01,1\n2020-04,2\n', { key: 'series:GDP' })
    const store = openFileStore(path)
    expect(store.series('inflation:cpi:ABW')?.value).toEqual([{ date: '1987-01-01', value: 3.5 }])
    expect(store.series('series:GDP')?.value).toEqual([
      { date: '2020-01-01', value: 1 },
      { date: '2020-04-01', value: 2 },
    ])
    store.close()
  })

  test('error: refuses a missing country column or code', async () => {
    await expect(series('date,value\n2020,1\n', { prefix: 'gdp:real' })).rejects.toMatchObject({
      message: expect.stringContaining('country code'),
    })
    const egypt = 'Country Code,Year,Value\nEgypt,2000,1\n'
    await expect(series(egypt, { prefix: 'gdp:real' })).rejects.toMatchObject({
      facts: ['Line 2: "Egypt" is not a country code.'],
    })
  })
})

test('behavior: the first of two stores with the data answers', async () => {
  await bars('date,close\n2018-02-07,1\n', 'AAPL')
  const older = openFileStore(path)
  path = `${path}.own`
  await bars('date,close\n2018-02-07,2\n', 'AAPL')
  await bars('date,close\n2018-02-07,5\n', 'MSFT')
  const own = openFileStore(path)
  const both = joinFileStores(() => [own, older])
  expect(both.bars('AAPL', '1d')?.value[0]?.close).toBe(2)
  expect(both.tickers()).toEqual(['AAPL', 'MSFT'])
  // Its readers cache by list.
  expect(both.tickers()).toBe(both.tickers())
  await bars('date,close\n2018-02-07,9\n', 'IBM')
  expect(both.tickers()).toEqual(['AAPL', 'IBM', 'MSFT'])
  expect(both.series('series:GDP')).toBeUndefined()
  for (const store of [own, older]) store.close()
})

test('error: refuses a file that is not such a database, or is missing', () => {
  writeFileSync(path, 'not a database, but long enough to be looked at as one'.repeat(20))
  for (const file of [path, join(folder, 'absent.sqlite')])
    expect(() => openFileStore(file)).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
    )
})

const tablesOfVersion1 = `
CREATE TABLE import (
  id INTEGER PRIMARY KEY, source TEXT NOT NULL, source_url TEXT NOT NULL, licence TEXT NOT NULL,
  imported_at TEXT NOT NULL
) STRICT;
CREATE TABLE bars (
  id INTEGER PRIMARY KEY, ticker TEXT NOT NULL, interval TEXT NOT NULL,
  import_id INTEGER NOT NULL REFERENCES import (id), UNIQUE (ticker, interval)
) STRICT;
CREATE TABLE bar (
  bars_id INTEGER NOT NULL REFERENCES bars (id), date TEXT NOT NULL, open REAL, high REAL,
  low REAL, close REAL NOT NULL, volume REAL, PRIMARY KEY (bars_id, date)
) STRICT, WITHOUT ROWID;
CREATE TABLE series (
  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE,
  import_id INTEGER NOT NULL REFERENCES import (id)
) STRICT;
CREATE TABLE point (
  series_id INTEGER NOT NULL REFERENCES series (id), date TEXT NOT NULL, value REAL,
  PRIMARY KEY (series_id, date)
) STRICT, WITHOUT ROWID;
PRAGMA user_version = 1;
`
