import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { realFolder } from './real-answers.ts'

/** A recorded response, and the field whose parser is tested with it. */
export type RecordedAnswer = {
  source: string
  /** Path below `recorded` in the folder of real files. */
  file: string
  /** Schema coordinate. */
  field: string
  /** Set if the bytes are the upstream's whole response; otherwise they are a part of it. */
  isWhole?: true
}

const filed = 'www.sec.gov/Archives_edgar_data_'

/** Every recorded response. `recorded-answers.test.ts` reads each with the parser of its source. */
export const recordedAnswers: readonly RecordedAnswer[] = [
  ...answers('coingecko', 'Query.quotes', 'api.coingecko.com', [
    'api_v3_coins_markets_bitcoin_2023-07-18.json',
  ]),
  ...whole('kraken', 'Query.quotes', 'api.kraken.com', [
    '0_public_Ticker_XBTUSD_2015.json',
    '0_public_Ticker_XBTUSD_2023-12-05.json',
    '0_public_Ticker_XBTUSD_2023.json',
  ]),
  ...answers('binance', 'Query.quotes', 'data-api.binance.vision', [
    'api_v3_ticker_24hr_BTCUSDT_2021-12-17_as_list.json',
  ]),
  ...whole('finnhub-quote', 'Query.quotes', 'finnhub.io', ['api_v1_quote_AAPL_2022-02-24.json']),
  ...whole('alpha-vantage-quote', 'Query.quotes', 'www.alphavantage.co', [
    'GLOBAL_QUOTE_MSFT_2018-10-05.json',
  ]),
  ...answers('cboe-quote', 'Query.quotes', 'cdn.cboe.com', [
    'api_global_delayed_quotes_quotes__SPX_2024-11-20_excerpt.json',
  ]),
  ...answers('cboe-options', 'Derivatives.options', 'cdn.cboe.com', [
    'api_global_delayed_quotes_options__SPX_2024-11-20_excerpt.json',
  ]),
  ...answers('cftc-cot', 'Derivatives.futures', 'publicreporting.cftc.gov', [
    'resource_6dca-aqww_BITCOIN_2026-06_excerpt.json',
  ]),
  ...whole('yahoo-chart', 'Query.priceHistory', 'query2.finance.yahoo.com', [
    'v8_finance_chart_BABA.json.gz',
    'v8_finance_chart_GOEX.json.gz',
    'v8_finance_chart_VTSAX.json.gz',
  ]),
  ...whole('finnhub-analyst', 'Entity.analyst', 'finnhub.io', [
    'api_v1_stock_recommendation_AAPL_2022-02.json',
  ]),
  ...answers('finnhub-news', 'Entity.news', 'finnhub.io', [
    'api_v1_company-news_AAPL_2021-09_excerpt.json',
  ]),
  ...answers('alphavantage-news', 'Entity.news', 'www.alphavantage.co', [
    'NEWS_SENTIMENT_AAPL_2023-12_excerpt.json',
  ]),
  ...answers('google-news', 'Query.news', 'news.google.com', [
    'rss_search_msft_de_2020-08-01_excerpt.xml',
  ]),
  ...answers('sec-press', 'Query.news', 'www.sec.gov', [
    'news_pressreleases_2026-04-15_excerpt.xml',
  ]),
  ...answers('fed-press', 'Query.news', 'www.federalreserve.gov', [
    'feeds_press_all_2026-07_excerpt.xml',
  ]),
  ...whole('gdelt', 'Query.news', 'api.gdeltproject.org', [
    'api_v2_doc_doc_short_phrase_status200.txt',
  ]),
  ...answers('reddit', 'Social.reddit', 'oauth.reddit.com', [
    'r_all_search_praw_2016-07-12_excerpt.json',
  ]),
  ...answers('reddit', 'Social.redditComments', 'oauth.reddit.com', [
    'r_all_comments_2016-12-22_excerpt.json',
  ]),
  ...answers('hacker-news', 'Entity.discussions', 'hn.algolia.com', [
    'api_v1_search_theoretical-biologist_excerpt.json',
  ]),
  ...answers('manifold', 'Query.predictions', 'api.manifold.markets', [
    'v0_market_tiktok_2023-07_as_list.json',
  ]),
  ...whole('arxiv', 'Query.research', 'export.arxiv.org', [
    'api_query_id_0000.0000_s0_m100_8b51d9633a68.xml',
    'api_query_id_astro-ph_0601001_s0_m100_3150dca9dc76.xml',
    'api_query_q_testing_s10_m10_34e56e15aaac.xml',
  ]),
  ...whole('crossref', 'Query.research', 'api.crossref.org', [
    'types_mixed_works_0.json',
    'works_test_journals_works_0.json',
    'works_test_journals_works_1.json',
    'works_test_works_field_query_publisher_name_0.json',
    'works_test_works_no_id_withlimit_0.json',
  ]),
  ...answers('openalex', 'Query.research', 'api.openalex.org', [
    'works_search_agentic_ai_2026-09-28_excerpt.json',
  ]),
  ...answers('open-fda', 'Entity.fdaEvents', 'api.fda.gov', [
    'drug_drugsfda_NDA021272_excerpt.json',
  ]),
  ...whole('gleif', 'Entity.relationships', 'api.gleif.org', [
    'api_v1_lei-records_9845001B2AD43E664E58_issued.json',
  ]),
  ...answers('sec-litigation-releases', 'Entity.litigation', 'www.sec.gov', [
    'enforcement-litigation_litigation-releases_rss_2024-07-01_excerpt.xml',
  ]),
  ...answers('world-bank', 'Query.inflation', 'api.worldbank.org', [
    'v2_country_DEU_indicator_FP.CPI.TOTL.ZG_2026-09-05_excerpt.json',
  ]),
  ...whole('imf-weo', 'Query.gdp', 'api.imf.org', [
    'external_sdmx_3.0_QNEA_USA_B6G_empty_2026-08-30.csv',
  ]),
  ...whole('oecd-kei', 'Query.interestRates', 'sdmx.oecd.org', [
    'kei_GBR_M_IRLT_2023-01_2024-01.csv',
  ]),
  ...answers('ecb', 'Query.interestRates', 'data-api.ecb.europa.eu', [
    'FM_B.U2.EUR.4F.KR.DFR.LEV_csvdata_head.csv',
  ]),
  ...answers('finra-short-interest-files', 'Entity.shortInterest', 'cdn.finra.org', [
    'equity_otcmarket_biweekly_shrt20260814_excerpt.csv',
  ]),
  ...answers('sec-frames', 'Query.screen', 'data.sec.gov', [
    'api_xbrl_frames_us-gaap_RevenueFromContractWithCustomerExcludingAssessedTax_USD_CY2025Q1_excerpt.json',
  ]),
  ...answers('uk-sanctions', 'Query.sanctionsScreen', 'sanctionslist.fcdo.gov.uk', [
    'docs_UK-Sanctions-List_2026-10-08_excerpt.csv',
  ]),
  ...answers('eu-sanctions', 'Query.sanctionsScreen', 'webgate.ec.europa.eu', [
    'fsd_fsf_public_files_csvFullSanctionsList_1_1_2026-08-05_excerpt.csv',
  ]),
  ...whole('nasdaq-trader', 'Query.searchEntities', 'www.nasdaqtrader.com', [
    'dynamic_SymDir_nasdaqtraded_2017-11-08.txt.gz',
    'dynamic_SymDir_nasdaqtraded_2021-12-23.txt.gz',
  ]),
  ...whole('sec-fund-tickers', 'Query.searchEntities', 'www.sec.gov', [
    'files_company_tickers_mf_2024-08.json',
  ]),
  ...whole('sec-xbrl-instances', 'Entity.segmentedRevenue', '', [
    `${filed}1018724_amzn-20221231_htm.xml.gz`,
    `${filed}1065280_nflx_10k_htm.xml.gz`,
    `${filed}320193_aapl-20250329_htm.xml.gz`,
    `${filed}nflx-20241018_htm.xml.gz`,
    `${filed}unp-20121231.xml.gz`,
  ]),
  ...whole('sec-13f', 'Query.institutionalHoldings', '', [
    `${filed}13F-HR.infotable_abacus.xml.gz`,
  ]),
  ...whole('sec-relationships', 'Entity.relationships', '', [
    `${filed}ex21_aapl.htm.gz`,
    `${filed}ex21_xom.htm.gz`,
    `${filed}schedule13d_nested_cusip.xml`,
    `${filed}schedule13g.xml`,
  ]),
  ...whole('sec-submissions', 'Entity.insiderTrades', '', [
    `${filed}form3_nosecurities.xml`,
    `${filed}form3_snow_berkshire.xml`,
    `${filed}form4_374Water_2025-04.xml`,
  ]),
]

/** The folder of the recorded responses; it may be absent. */
export const recordedFolder = join(realFolder, 'recorded')
export const hasRecordedAnswers = existsSync(recordedFolder)

/** The recorded bytes in the upstream's form. */
export function recordedBody(file: string): Uint8Array {
  const stored = readFileSync(join(recordedFolder, file))
  return file.endsWith('.gz') ? gunzipSync(stored) : stored
}

function answers(source: string, field: string, host: string, files: readonly string[]) {
  return files.map((file): RecordedAnswer => ({ source, field, file: join(host, file) }))
}

function whole(...list: Parameters<typeof answers>): RecordedAnswer[] {
  return answers(...list).map((answer) => ({ ...answer, isWhole: true as const }))
}
