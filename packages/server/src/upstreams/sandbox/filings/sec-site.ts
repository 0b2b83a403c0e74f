import { litigationReleases } from '../agencies/regulators.ts'
import { fundNames, fundTickers } from '../market/fund-lists.ts'
import type { CloseOn } from '../market/price-book.ts'
import { archiveDocument } from './archive.ts'
import { dataSet, dataSetsPage, failsToDeliver } from './holdings-data-sets.ts'
import { companyTickers, filersArchive } from './sec.ts'
import { pressFeed } from './web.ts'

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
