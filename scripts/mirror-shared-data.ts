import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { Origin } from '../packages/server/src/imported-files/file-database.ts'
import { importFile } from '../packages/server/src/imported-files/import-file.ts'
import { importedFilesName } from '../packages/server/src/imported-files/open-imported-files.ts'
import type { MirrorIndex } from '../packages/server/src/upstreams/mirror/mirror-index.ts'
import { mirrorPath } from '../packages/server/src/upstreams/mirror-path.ts'

export type LaidOut = { files: number; bars: number; tickers: number; series: number }

/**
 * Creates a mirror from the folder of real upstream files: copies every file to the path of its
 * address, with the time of its recording. Imports price bars, GDP and inflation beside them, into
 * a new database.
 *
 * @param from - Folder with `MANIFEST.md`.
 * @param to - Folder of the mirror, created if absent.
 */
export async function mirrorSharedData(from: string, to: string): Promise<LaidOut> {
  const manifest = await readFile(join(from, 'MANIFEST.md'), 'utf8')
  const entries: MirrorIndex['entries'] = []
  for (const { file, url } of mirrored) {
    const path = mirrorPath(new URL(url))
    const target = join(to, `${path}${file.endsWith('.gz') ? '.gz' : ''}`)
    await mkdir(dirname(target), { recursive: true })
    // Written, not copied, because a copy of a read-only file could not be replaced by a later run.
    await writeFile(target, await readFile(join(from, file)))
    entries.push({ path, url, ...(await timesOf(from, file, manifest)) })
  }
  await writeFile(join(to, 'index.json'), `${JSON.stringify({ entries }, null, 2)}\n`)
  return {
    files: entries.length,
    ...(await importInto(join(to, importedFilesName), from, manifest)),
  }
}

const ofac = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/'
const facts = 'https://data.sec.gov/api/xbrl/companyfacts/'
const submissions = 'https://data.sec.gov/submissions/'
const graph = 'https://fred.stlouisfed.org/graph/fredgraph.csv?id='

const fredIds =
  'CPIAUCSL CPILFESL DGS10 DGS2 FEDFUNDS GDP GDPC1 HOUST M2SL PAYEMS PCEPILFE RSXFS T10Y2Y UNRATE USREC WALCL'

/** A file of the folder with an upstream's response, and its address. */
export type FileOfAddress = { source: string; file: string; url: string }

/** The complete files whose bytes are those of the upstream. */
export const mirrored: readonly FileOfAddress[] = [
  { source: 'ofac-sdn', file: 'ofac/bench2021_sdn.csv.gz', url: `${ofac}SDN.CSV` },
  { source: 'ofac-sdn', file: 'ofac/bench2021_alt.csv.gz', url: `${ofac}ALT.CSV` },
  { source: 'ofac-sdn', file: 'ofac/bench2021_add.csv.gz', url: `${ofac}ADD.CSV` },
  { source: 'ofac-sdn', file: 'ofac/bench2021_sdn_comments.csv', url: `${ofac}SDN_COMMENTS.CSV` },
  { source: 'ofac-consolidated', file: 'ofac/cons_prim.csv.gz', url: `${ofac}CONS_PRIM.CSV` },
  {
    source: 'shiller',
    file: 'equities/shiller_sp500_monthly.csv',
    url: 'https://raw.githubusercontent.com/datasets/s-and-p-500/main/data/data.csv',
  },
  {
    source: 'un-sanctions',
    file: 'ofac/UN_consolidated.xml.gz',
    url: 'https://scsanctions.un.org/resources/xml/en/consolidated.xml',
  },
  {
    source: 'sec-tickers',
    file: 'edgar/company_tickers_exchange.json.gz',
    url: 'https://www.sec.gov/files/company_tickers_exchange.json',
  },
  ...['0000320193', '0001652044'].map((cik) => ({
    source: 'sec-companyfacts',
    file: `edgar/companyfacts_CIK${cik}.json.gz`,
    url: `${facts}CIK${cik}.json`,
  })),
  ...[
    'CIK0000320193',
    'CIK0000789019',
    'CIK0001045810',
    'CIK0001033331',
    'CIK0001462356',
    'CIK0001324424',
    'CIK0001318605-submissions-001',
  ].map((name) => ({
    source: 'sec-submissions',
    file: `edgar/submissions_${name}.json.gz`,
    url: `${submissions}${name}.json`,
  })),
  // Unpacked beside its archive.
  {
    source: 'fec-bulk',
    file: 'fec/weball24.txt.gz',
    url: 'https://www.fec.gov/files/bulk-downloads/2024/weball24.zip',
  },
  ...fredIds.split(' ').map((id) => ({
    source: 'fred-graph',
    file: `fred/${id}.csv.gz`,
    url: `${graph}${id}`,
  })),
]

/** The manifest's time of a file: of its recording, or the day of its publication. */
async function timesOf(from: string, file: string, manifest: string) {
  const row = manifest.split('\n').find((line) => line.startsWith(`| ${file} |`)) ?? ''
  const recorded = /recorded ([A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT)/.exec(row)?.[1]
  const received = (await stat(join(from, file))).mtime.toISOString()
  if (recorded) {
    const time = new Date(recorded).toISOString()
    return { asOf: time, retrievedAt: time }
  }
  if (file.startsWith('fred/')) {
    const text = gunzipSync(await readFile(join(from, file))).toString()
    return { asOf: text.trimEnd().split('\n').at(-1)?.slice(0, 10) ?? null, retrievedAt: received }
  }
  // The OFAC set is one publication of July 2021; the manifest has no day.
  if (file.startsWith('ofac/bench2021')) return { asOf: '2021-07-01', retrievedAt: received }
  return { asOf: /\b(\d{4}-\d{2}-\d{2})\b/.exec(row)?.[1] ?? null, retrievedAt: received }
}

const bank: Omit<Origin, 'source'> = {
  sourceUrl: 'https://data.worldbank.org',
  licence: 'CC BY 4.0, World Bank; compilation PDDL-1.0',
}
const imports = {
  bars: {
    file: 'equities/sp500_ohlcv_5yr_2013_2018.csv.gz',
    origin: {
      source: 'S&P 500 stock data 2013 to 2018, Cam Nugent',
      sourceUrl: 'https://github.com/CNuge/kaggle-code',
      licence: 'MIT (repository of the author)',
    },
  },
  series: [
    {
      file: 'macro/wb_gdp.csv.gz',
      prefix: 'gdp:nominal',
      origin: { source: 'World Bank, GDP (current US$)', ...bank },
    },
    {
      // The two file names are swapped: this file has the yearly change of the BLS's index.
      file: 'macro/wb_inflation_gdp_deflator.csv.gz',
      prefix: 'inflation:cpi',
      origin: { source: 'World Bank, inflation, consumer prices (annual %)', ...bank },
    },
  ],
}

async function importInto(database: string, from: string, manifest: string) {
  await rm(database, { force: true })
  const importedAt = async (file: string) => (await timesOf(from, file, manifest)).retrievedAt
  const { file, origin } = imports.bars
  const bars = await importFile(join(from, file), database, {
    kind: 'bars',
    origin,
    importedAt: await importedAt(file),
    interval: '1d',
  })
  let series = 0
  for (const { file, origin, prefix } of imports.series) {
    const imported = await importFile(join(from, file), database, {
      kind: 'series',
      origin,
      importedAt: await importedAt(file),
      as: { prefix },
    })
    series += imported.of
  }
  return { bars: bars.rows, tickers: bars.of, series }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } })
  const { from = '../shared/data', to } = values
  if (to === undefined || !existsSync(join(from, 'MANIFEST.md'))) {
    process.stderr.write(
      'usage: mirror-shared-data --from FOLDER_WITH_MANIFEST --to MIRROR_FOLDER\n',
    )
    process.exitCode = 2
  } else {
    const { files, bars, tickers, series } = await mirrorSharedData(from, to)
    process.stdout.write(
      `${files} files, ${bars} bars of ${tickers} tickers, ${series} country series in ${to}\n`,
    )
  }
}
