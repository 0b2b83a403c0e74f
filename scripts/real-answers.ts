import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { zipOf } from '@fiq/shared/zip-of'
import { csvRows } from '../packages/server/src/upstreams/csv.ts'
import { filingUrl, submissionsRequest } from '../packages/server/src/upstreams/sec.ts'
import read from './fixtures/files-read.json' with { type: 'json' }
import { type FileOfAddress, mirrored } from './mirror-shared-data.ts'

/** Real upstream files, stored beside the repository. */
export const realFolder = join(import.meta.dirname, '../../shared/data')

/** A real file, and the address for which a connector receives it. */
export type RealAnswer = FileOfAddress & {
  /** Extracts the body, if the file is not the body itself. */
  bodyOf?: (text: string) => string | Uint8Array
  /**
   * Set if the bytes are not the upstream's own: an excerpt, or its figures in a layout written by
   * us.
   */
  altered?: 'excerpt' | 'figures'
}

const yahoo = 'https://query2.finance.yahoo.com'
const screener = 'https://query1.finance.yahoo.com/v1/finance/screener/predefined/saved'
const factors = 'https://mba.tuck.dartmouth.edu/pages/faculty/ken.french/ftp/'
const treasury =
  'https://home.treasury.gov/resource-center/data-chart-center/interest-rates/daily-treasury-rates.csv'
const trials =
  'NCTId%7CBriefTitle%7COverallStatus%7CPhase%7CCondition%7CStartDate%7CLastUpdatePostDate%7CLeadSponsorName%7CCollaboratorName'

/** The real files that a field reads, by schema coordinate and source. */
export type FilesRead = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** The latest result of `e2e/files-read.test.ts`; `vitest -u` updates it. */
export const filesRead: FilesRead = read

/** Every real file that responds to a connector's request, with its address. */
export const realAnswers: readonly RealAnswer[] = [
  ...mirrored,
  recorded(
    'yahoo-quote',
    'AAPL:quote_v7',
    (of) => `https://query1.finance.yahoo.com/v7/finance/quote?symbols=${of}`,
  ),
  ...['AAPL:chart_AAPL', '%5EGSPC:chart_GSPC'].flatMap((each) => [
    recorded(
      'yahoo-chart',
      each,
      (symbol) => `${yahoo}/v8/finance/chart/${symbol}?range=1d&interval=1d`,
    ),
    ...['range=1y', 'period1=-5000000000&period2=9999999999'].map((span) =>
      recorded(
        'yahoo-chart',
        each,
        (symbol) =>
          `${yahoo}/v8/finance/chart/${symbol}?${span}&interval=1d&events=div%2Csplits%2CcapitalGains`,
      ),
    ),
  ]),
  recorded('yahoo-options', 'OXY:options_OXY', (of) => `${yahoo}/v7/finance/options/${of}`),
  recorded(
    'yahoo-futures',
    'ES%3DF:quoteSummary_ES=F',
    (of) => `${yahoo}/v10/finance/quoteSummary/${of}?modules=futuresChain&formatted=false`,
  ),
  recorded(
    'yahoo-analyst',
    'AMZN:yf2_quoteSummary-all-AMZN',
    (of) =>
      `${yahoo}/v10/finance/quoteSummary/${of}?modules=financialData%2Cprice%2CrecommendationTrend&formatted=false`,
  ),
  recorded(
    'yahoo-screener',
    'most_actives:screener_predefined',
    (id) => `${screener}?scrIds=${id}&count=250`,
  ),
  recorded(
    'yahoo-screener',
    'aggressive_small_caps:yf2_screener-aggressive_small_caps',
    (id) => `${screener}?scrIds=${id}&count=250`,
  ),
  recorded(
    'yahoo-news',
    'AAPL:news_ncp_3',
    () => 'https://finance.yahoo.com/xhr/ncp?queryRef=latestNews&serviceKey=ncp_fin',
  ),
  ...['nasdaq', 'nyse', 'amex'].map((exchange) => ({
    source: 'nasdaq-screener',
    file: `equities/screener_${exchange}_2026-08-21.json.gz`,
    url: `https://api.nasdaq.com/api/screener/stocks?tableonly=true&limit=25&offset=0&exchange=${exchange}&download=true`,
    bodyOf: (text: string) => `{"data":{"rows":${text}}}`,
  })),
  {
    source: 'nasdaq-trader',
    file: 'equities/other_listed.csv.gz',
    url: 'https://www.nasdaqtrader.com/dynamic/SymDir/nasdaqtraded.txt',
    bodyOf: tradedList,
    altered: 'figures',
  },
  {
    source: 'us-treasury',
    file: 'fred/treasury_yields_2026.json.gz',
    url: `${treasury}/2026/all?type=daily_treasury_yield_curve&field_tdr_date_value=2026&_format=csv`,
    bodyOf: parYields,
    altered: 'figures',
  },
  {
    source: 'us-csl',
    file: 'ofac/small_consolidated_csl.csv',
    url: 'https://data.trade.gov/downloadable_consolidated_screening_list/v1/consolidated.csv',
  },
  {
    source: 'finra-short-interest',
    file: 'finra/consolidatedShortInterest_AAPL.json',
    url: 'https://api.finra.org/data/group/otcMarket/name/consolidatedShortInterest',
  },
  ...['Factors', 'Factors_daily', '5_Factors_2x3_daily'].map((table) => ({
    source: 'french-library',
    file: `factors/F-F_Research_Data_${table}.CSV.gz`,
    url: `${factors}F-F_Research_Data_${table}_CSV.zip`,
    bodyOf: (text: string) => zipOf({ [`F-F_Research_Data_${table}.CSV`]: text }),
  })),
  {
    source: 'sec-submissions',
    file: 'edgar/form4_snow.xml.gz',
    url: filingUrl('1640147', '0001640147-22-000001', 'form4.xml'),
  },
  {
    source: 'sec-13f',
    file: 'edgar/13f_full_0001894188-23-000007.txt.gz',
    url: filingUrl('1894188', '0001894188-23-000007', '0001894188-23-000007.txt'),
  },
  {
    source: 'sec-relationships',
    file: 'edgar/schedule13d.xml.gz',
    url: filingUrl('1422142', '0001373604-25-000001', 'primary_doc.xml'),
  },
  excerpt(
    'courtlistener',
    'courtlistener_v4_search_type_r',
    'https://www.courtlistener.com/api/rest/v4/search/?type=r&party_name=WELLS+FARGO&order_by=dateFiled+desc',
    (body) => ({ ...body, next: null }),
  ),
  excerpt(
    'usaspending',
    'usaspending_spending_by_award',
    'https://api.usaspending.gov/api/v2/search/spending_by_award/',
    (body) => ({ ...body, page_metadata: { hasNext: false } }),
  ),
  excerpt(
    'clinical-trials',
    'clinicaltrials_v2_studies',
    `https://clinicaltrials.gov/api/v2/studies?query.spons=AMGEN&fields=${trials}&sort=LastUpdatePostDate%3Adesc&pageSize=40&countTotal=true`,
    (body) => body,
  ),
  excerpt(
    'polymarket',
    'polymarket_gamma_market',
    'https://gamma-api.polymarket.com/events?closed=false&active=true&order=volume&ascending=false&limit=500',
    (market) => [{ title: 'Tesla', slug: 'event', markets: [market] }],
  ),
  excerpt(
    'kalshi',
    'kalshi_market',
    'https://api.elections.kalshi.com/trade-api/v2/events?status=open&with_nested_markets=true&limit=100',
    (market) => ({ events: [{ title: 'Tesla', event_ticker: 'EVENT', markets: [market] }] }),
  ),
]

/** Lists of filings written by hand, which link to real documents whose own lists are missing. */
export const leadingThere: Readonly<Record<string, string>> = Object.fromEntries([
  filerOf('1640147', '0001640147-22-000001', '4', '2022-12-15', 'form4.xml'),
  filerOf('1894188', '0001894188-23-000007', '13F-HR', '2023-11-14', 'primary_doc.xml'),
  filerOf('1422142', '0001373604-25-000001', 'SCHEDULE 13D', '2025-01-06', 'primary_doc.xml'),
])

/** The body of a real response, as the upstream's bytes. */
export function realBody({ file, bodyOf }: RealAnswer): Uint8Array {
  const stored = readFileSync(join(realFolder, file))
  const body = file.endsWith('.gz') ? gunzipSync(stored) : stored
  const made = bodyOf?.(body.toString('latin1')) ?? body
  return typeof made === 'string' ? Buffer.from(made, 'latin1') : made
}

export const hasRealFiles = existsSync(realFolder)

/** A response that was stored together with its request. */
function recorded(source: string, each: string, urlOf: (of: string) => string): RealAnswer {
  const [of = '', name = ''] = each.split(':')
  const bodyOf = (text: string) => {
    const { body, response } = JSON.parse(text)
    return JSON.stringify(body ?? response.bodyJson)
  }
  return { source, file: `yahoo/${name}.json.gz`, url: urlOf(of), bodyOf }
}

function excerpt(
  source: string,
  key: string,
  url: string,
  wrapped: (part: Record<string, unknown>) => unknown,
): RealAnswer {
  const bodyOf = (text: string) => JSON.stringify(wrapped(JSON.parse(text)[key]))
  return { source, file: 'shapes/upstream_shapes.json', url, bodyOf, altered: 'excerpt' }
}

function filerOf(cik: string, accession: string, form: string, day: string, document: string) {
  const row = {
    accessionNumber: accession,
    filingDate: day,
    reportDate: form === '13F-HR' ? '2023-09-30' : '',
    form,
    primaryDocument: document,
    primaryDocDescription: form,
  }
  const recent = Object.fromEntries(Object.entries(row).map(([key, value]) => [key, [value]]))
  const body = JSON.stringify({ filings: { recent, files: [] } })
  return [submissionsRequest(cik).url.href, body] as const
}

/** The list of all traded symbols. The columns of the file have another order. */
function tradedList(text: string): string {
  const [, ...rows] = csvRows(text)
  const head =
    'Nasdaq Traded|Symbol|Security Name|Listing Exchange|Market Category|ETF|Round Lot Size|Test Issue|Financial Status|CQS Symbol|NASDAQ Symbol|NextShares'
  const lines = rows.map(([symbol, , name, venue, cqs, fund, lot, isTest, nasdaq]) =>
    ['Y', symbol, name, venue, ' ', fund, lot, isTest, '', cqs, nasdaq, 'N'].join('|'),
  )
  return [head, ...lines].join('\n')
}

function parYields(text: string): string {
  const days = JSON.parse(text) as Record<string, unknown>[]
  const columns = { y1m: '1 Mo', y2: '2 Yr', y10: '10 Yr', y30: '30 Yr' }
  const lines = days.map((day) => ['date', ...Object.keys(columns)].map((key) => day[key]).join())
  return [`Date,${Object.values(columns).map((name) => `"${name}"`)}`, ...lines, ''].join('\n')
}
