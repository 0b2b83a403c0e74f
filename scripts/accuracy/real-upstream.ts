import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { FiqError } from '@fiq/shared/errors'
import { sandboxHosts } from '../../packages/server/src/connectors/connectors.ts'
import { publishedOn } from '../../packages/server/src/sources/finra/short-interest-record.ts'
import { sandboxTransport } from '../../packages/server/src/upstreams/sandbox/sandbox.ts'
import type { Transport, UpstreamRequest } from '../../packages/server/src/upstreams/transport.ts'
import { cutFile } from './cut-files.ts'

const folder = join(import.meta.dirname, '../../../shared/data')
/** Whether the real files, which are stored outside the repository, are present. */
export const hasRealFiles = existsSync(folder)

/** The time at which the sandbox answers what the real files do not contain. */
export const realNow = () => new Date('2026-11-18T17:00:00Z')

/**
 * Answers with real files: facts and lists of filings, one form for all forms on these lists, with
 * another number of shares in each, Apple's short interest, and two versions of the US GDP. The
 * sandbox answers the rest.
 *
 * @param day cuts the files to what was public at the end of this day
 */
export function realUpstream(day = '9999-12-31'): Transport {
  const sandbox = sandboxTransport({ now: realNow, hosts: sandboxHosts })
  const now = realNow().toISOString()
  return {
    mode: 'sandbox',
    async fetch(request) {
      const real = realBody(request, day)
      const found =
        real === undefined
          ? await sandbox.fetch(request)
          : { body: Buffer.from(real), mode: 'sandbox' as const, asOf: null, retrievedAt: now }
      return { ...found, body: cutFile(request.url, found.body, day) }
    },
  }
}

const secFiles: Readonly<Record<string, string>> = Object.fromEntries([
  ...['0000320193', '0001652044', '0001640147', '0001835632', '0000018230', '0000019617'].map(
    (cik) => [
      `/api/xbrl/companyfacts/CIK${cik}.json`,
      `edgar/filers/companyfacts_CIK${cik}.json.gz`,
    ],
  ),
  ...['0000320193', '0001045810', '0000789019', '0001324424'].map((cik) => [
    `/submissions/CIK${cik}.json`,
    `edgar/submissions_CIK${cik}.json.gz`,
  ]),
])

/** Documents of the filers whose real lists name insiders' forms. */
const formOf = /^\/Archives\/edgar\/data\/(320193|789019|1324424)\/(\d{18})\/.*\.xml$/

function realBody(request: UpstreamRequest, day: string): string | undefined {
  const { host, pathname } = request.url
  const file = secFiles[pathname]
  if (file !== undefined) return read(file)
  // The real lists name documents that the sandbox does not have.
  const [, cik, accession = ''] = formOf.exec(pathname) ?? []
  if (cik !== undefined) return ownershipForm(cik, accession)
  if (/^\/Archives\/edgar\/data\/1045810\/.*\.txt$/.test(pathname))
    return read('edgar/13f_full_0001894188-23-000007.txt.gz')
  if (host === 'api.finra.org') return shortInterest(day)
  if (host === 'cdn.finra.org') throw new FiqError('NOT_FOUND', 'There is no file.')
  if (host.endsWith('stlouisfed.org')) return fred(request, day)
  return undefined
}

function ownershipForm(cik: string, accession: string): string {
  const submission = read('edgar/form4_0000320193-22-000061.txt.gz')
  const form = /<XML>\s*(.*?)<\/XML>/s.exec(submission)?.[1] ?? ''
  return form
    .replace(/(<issuerCik>)\d+/, `$1${cik.padStart(10, '0')}`)
    .replace(/(<transactionShares>\s*<value>)[^<]+/g, `$1${Number(accession.slice(-6))}`)
}

function shortInterest(day: string): string {
  const rows = JSON.parse(read('finra/consolidatedShortInterest_AAPL.json')) as {
    settlementDate: string
  }[]
  const known = rows.filter(({ settlementDate }) => publishedOn(settlementDate) <= day)
  if (known.length === 0) throw new FiqError('NOT_FOUND', 'There are no rows.')
  return JSON.stringify(known)
}

/** Versions of the GDP: the day of publication, the file, and its column by series. */
const versions = [
  {
    day: '2025-03-27',
    file: () => 'macro/us_gdp_quarter.csv',
    columns: { GDP: 1, GDPC1: 2 },
  },
  {
    day: '2025-12-23',
    file: (id: string) => `fred/${id}.csv.gz`,
    columns: { GDP: 1, GDPC1: 1 },
  },
] as const

const units = { GDP: 'Billions of Dollars', GDPC1: 'Billions of Chained 2017 Dollars' } as const

/** FRED's API, with the version of the requested real-time period. The download has no file. */
function fred({ url, noticeOf }: UpstreamRequest, today: string): string {
  const id = url.searchParams.get('series_id') === 'GDPC1' ? 'GDPC1' : 'GDP'
  const day = url.searchParams.get('realtime_end') ?? today
  const version = versions.findLast((each) => each.day <= day)
  if (!version || url.host !== 'api.stlouisfed.org')
    throw (
      noticeOf?.('Bad Request.  The series does not exist in ALFRED but may exist in FRED.') ??
      new FiqError('NOT_FOUND', 'There is no version.')
    )
  if (url.pathname === '/fred/series')
    return JSON.stringify({
      seriess: [
        { units: units[id], seasonal_adjustment: 'Seasonally Adjusted Annual Rate', title: id },
      ],
    })
  const lines = read(version.file(id)).trim().split('\n').slice(1)
  const cells = lines.map((line) => line.split(','))
  return JSON.stringify({
    observations: cells.map((row) => ({ date: row[0], value: row[version.columns[id]] || '.' })),
  })
}

function read(file: string): string {
  const bytes = readFileSync(join(folder, file))
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}
