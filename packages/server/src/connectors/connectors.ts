import { campaignFinance } from './campaign-finance/connector.ts'
import type { Connector } from './connector.ts'
import { gdp } from './gdp/connector.ts'
import { inflation } from './inflation/connector.ts'
import { institutionalHoldings } from './institutional-holdings/connector.ts'
import { interestRates } from './interest-rates/connector.ts'
import { macroSeries } from './macro-series/connector.ts'
import { marketStatus } from './market-status/connector.ts'
import { screen } from './screen/connector.ts'
import { shortInterest } from './short-interest/connector.ts'
import { sp500Multiples } from './sp500-multiples/connector.ts'

/** Every data area. Schema, tariff, contract and egress allow-list are collected from this list. */
export const connectors: readonly Connector[] = [
  marketStatus,
  screen,
  sp500Multiples,
  gdp,
  inflation,
  interestRates,
  macroSeries,
  institutionalHoldings,
  shortInterest,
  campaignFinance,
]
