import { catalog } from '@fiq/shared/catalog/catalog'
import { hasCode } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { type Contract, prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { amountMax, amountMin } from '@fiq/shared/pricing/tariff'
import { html } from 'hono/html'
import type { PageOperation } from '../bench/sample-answers.ts'
import { usdcText } from '../charts/figures.ts'
import type { Markup } from '../layout/layout.ts'

/** A typical call of a tool, in words and as a priced operation. */
type TypicalCall = { tool: string; words: string; operation: PageOperation }

/** The operation of a tool with these variables, or a query of a whole company. */
function call(tool: string, words: string, variables: object, query?: string): TypicalCall {
  const known = catalog.find(({ name }) => name === tool)!
  return { tool, words, operation: { query: query ?? known.query, variables: { ...variables } } }
}

const tickers = (count: number) => Array.from({ length: count }, (_, at) => `T${at}`)
const companies =
  'query ($tickers: [String!]!) { entitiesByTickers(tickers: $tickers) { name market { price } technicals { rsi { value } } } }'
const company =
  'query ($ticker: String!) { entityByTicker(ticker: $ticker) { name market { price } financials { income { revenue } balanceSheet { totalAssets } cashFlow { operatingCashFlow } } insiderTrades { ownerName } } }'

const groups: readonly [title: string, calls: readonly TypicalCall[]][] = [
  [
    'Companies',
    [
      call('quotes', '3 tickers', { tickers: tickers(3) }),
      call('priceHistory', '50 tickers, 5 years of days', {
        tickers: tickers(50),
        range: '5y',
        interval: '1d',
      }),
      call('entityByTicker', 'price, statements, insider trades', { ticker: 'T' }, company),
      call('entitiesByTickers', '20 companies, price and RSI', { tickers: tickers(20) }, companies),
    ],
  ],
  [
    'Market',
    [
      call('screen', '100 rows', { filter: { limit: 100 } }),
      call('searchEntities', '10 results', { query: 'apple', limit: 10 }),
      call('sp500Multiples', 'one series since 1871', { series: 'shiller-pe' }),
      call('marketStatus', 'open or closed, and until when', {}),
    ],
  ],
  [
    'Regulatory',
    [
      call('sanctionsScreen', 'one name, all lists', { name: 'x' }),
      call('institutionalHoldings', '500 holdings of a 13F', { cik: '1', limit: 500 }),
      call('shortInterest', '24 settlement dates', { ticker: 'T', filter: { limit: 24 } }),
      call('campaignFinance', '60 committees', { name: 'x', filter: { limit: 60 } }),
    ],
  ],
  [
    'Macro',
    [
      call('gdp', 'one country, all years', { country: 'USA' }),
      call('inflation', 'one country, all years', { country: 'USA' }),
      call('interestRates', 'one country', { country: 'USA' }),
      call('macroSeries', '500 points of a series', { seriesId: 'X', filter: { limit: 500 } }),
    ],
  ],
]

/** Tools of the catalog in groups, each with the price of a typical call. */
export function catalogSection(contract: Contract): Markup {
  return html`<section class="section" id="tools">
    <header>
      <h2>Sixteen tools, with what a typical call costs</h2>
      <p class="small muted">
        USDC. No query costs less than ${usdcText(amountMin)} or more than ${formatUsdc(amountMax)}.
        <a href="/docs/tariff">How prices are made</a>
      </p>
    </header>
    <div class="cat">${groups.map(([title, calls]) => groupTable(title, calls, contract))}</div>
    <h3 class="areas-title">Areas of a company, most at 0.003 a page of 20</h3>
    <dl class="areas">
      ${areaGroups.map(([title, areas]) => html`<div><dt>${title}</dt><dd>${areas.map(areaWord).join(', ')}</dd></div>`)}
    </dl>
  </section>`
}

function groupTable(title: string, calls: readonly TypicalCall[], contract: Contract): Markup {
  return html`<table>
    <caption>${title}</caption>
    <thead class="unseen">
      <tr><th scope="col">Tool and call</th><th scope="col">USDC</th></tr>
    </thead>
    <tbody>
      ${calls.map(
        ({ tool, words, operation }) => html`<tr>
          <th scope="row"><a href="/tools/${tool}">${tool}</a><small>${words}</small></th>
          ${priceCell(operation, contract)}
        </tr>`,
      )}
    </tbody>
  </table>`
}

/** The price that the server would quote, or a text if this server has no source. */
function priceCell({ query, variables }: PageOperation, contract: Contract): Markup {
  try {
    const { price } = priceRequest(contract, prepareOperation(contract, query), variables)
    return html`<td class="num price">${price.amount === 0n ? 'free' : usdcText(price.amount)}</td>`
  } catch (error) {
    if (hasCode(error, 'NOT_CONFIGURED')) return html`<td class="num muted">not configured</td>`
    throw error
  }
}

/** Paths of the areas in groups. Together they are all areas but those that only group others. */
export const areaGroups: readonly (readonly [title: string, areas: readonly string[]])[] = [
  [
    'Price',
    [
      'market',
      'technicals',
      'analyst',
      'shortInterest',
      'derivatives.options',
      'derivatives.futures',
    ],
  ],
  [
    'Accounts',
    [
      'financials.income',
      'financials.balanceSheet',
      'financials.cashFlow',
      'segmentedRevenue',
      'earnings',
      'earningsCalendar',
      'earningsPressReleases',
    ],
  ],
  [
    'Ownership',
    ['insiderTrades', 'institutionalHoldings', 'topHolders', 'executives', 'relationships'],
  ],
  [
    'Regulators',
    [
      'regulatory.filings',
      'periodicFilings',
      'regulatory.sanctions',
      'risk.signals',
      'regulatory.campaignFinance',
      'governmentContracts',
      'fdaEvents',
      'clinicalTrials',
      'litigation',
    ],
  ],
  [
    'News and talk',
    ['news', 'social.reddit', 'social.redditComments', 'discussions', 'predictions', 'research'],
  ],
]

/** @example areaWord('financials.balanceSheet') // 'balance sheet' */
function areaWord(path: string): string {
  return path
    .split('.')
    .at(-1)!
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^fda/, 'FDA')
    .replace(/^reddit/, 'Reddit')
}
