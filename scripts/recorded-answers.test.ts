import { readdirSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import { connectors } from '../packages/server/src/connectors/connectors.ts'
import { readInformationTable } from '../packages/server/src/connectors/institutional-holdings/holdings-report.ts'
import { loadReleases } from '../packages/server/src/connectors/litigation/sec-releases.ts'
import { legalEntityRelations } from '../packages/server/src/connectors/relationships/gleif.ts'
import { readOwnershipSchedule } from '../packages/server/src/connectors/relationships/ownership-schedule.ts'
import { readSubsidiaries } from '../packages/server/src/connectors/relationships/subsidiary-list.ts'
import { loadGrowth } from '../packages/server/src/connectors/screen/sec-frames.ts'
import { readSegmentFacts } from '../packages/server/src/connectors/segmented-revenue/segment-facts.ts'
import type { ConnectorContext } from '../packages/server/src/sources/connector.ts'
import { readOwnershipForm } from '../packages/server/src/sources/edgar/ownership-form.ts'
import { readListedFunds } from '../packages/server/src/sources/entities/nasdaq-funds.ts'
import { readFundClasses } from '../packages/server/src/sources/entities/sec-funds.ts'
import { loadYahooBars } from '../packages/server/src/sources/prices/yahoo-chart.ts'
import { euList, readCsvList, ukList } from '../packages/server/src/sources/sanctions/csv-lists.ts'
import { testContext } from '../packages/server/src/sources/testing/describe-connector.ts'
import { textOf } from '../packages/server/src/upstreams/checked-answer.ts'
import { triedCells } from '../packages/server/src/upstreams/testing/changed-cells.ts'
import type { UpstreamAnswer } from '../packages/server/src/upstreams/transport.ts'
import { xmlRoot } from '../packages/server/src/upstreams/xml.ts'
import {
  hasRecordedAnswers,
  type RecordedAnswer,
  recordedAnswers,
  recordedBody,
  recordedFolder,
} from './recorded-answers.ts'

/** Reads one response with the parser of its source. */
type Read = (answer: UpstreamAnswer, context: ConnectorContext) => unknown

const at = '2026-11-18T17:00:00Z'
const url = new URL('https://upstream.example/')
const apple = { id: 'cik:0000320193', name: 'Apple Inc.', ticker: 'AAPL', exchange: 'Nasdaq' }
const named = (name: string, ticker = 'X') => ({ ...apple, name, ticker })

/** The value of a field from the response. */
const field =
  (coordinate: string, args: Record<string, unknown> = {}, parent: unknown = apple): Read =>
  async (_answer, context) => {
    const connector = connectors.find(({ fields }) => fields[coordinate])
    return (await connector!.fields[coordinate]!.resolve(parent, args, context)).value
  }
const quoteOf = (ticker: string) => field('Query.quotes', { tickers: [ticker] })
const papers = field('Query.research', { query: 'x', filter: { limit: 500 } })
const headlines = (query: string, language: string | null = null) =>
  field('Query.news', { query, filter: { limit: 500, language } })

const readTable: Read = (answer) => {
  const table = xmlRoot(textOf(answer))
  return table ? readInformationTable(table, '2023-02-01', url) : []
}

/** The reader by source or file name, and an excerpt of the result. */
const readings: Readonly<Record<string, readonly [Read, ...string[]]>> = {
  coingecko: [quoteOf('BTC'), '"price":29800', '"marketCap":579947868539'],
  '0_public_Ticker_XBTUSD_2015.json': [quoteOf('BTC'), '"asOf":null'],
  kraken: [quoteOf('BTC'), '"currency":"USD"'],
  binance: [quoteOf('BTC'), '"price":47174.97', '"previousClose":48901.44'],
  'finnhub-quote': [quoteOf('AAPL'), '"price":162.74', '"asOf":"2022-02-24T21:00:02Z"'],
  'alpha-vantage-quote': [quoteOf('MSFT'), '"price":112.13', '"asOf":"2018-10-05"'],
  'cboe-quote': [quoteOf('^SPX'), '"price":5917.1099', '"change":0.1299'],
  'cboe-options': [
    field('Derivatives.options', {}, named('S&P 500', '^SPX')),
    '"strike":200',
    '"openInterest":5288',
  ],
  'cftc-cot': [
    field('Derivatives.futures', {}, named('Bitcoin', 'BTC-USD')),
    '"openInterest":19882',
    '"date":"2026-06-02"',
  ],
  'v8_finance_chart_BABA.json.gz': [
    (_answer, context) => loadYahooBars('BABA', 'max', '1d', context),
    '"close":',
  ],
  'v8_finance_chart_GOEX.json.gz': [
    (_answer, context) => loadYahooBars('GOEX', 'max', '1d', context),
    '"close":',
  ],
  'v8_finance_chart_VTSAX.json.gz': [
    (_answer, context) => loadYahooBars('VTSAX', 'max', '1d', context),
    '"close":',
  ],
  'finnhub-analyst': [field('Entity.analyst'), '"strongBuy":17', '"buy":26'],
  'finnhub-news': [field('Entity.news'), 'Ashley Gjøvik'],
  'alphavantage-news': [
    field('Entity.news'),
    'CEO Elon Musk Reiterates Tesla Market Cap',
    '2023-12-30T03:01:46Z',
  ],
  'google-news': [headlines('msft', 'de'), 'Strong-Buy aufgestockt'],
  'sec-press': [headlines('Treasury Market'), 'Cross-Margining'],
  'fed-press': [headlines('joint statement'), 'bcreg20260716a'],
  gdelt: [headlines('Visa'), '[]'],
  'r_all_search_praw_2016-07-12_excerpt.json': [field('Social.reddit'), '"comments":21'],
  'r_all_comments_2016-12-22_excerpt.json': [
    field('Social.redditComments', { filter: { limit: 500 } }, named('of', 'A')),
    '"subreddit":',
  ],
  'hacker-news': [field('Entity.discussions'), 'visualize URL propagation'],
  manifold: [field('Query.predictions', { query: 'TikTok' }), 'Will TikTok be banned'],
  'api_query_id_0000.0000_s0_m100_8b51d9633a68.xml': [papers, '[]'],
  'api_query_id_astro-ph_0601001_s0_m100_3150dca9dc76.xml': [papers, 'astro-ph/0601001'],
  'api_query_q_testing_s10_m10_34e56e15aaac.xml': [papers, '"source":"arXiv"'],
  'types_mixed_works_0.json': [papers, 'Revegetation and Mitigation'],
  'works_test_journals_works_0.json': [papers, 'Exiguobacterium chiriqhucha str. N139'],
  'works_test_journals_works_1.json': [papers, 'Meta bourneti (Araneae'],
  'works_test_works_field_query_publisher_name_0.json': [papers, 'Relações Públicas'],
  'works_test_works_no_id_withlimit_0.json': [papers, 'Soziale Innovation'],
  openalex: [papers, 'Alejandro Barredo Arrieta', '10.1016/j.inffus.2019.12.012'],
  'open-fda': [field('Entity.fdaEvents', {}, named('United Therapeutics Corp')), 'REMODULIN'],
  gleif: [(_answer, context) => legalEntityRelations('Rahul', context), '"source":"GLEIF'],
  'sec-litigation-releases': [
    (_answer, context) => loadReleases('Consensys Software', context),
    '"docketNumber":"LR-26039"',
  ],
  'world-bank': [field('Query.inflation', { country: 'DEU' }), '2.17178770949721', '2025'],
  'imf-weo': [field('Query.gdp', { country: 'USA', type: 'forecast' })],
  'oecd-kei': [field('Query.interestRates', { country: 'GBR' }), '3.9319', '2024-01'],
  ecb: [field('Query.interestRates', { country: 'DEU' }), '1999'],
  'finra-short-interest-files': [field('Entity.shortInterest'), '34636195'],
  'sec-frames': [
    async (_answer, context) => [...(await loadGrowth(context)).value],
    '[320193,{"earningsPerShare":95359000000',
  ],
  'uk-sanctions': [(answer) => readCsvList(textOf(answer), ukList, url, 1), 'KOROLEV PROSPECT'],
  'eu-sanctions': [(answer) => readCsvList(textOf(answer), euList, url, 1), 'Abu Ali'],
  'nasdaq-trader': [(answer) => readListedFunds(answer, url), 'SPDR S&P 500', '"ticker":"SPY"'],
  'sec-fund-tickers': [(answer) => readFundClasses(answer, url), '"ticker":"LACAX","cik":2110'],
  'Archives_edgar_data_1018724_amzn-20221231_htm.xml.gz': [
    (answer) => readSegmentFacts(answer, url),
    'AmazonWebServicesSegmentMember',
  ],
  'Archives_edgar_data_320193_aapl-20250329_htm.xml.gz': [
    (answer) => readSegmentFacts(answer, url),
    'aapl:IPhoneMember',
  ],
  'sec-xbrl-instances': [(answer) => readSegmentFacts(answer, url), '"axis":'],
  'sec-13f': [readTable, '"cusip":"88579Y101"'],
  'Archives_edgar_data_ex21_aapl.htm.gz': [
    (answer) => readSubsidiaries(textOf(answer)),
    'Apple Operations International Limited',
  ],
  'Archives_edgar_data_ex21_xom.htm.gz': [
    (answer) => readSubsidiaries(textOf(answer)),
    'Imperial Oil Limited',
  ],
  'Archives_edgar_data_schedule13g.xml': [
    (answer) => readOwnershipSchedule(answer, url),
    '"issuerCik":"0001909747"',
    '"percent":5.1',
  ],
  'sec-relationships': [(answer) => readOwnershipSchedule(answer, url), '"owners":'],
  'Archives_edgar_data_form4_374Water_2025-04.xml': [
    (answer) => readOwnershipForm(answer, url),
    '"code":',
  ],
  'sec-submissions': [(answer) => readOwnershipForm(answer, url), '"owners":'],
}

/** Errors for a source without data of the kind. */
const nothing: Readonly<Record<string, string>> = { 'imf-weo': 'NOT_FOUND' }

const readingOf = ({ source, file }: RecordedAnswer) => readings[basename(file)] ?? readings[source]

/** Enables only this source, which responds to every request with these bytes. */
async function read(recorded: RecordedAnswer, body: Uint8Array) {
  const upstreams = connectors.flatMap((connector) => connector.upstreams)
  const { hosts } = upstreams.find(({ id }) => id === recorded.source)!
  const answer: UpstreamAnswer = { body, mode: 'recorded', asOf: at, retrievedAt: at }
  const context = testContext(
    {
      mode: 'recorded',
      fetch: async (request) => {
        if (!hosts.includes(request.url.host)) throw new FiqError('NOT_FOUND', 'Not recorded.')
        return answer
      },
    },
    { enabled: ({ id }) => id === recorded.source },
  )
  const [reading] = readingOf(recorded) ?? [field(recorded.field, { country: 'USA' })]
  return reading(answer, context)
}

describe.runIf(hasRecordedAnswers)('the recorded responses', () => {
  test('default: lists each file once', () => {
    const files = readdirSync(recordedFolder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'MANIFEST.md')
      .map((entry) => relative(recordedFolder, join(entry.parentPath, entry.name)))
    expect(recordedAnswers.map(({ file }) => file).sort()).toEqual(files.sort())
  })

  test.each(recordedAnswers)('default: $source reads $file', async (recorded) => {
    const reading = read(recorded, recordedBody(recorded.file))
    const code = nothing[recorded.source]
    if (code) return expect(reading).rejects.toMatchObject({ code })
    const text = JSON.stringify(await reading)
    for (const piece of readingOf(recorded)!.slice(1)) expect(text).toContain(piece)
  })

  test.each(recordedAnswers)('error: $source finds nothing in other bytes', async (recorded) => {
    const other = read(recorded, Buffer.from('nothing of the kind'))
    const text = await other.then(JSON.stringify, ({ code }: { code: string }) => code)
    expect(text).toMatch(/^(UPSTREAM_CHANGED|NOT_FOUND|\[\])$/)
  })
})

/** Lists whose rows are independent of each other, and a member that a row may lack. */
const rowsOf = [
  ['finnhub-news', [], ['url', 'headline', 'source']],
  ['alphavantage-news', ['feed'], ['url', 'title', 'source']],
  ['hacker-news', ['hits'], ['objectID', 'created_at']],
  ['reddit', ['data', 'children'], ['data']],
  ['openalex', ['results'], ['id']],
  ['crossref', ['message', 'items'], ['DOI']],
  ['finnhub-analyst', [], ['buy', 'period']],
] as const

/** One position that is missing would make all weights of a form 13F wrong. */
const dependent = ['sec-13f']
const changesMax = ({ length }: Uint8Array) => (length > 60_000 ? 6 : 40)

describe.runIf(hasRecordedAnswers)('mutated responses', () => {
  test.each(rowsOf)(
    'behavior: %s: one row without a member, or null, does not fail the others',
    async (source, path, members) => {
      const whole = recordedAnswers.filter((answer) => answer.source === source)
      for (const recorded of whole)
        for (const change of [...members, undefined])
          for (const value of [undefined, null, 7]) {
            const body = JSON.parse(Buffer.from(recordedBody(recorded.file)).toString())
            const rows = path.reduce((holder, name) => holder[name], body) as unknown[]
            if (rows.length < 2) continue
            rows[1] = change === undefined ? null : { ...(rows[1] as object), [change]: value }
            const left = await read(recorded, Buffer.from(JSON.stringify(body)))
            expect(left, `${recorded.file} ${change}`).toBeTruthy()
          }
    },
  )

  test.each(recordedAnswers)(
    'behavior: $source: an odd cell in $file fails no other row, an odd column is no crash',
    async (recorded) => {
      const body = recordedBody(recorded.file)
      // Large files are read for a second.
      for (const { name, ofOneRow, ofAllRows } of triedCells(body, changesMax(body))) {
        const [one, column] = [ofOneRow, ofAllRows].map((changed) =>
          read(recorded, changed()).then(JSON.stringify, (error: unknown) => {
            expect(error, name).toBeInstanceOf(FiqError)
            return (error as FiqError).code
          }),
        )
        const left = await one
        if (!dependent.includes(recorded.source)) expect(left, name).not.toBe('UPSTREAM_CHANGED')
        await column
      }
    },
  )

  test('error: most rows of another form are a change of the source', async () => {
    const recorded = recordedAnswers.find(({ source }) => source === 'finnhub-news')!
    const body = JSON.parse(Buffer.from(recordedBody(recorded.file)).toString()) as object[]
    const renamed = body.map((row) => ({ ...row, headline: undefined, title: 'x' }))
    const asked = read(recorded, Buffer.from(JSON.stringify(renamed)))
    await expect(asked).rejects.toMatchObject({ code: 'UPSTREAM_CHANGED' })
  })
})

test.skipIf(hasRecordedAnswers)(
  'SKIPPED: the recorded answers are absent from ../shared/data',
  () => undefined,
)
