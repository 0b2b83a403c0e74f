import { createReadStream, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { type Origin, openFileDatabase } from './file-database.ts'
import { importBars } from './import-bars.ts'
import { importSeries } from './import-series.ts'

/** What `fiq-server import bars|series FILE` is told. */
export type ImportOptions = {
  dataDir: string
  /** Name of the imported data's database in the data folder. */
  database: string
  source?: string
  sourceUrl?: string
  licence?: string
  interval?: string
  /** For bars of one ticker. */
  ticker?: string
  /** For series: `gdp:nominal` by country, or `series:ID` for one. */
  as?: string
}

/**
 * Imports a CSV file of the operator's own into the data folder, whole or not at all.
 *
 * @returns One line that says what was imported.
 * @throws FiqError `USAGE` for an unknown kind, `BAD_INPUT` naming wrong lines.
 */
export async function importFile(
  kind: string,
  file: string,
  options: ImportOptions,
  now: Date,
): Promise<string> {
  const { source = basename(file), sourceUrl = '', licence = "the operator's own" } = options
  const origin: Origin = { source, sourceUrl, licence }
  const importedAt = now.toISOString()
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
  const database = openFileDatabase(join(options.dataDir, options.database), 'write')
  try {
    if (kind === 'bars') {
      const { interval = '1d', ticker } = options
      const { bars, tickers } = await importBars(database, open(file), {
        origin,
        importedAt,
        interval,
        ...(ticker === undefined ? {} : { ticker }),
      })
      return `${bars} bars of ${tickers} ${tickers === 1 ? 'ticker' : 'tickers'} imported.`
    }
    if (kind === 'series') {
      const { points, series } = await importSeries(database, open(file), {
        origin,
        importedAt,
        as: placeOf(options.as),
      })
      return `${points} points of ${series} series imported.`
    }
    throw new FiqError('USAGE', `There is no import of "${kind}".`, {
      remedy: 'Import bars or series.',
    })
  } finally {
    database.close()
  }
}

/** `series:GDP` is one series, `gdp:nominal` a prefix that each country completes. */
function placeOf(as: string | undefined): { key: string } | { prefix: string } {
  if (as === undefined)
    throw new FiqError('USAGE', 'A series needs a place to be found at.', {
      remedy:
        'Add --as series:ID for one series, or --as gdp:nominal (gdp:real, inflation) for series by country.',
    })
  return as.startsWith('series:') ? { key: as } : { prefix: as }
}

async function* open(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file)
  } catch (cause) {
    if (!(cause instanceof Error) || !('code' in cause)) throw cause
    throw new FiqError('USAGE', `The file ${file} cannot be read (${String(cause.code)}).`, {
      cause,
      remedy: 'Name a CSV file that exists.',
    })
  }
}
