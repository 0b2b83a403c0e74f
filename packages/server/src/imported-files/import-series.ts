import type { DatabaseSync } from 'node:sqlite'
import { FiqError } from '@fiq/shared/errors'
import { type Origin, recordImport } from './file-database.ts'
import { columnOf, importRows, requireColumns, rowProblem } from './import-rows.ts'

export type SeriesImport = {
  origin: Origin
  /** Time of the import, ISO 8601. */
  importedAt: string
  /**
   * `{ prefix: 'gdp:nominal' }` for files with a country column, stored as `gdp:nominal:USA`; `{
   * key: 'series:GDP' }` for files of one series.
   */
  as: { prefix: string } | { key: string }
}

/**
 * Imports series from CSV with a header. Country series have a country code, a year or date, and a
 * value; economic series have a date and a value. The remaining column is the value, because
 * sources name it after its measure. All or nothing.
 *
 * @returns The number of points and series.
 * @throws FiqError `BAD_INPUT` naming the wrong lines
 */
export async function importSeries(
  database: DatabaseSync,
  input: AsyncIterable<Uint8Array>,
  { origin, importedAt, as }: SeriesImport,
): Promise<{ points: number; series: number }> {
  return recordImport(database, origin, importedAt, async (importId) => {
    const idOf = seriesIds(database, importId)
    const insert = database.prepare(
      `INSERT INTO point VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE
       SET value = excluded.value, import_id = excluded.import_id
       WHERE import_id <> excluded.import_id`,
    )
    const { rows: points } = await importRows(input, (columns) => {
      const at = columnsOf(columns, 'prefix' in as)
      return (row) => {
        const key = 'key' in as ? as.key : `${as.prefix}:${countryCode(row.text(at.country))}`
        const date = row.day(at.date)
        if (insert.run(idOf.of(key), date, row.number(at.value), importId).changes === 0)
          throw rowProblem(`an earlier line has ${date} of ${key} too.`)
      }
    })
    return { points, series: idOf.count() }
  })
}

const dateNames = ['date', 'year', 'observation_date', 'time_period', 'time']
const codeNames = ['country code', 'code', 'iso3', 'ref_area']
const labelNames = ['country', 'country name', 'entity', 'indicator', 'series', 'unit']

function columnsOf(columns: readonly string[], byCountry: boolean) {
  const date = columnOf(columns, dateNames)
  const country = columnOf(columns, codeNames)
  const named = columnOf(columns, ['value', 'obs_value'])
  const known = new Set([...dateNames, ...codeNames, ...labelNames])
  const others = columns.flatMap((column, index) => (known.has(column) ? [] : [index]))
  const value = named >= 0 ? named : others.length === 1 ? (others[0] as number) : -1
  requireColumns(columns, byCountry ? { date, value, 'country code': country } : { date, value })
  return { date, country, value }
}

function countryCode(text: string): string {
  if (!/^[A-Z]{3}$/.test(text)) throw rowProblem(`${JSON.stringify(text)} is not a country code.`)
  return text
}

function seriesIds(database: DatabaseSync, importId: number) {
  const upsert = database.prepare(
    `INSERT INTO series (key, import_id) VALUES (?, ?)
     ON CONFLICT (key) DO UPDATE SET import_id = excluded.import_id RETURNING id`,
  )
  const ids = new Map<string, number>()
  return {
    count: () => ids.size,
    of(key: string): number {
      const known = ids.get(key)
      if (known !== undefined) return known
      const row = upsert.get(key, importId)
      if (!row) throw new FiqError('INTERNAL', 'A series could not be recorded.')
      ids.set(key, Number(row['id']))
      return Number(row['id'])
    },
  }
}
