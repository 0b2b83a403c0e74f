import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { type FileImport, importFile } from '../imported-files/import-file.ts'
import { importedFilesName } from '../imported-files/open-imported-files.ts'

/** Arguments of `fiq-server import bars|series FILE`. */
export type ImportOptions = {
  dataDir: string
  source?: string
  sourceUrl?: string
  licence?: string
  interval?: string
  /** Ticker of a file of bars without a symbol column. */
  ticker?: string
  /** For series: `gdp:nominal` for a file by country, or `series:ID` for one series. */
  as?: string
}

/** The series by country that connectors read, as values of `--as`. */
export const countryPlaces: readonly string[] = [
  ...['gdp:nominal', 'gdp:real', 'gdp:forecast', 'inflation:cpi'],
  ...['interest:rates', 'interest:policy'],
  ...['balance:CURRENT_ACCOUNT', 'balance:GOODS_AND_SERVICES', 'balance:DIRECT_INVESTMENT'],
]

/**
 * Imports a CSV file of the operator into the data folder, whole or not at all.
 *
 * @returns One line about the import.
 * @throws FiqError `USAGE` for an unknown kind, or a missing or unknown place, `BAD_INPUT` naming wrong lines.
 */
export async function runImport(
  kind: string,
  file: string,
  options: ImportOptions,
  now: Date,
): Promise<string> {
  const fileImport = importOf(kind, file, options, now)
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
  const { rows, of } = await importFile(file, join(options.dataDir, importedFilesName), fileImport)
  return `${rows} ${kind === 'bars' ? 'bars' : 'points'} of ${of} ${kind === 'bars' ? 'tickers' : 'series'} imported.`
}

function importOf(kind: string, file: string, options: ImportOptions, now: Date): FileImport {
  const { source = basename(file), sourceUrl = '', licence = "the operator's own" } = options
  const origin = { source, sourceUrl, licence }
  const importedAt = now.toISOString()
  const { interval = '1d', ticker } = options
  if (kind === 'bars')
    return { kind, origin, importedAt, interval, ...defined({ ticker: ticker || undefined }) }
  if (kind === 'series') return { kind, origin, importedAt, as: placeOf(options.as) }
  throw new FiqError('USAGE', `Unknown kind of import "${kind}".`, {
    remedy: 'Use bars or series.',
  })
}

/** `series:GDP` is one series; `gdp:nominal` is a prefix, completed by each country. */
function placeOf(as: string | undefined): { key: string } | { prefix: string } {
  if (as?.startsWith('series:')) return { key: as }
  if (as !== undefined && countryPlaces.includes(as)) return { prefix: as }
  const message =
    as === undefined
      ? 'Importing series needs --as.'
      : `The server reads no series named "${as.slice(0, 40)}".`
  throw new FiqError('USAGE', message, {
    remedy: `Add --as series:ID for one series. For series by country, add --as with one of ${countryPlaces.join(', ')}.`,
  })
}
