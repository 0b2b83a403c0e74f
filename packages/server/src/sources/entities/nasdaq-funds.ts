import { refuse, rowsMinIn, textOf } from '../../upstreams/checked-answer.ts'
import { csvTable } from '../../upstreams/csv-table.ts'
import type { UpstreamAnswer } from '../../upstreams/transport.ts'
import type { ConnectorContext, Sourced, Upstream } from '../connector.ts'
import { provenanceOf } from '../sourced.ts'
import type { ListedFund } from './listed-fund.ts'

/**
 * The securities listed on US exchanges. It marks funds, most of which are not in the SEC's list.
 */
export const nasdaqTrader: Upstream = {
  id: 'nasdaq-trader',
  name: 'Nasdaq Trader symbol directory',
  hosts: ['www.nasdaqtrader.com'],
  url: 'https://www.nasdaqtrader.com/dynamic/SymDir/nasdaqtraded.txt',
  licence: { class: 'restricted', text: 'Nasdaq Trader terms, to be reviewed' },
  delay: 'updated by Nasdaq each trading day',
}

/** Minimum number of funds. The published list has over 4,000. */
const publishedFundsMin = 1_000

/**
 * Exchange-traded funds of US exchanges.
 *
 * @throws FiqError like the transport; `UPSTREAM_CHANGED` for another format
 */
export async function loadNasdaqFunds(
  context: ConnectorContext,
): Promise<Sourced<readonly ListedFund[]>> {
  const url = new URL(nasdaqTrader.url)
  const answer = await context.fetch({ url, expects: 'csv', bulk: true })
  const { funds, asOf } = readListedFunds(answer, url)
  const provenance = provenanceOf(nasdaqTrader, answer, { asOf: asOf ?? answer.asOf })
  return { value: funds, provenance: [provenance] }
}

/**
 * The funds in the directory, without test issues. The file has `|` between fields, a header, and
 * its time of creation in the last line (`File Creation Time: 0822202620:02`). Columns are found by
 * name.
 *
 * @throws FiqError `UPSTREAM_CHANGED`
 */
export function readListedFunds(
  answer: UpstreamAnswer,
  url: URL,
): { funds: ListedFund[]; asOf: string | undefined } {
  const { rows, trailer } = csvTable(textOf(answer), url, directoryColumns, '|')
  const funds = rows
    .filter(([, , fund, test]) => fund === 'Y' && test === 'N')
    .map(([ticker, name]) => ({ ticker, name: name.trim(), source: nasdaqTrader.id }))
    .filter((each) => /^[A-Z]{1,5}$/.test(each.ticker) && each.name !== '')
  const fundsMin = rowsMinIn(answer.mode, publishedFundsMin)
  if (funds.length < fundsMin)
    refuse(url, 'a symbol directory in another format', {
      facts: [`Funds: ${funds.length}; at least ${fundsMin} expected.`],
    })
  const [, month, day, year] = /(\d\d)(\d\d)(\d{4})\d\d:\d\d/.exec(trailer ?? '') ?? []
  return { funds, asOf: year && `${year}-${month}-${day}` }
}

const directoryColumns = ['Symbol', 'Security Name', 'ETF', 'Test Issue'] as const
