import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { FiqError } from '@fiq/shared/errors'
import { openFileDatabase } from './file-database.ts'
import { type BarsImport, importBars } from './import-bars.ts'
import { importSeries, type SeriesImport } from './import-series.ts'

/** Kind of an import: price bars, or country and economic series. */
export type FileImport = ({ kind: 'bars' } & BarsImport) | ({ kind: 'series' } & SeriesImport)

/**
 * `of`: number of tickers or series in the rows. `remarks`: unusual values, each with its line.
 */
export type Imported = { rows: number; of: number; remarks: readonly string[] }

/**
 * Imports a CSV file, plain or `.gz`, into the database of imported data. Creates the database if
 * it is absent. All or nothing.
 *
 * @param file CSV with a header
 * @param database path of the SQLite file
 * @throws FiqError `BAD_INPUT` naming lines, or for an unreadable file; `CONFIGURATION_INVALID` for
 * the database
 */
export async function importFile(
  file: string,
  database: string,
  fileImport: FileImport,
): Promise<Imported> {
  const opened = openFileDatabase(database, 'write')
  try {
    return await readingFile(file, async (input) => {
      if (fileImport.kind === 'bars') {
        const { bars, tickers, remarks } = await importBars(opened, input, fileImport)
        return { rows: bars, of: tickers, remarks }
      }
      const { points, series } = await importSeries(opened, input, fileImport)
      return { rows: points, of: series, remarks: [] }
    })
  } finally {
    opened.close()
  }
}

async function readingFile(
  file: string,
  read: (input: AsyncIterable<Uint8Array>) => Promise<Imported>,
): Promise<Imported> {
  let imported: Imported | undefined
  const take = async (input: AsyncIterable<Uint8Array>) => {
    imported = await read(input)
  }
  try {
    const source = createReadStream(file)
    if (file.endsWith('.gz')) await pipeline(source, createGunzip(), take)
    else await pipeline(source, take)
  } catch (error) {
    if (error instanceof FiqError) throw error
    throw new FiqError('BAD_INPUT', 'The file cannot be read; nothing was imported.', {
      facts: [`File: ${file}`, `Reason: ${(error as Error).message}`],
      remedy: 'Name a readable CSV file, plain or .gz.',
      cause: error,
    })
  }
  return imported as Imported
}
