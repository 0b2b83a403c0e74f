import { FiqError } from '@fiq/shared/errors'
import { turns } from '../../scheduling/turns.ts'
import type { Transport, UpstreamRequest } from '../transport.ts'
import { fecFile } from './agencies/fec.ts'
import { ofacFile, unList } from './agencies/ofac.ts'
import { fec } from './agencies/open-fec.ts'
import { litigationReleases, regulatorRoutes } from './agencies/regulators.ts'
import { euSanctions, ukSanctions, usScreening } from './agencies/sanctions-lists.ts'
import { archiveDocument } from './filings/archive.ts'
import { leiRecords } from './filings/gleif.ts'
import { dataSet, dataSetsPage, failsToDeliver } from './filings/holdings-data-sets.ts'
import { companyTickers, factsOf, filersArchive, submissionsOf } from './filings/sec.ts'
import { pressFeed, webRoutes } from './filings/web.ts'
import { fredGraph } from './macro/fred.ts'
import { imfOutlook, worldBank } from './macro/world-bank.ts'
import { fundNames, fundTickers } from './market/fund-lists.ts'
import { type CloseOn, priceBook } from './market/price-book.ts'
import { type Route, type SandboxHosts, unknownAddress } from './market/route.ts'
import { nyseCalendar } from './market/sessions.ts'
import { marketRoutes } from './market-routes.ts'
import { quoteSummary } from './prices/analysts.ts'
import { yahooChain } from './prices/option-chain.ts'
import { secFrame, yahooScreen } from './prices/screener.ts'
import { yahooChart, yahooQuotes } from './prices/yahoo.ts'

export type SandboxPorts = {
  now(): Date
  /** A different seed yields different values. */
  seed?: number
  /** Hosts that connectors answer. */
  hosts?: SandboxHosts
}

/**
 * Answers the real addresses in each upstream's own format with invented values, for machines
 * without a network, demonstrations and load tests. The values depend on seed and clock only.
 * Covers the S&P 500 and about 150 other companies, indices and coins, every country, thirty
 * economic series and a list of invented names.
 *
 * @throws FiqError `NOT_FOUND` for an unknown item, `UPSTREAM_UNAVAILABLE` for other hosts
 */
export function sandboxTransport({ now, seed = 1, hosts = {} }: SandboxPorts): Transport {
  const answerOf = routes(seed, hosts)
  return {
    mode: 'sandbox',
    async fetch(request) {
      const turn = turns.next()
      if (turn) await turn
      const instant = now()
      // Prices change once a second, so that the end of a chart equals the quote of the same
      // second.
      const answer = answerOf(request, Math.floor(instant.getTime() / 1000) * 1000)
      const body = typeof answer === 'string' ? utf8.encode(answer) : answer
      const time = instant.toISOString()
      return { body, mode: 'sandbox', asOf: time, retrievedAt: time }
    },
  }
}

const utf8 = new TextEncoder()

function routes(seed: number, hosts: SandboxHosts): Route {
  const book = priceBook(nyseCalendar(), seed)
  const quotes = yahooQuotes(book)
  const yahoo: Route = (request, now) => {
    const { pathname } = request.url
    if (pathname === '/v7/finance/quote') return quotes(request, now)
    if (pathname.startsWith('/v8/finance/chart/')) return yahooChart(book, request, now)
    if (pathname.startsWith('/v7/finance/options/')) return yahooChain(book, request, now)
    if (pathname.startsWith('/v10/finance/quoteSummary/')) return quoteSummary(book, request, now)
    if (pathname.startsWith('/v1/finance/screener/')) return yahooScreen(book, request, now)
    return unknownAddress(request)
  }
  const byHost: SandboxHosts = {
    'query1.finance.yahoo.com': yahoo,
    'query2.finance.yahoo.com': yahoo,
    'fred.stlouisfed.org': fredGraph,
    'api.worldbank.org': worldBank,
    'api.imf.org': imfOutlook,
    'sanctionslistservice.ofac.treas.gov': (request) =>
      ofacFile(request.url.pathname) ?? unknownAddress(request),
    'www.sec.gov': (request, now) =>
      secSite(request.url.pathname, now, seed, book.closeOn) ?? unknownAddress(request),
    'scsanctions.un.org': (_, now) => unList(now),
    'sanctionslist.fcdo.gov.uk': ukSanctions,
    'webgate.ec.europa.eu': euSanctions,
    'data.trade.gov': usScreening,
    'api.gleif.org': leiRecords,
    'api.open.fec.gov': fec,
    'www.fec.gov': (request, now) =>
      fecFile(request.url.pathname, now, seed) ?? unknownAddress(request),
    'data.sec.gov': (request, now) =>
      secFiler(request, now, seed) ?? secFrame(request, seed) ?? unknownAddress(request),
    ...marketRoutes(book),
    ...regulatorRoutes,
    ...webRoutes(),
  }
  return (request, now) => {
    const { host } = request.url
    const answer = hosts[host] ?? byHost[host]
    if (answer) return answer(request, now, seed)
    throw new FiqError('UPSTREAM_UNAVAILABLE', `The sandbox does not answer for ${host}.`)
  }
}

function secFiler({ url }: UpstreamRequest, now: number, seed: number): string | undefined {
  const [, kind, cik] =
    /^\/(api\/xbrl\/companyfacts|submissions)\/CIK(\d{10})\.json$/.exec(url.pathname) ?? []
  if (!kind || !cik) return undefined
  return kind === 'submissions' ? submissionsOf(cik, now) : factsOf(cik, now, seed)
}

/** A page of `www.sec.gov` by its path, without prose; `undefined` for an unknown path. */
export function secSite(
  path: string,
  now: number,
  seed: number,
  closeOn: CloseOn,
): string | Uint8Array | undefined {
  if (path === '/files/company_tickers_exchange.json') return companyTickers()
  if (path === '/files/company_tickers_mf.json') return fundTickers()
  if (path.startsWith('/files/investment/')) return fundNames(path, now)
  if (path === '/enforcement-litigation/litigation-releases/rss') return litigationReleases(now)
  if (path === '/news/pressreleases.rss') return pressFeed('SEC', now)
  if (path === '/data-research/sec-markets-data/form-13f-data-sets') return dataSetsPage(now)
  if (path.startsWith('/files/structureddata/')) return dataSet(path, now, closeOn)
  if (path.startsWith('/files/data/fails-deliver-data/')) return failsToDeliver(path, now, closeOn)
  return filersArchive(path, now, seed) ?? archiveDocument(path, now, seed, closeOn)
}
