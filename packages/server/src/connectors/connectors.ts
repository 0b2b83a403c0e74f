import type { Connector } from '../sources/connector.ts'
import { ownerOf } from '../sources/grades/source-grades.ts'
import type { SandboxHosts } from '../upstreams/sandbox/market/route.ts'
import { analyst } from './analyst/connector.ts'
import { balanceOfPayments } from './balance-of-payments/connector.ts'
import { campaignFinance } from './campaign-finance/connector.ts'
import { clinicalTrials } from './clinical-trials/connector.ts'
import { derivatives } from './derivatives/connector.ts'
import { discussions } from './discussions/connector.ts'
import { earnings } from './earnings/connector.ts'
import { earningsPressReleases } from './earnings-press-releases/connector.ts'
import { entities } from './entities/connector.ts'
import { executives } from './executives/connector.ts'
import { factorReturns } from './factor-returns/connector.ts'
import { fdaEvents } from './fda-events/connector.ts'
import { filings } from './filings/connector.ts'
import { financials } from './financials/connector.ts'
import { gdp } from './gdp/connector.ts'
import { governmentContracts } from './government-contracts/connector.ts'
import { inflation } from './inflation/connector.ts'
import { insiderTrades } from './insider-trades/connector.ts'
import { institutionalHoldings } from './institutional-holdings/connector.ts'
import { interestRates } from './interest-rates/connector.ts'
import { litigation } from './litigation/connector.ts'
import { macroSeries } from './macro-series/connector.ts'
import { marketStatus } from './market-status/connector.ts'
import { news } from './news/connector.ts'
import { periodicFilings } from './periodic-filings/connector.ts'
import { predictions } from './predictions/connector.ts'
import { priceHistory } from './price-history/connector.ts'
import { quotes } from './quotes/connector.ts'
import { regulatory } from './regulatory/connector.ts'
import { relationships } from './relationships/connector.ts'
import { research } from './research/connector.ts'
import { risk } from './risk/connector.ts'
import { sanctionsScreen } from './sanctions-screen/connector.ts'
import { screen } from './screen/connector.ts'
import { searchEntities } from './search-entities/connector.ts'
import { segmentedRevenue } from './segmented-revenue/connector.ts'
import { shortInterest } from './short-interest/connector.ts'
import { social } from './social/connector.ts'
import { sp500Multiples } from './sp500-multiples/connector.ts'
import { technicals } from './technicals/connector.ts'
import { treasuryYields } from './treasury-yields/connector.ts'

/**
 * All data areas, in the order of the schema text. Schema, tariff, contract and the list of allowed
 * hosts derive from this list.
 */
export const connectors: readonly Connector[] = [
  quotes,
  searchEntities,
  priceHistory,
  entities,
  regulatory,
  marketStatus,
  technicals,
  financials,
  periodicFilings,
  filings,
  earnings,
  earningsPressReleases,
  insiderTrades,
  executives,
  risk,
  segmentedRevenue,
  relationships,
  sanctionsScreen,
  institutionalHoldings,
  gdp,
  inflation,
  interestRates,
  macroSeries,
  shortInterest,
  campaignFinance,
  fdaEvents,
  litigation,
  governmentContracts,
  clinicalTrials,
  news,
  social,
  discussions,
  predictions,
  research,
  sp500Multiples,
  screen,
  factorReturns,
  balanceOfPayments,
  treasuryYields,
  derivatives,
  analyst,
]

/** All hosts that requests may reach, redirects included. */
export function upstreamHosts(): ReadonlySet<string> {
  const upstreams = connectors.flatMap((connector) => connector.upstreams)
  return new Set(upstreams.flatMap(({ hosts }) => hosts))
}

/** Sandbox answers for the hosts of single areas. */
export const sandboxHosts: SandboxHosts = Object.assign(
  {},
  ...connectors.map(({ sandbox }) => sandbox),
)

/** The owner of a host whose terms the user has to accept, if the user has not decided. */
export function undecidedOwnerOf(host: string): string | undefined {
  const upstreams = connectors.flatMap((connector) => connector.upstreams)
  const owners = upstreams.filter(({ hosts }) => hosts.includes(host)).map(ownerOf)
  return owners.find((owner) => owner?.grade === 'U')?.id
}
