import { basename, join } from 'node:path'
import { historyIntervals } from '@fiq/shared/catalog/inputs'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { orNames } from '@fiq/shared/spelling/name-list'
import { makeFolder } from '../config/make-folder.ts'
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
 * @returns A line about the import, and lines about rows that contradict themselves.
 * @throws FiqError `USAGE` for an unknown kind, or a missing or unknown place, `BAD_INPUT` naming wrong lines.
 */
export async function runImport(
  kind: string,
  file: string,
  options: ImportOptions,
  now: Date,
): Promise<string> {
  const fileImport = importOf(kind, file, options, now)
  makeFolder(options.dataDir, 0o700)
  const database = join(options.dataDir, importedFilesName)
  const { rows, of, remarks } = await importFile(file, database, fileImport)
  const [row, list, lists] =
    kind === 'bars' ? ['bar', 'ticker', 'tickers'] : ['point', 'series', 'series']
  const summary = `${rows} ${row}${rows === 1 ? '' : 's'} of ${of} ${of === 1 ? list : lists} imported.`
  return [summary, ...remarked(remarks)].join('\n')
}

/** The first remarks; the rows are imported as they are. */
function remarked(remarks: readonly string[]): string[] {
  if (remarks.length === 0) return []
  const shown = remarks.slice(0, 5)
  const more = remarks.length - shown.length
  return [
    remarks.length === 1
      ? '1 bar contradicts itself, and is stored as it is:'
      : `${remarks.length} bars contradict themselves, and are stored as they are:`,
    ...shown.map((remark) => `  ${remark}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ]
}

function importOf(kind: string, file: string, options: ImportOptions, now: Date): FileImport {
  const { source = basename(file), sourceUrl = '', licence = "the operator's own" } = options
  const origin = { source, sourceUrl, licence }
  const importedAt = now.toISOString()
  const { interval: text = '1d', ticker } = options
  if (kind === 'bars') {
    const interval = historyIntervals.find((each) => each === text)
    if (interval === undefined)
      throw new FiqError('USAGE', `There is no interval "${text.slice(0, 40)}".`, {
        remedy: `--interval takes ${orNames(historyIntervals)}.`,
      })
    return { kind, origin, importedAt, interval, ...defined({ ticker: ticker || undefined }) }
  }
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
    remedy: `Add --as series:ID for one series. For series by country, add --as with one of ${orNames(countryPlaces)}.`,
  })
}
