import type { Instrument } from './instrument.ts'

/**
 * Exchange-traded funds of the sandbox, with the standard deviation of their daily returns. Symbols
 * and names are those of the exchanges' public directory. All their figures are invented.
 */
export const fundTable: readonly (readonly [
  symbol: string,
  exchange: Instrument['exchange'],
  name: string,
  volatility: number,
])[] = [
  ['SPY', 'NYSE Arca', 'State Street SPDR S&P 500 ETF Trust', 0.009],
  ['VOO', 'NYSE Arca', 'Vanguard S&P 500 ETF', 0.009],
  ['IVV', 'NYSE Arca', 'iShares Core S&P 500 ETF', 0.009],
  ['VTI', 'NYSE Arca', 'Vanguard Morningstar Total Stock Market ETF', 0.009],
  ['QQQ', 'Nasdaq', 'Invesco QQQ Trust, Series 1', 0.011],
  ['IWM', 'NYSE Arca', 'iShares Russell 2000 Index Fund', 0.012],
  ['DIA', 'NYSE Arca', 'State Street SPDR Dow Jones Industrial Average ETF Trust', 0.008],
  ['VEA', 'NYSE Arca', 'Vanguard FTSE Developed Markets ETF', 0.008],
  ['VWO', 'NYSE Arca', 'Vanguard FTSE Emerging Markets ETF', 0.01],
  ['VXUS', 'Nasdaq', 'Vanguard Total International Stock ETF', 0.008],
  ['SCHD', 'NYSE Arca', 'Schwab US Dividend Equity ETF', 0.008],
  ['VUG', 'NYSE Arca', 'Vanguard Morningstar Growth ETF', 0.011],
  ['VTV', 'NYSE Arca', 'Vanguard Morningstar Value ETF', 0.007],
  ['XLK', 'NYSE Arca', 'State Street Technology Select Sector SPDR ETF', 0.012],
  ['XLF', 'NYSE Arca', 'State Street Financial Select Sector SPDR ETF', 0.01],
  ['XLE', 'NYSE Arca', 'State Street Energy Select Sector SPDR ETF', 0.014],
  ['BND', 'Nasdaq', 'Vanguard Total Bond Market ETF', 0.003],
  ['AGG', 'NYSE Arca', 'iShares Core U.S. Aggregate Bond ETF', 0.003],
  ['TLT', 'Nasdaq', 'iShares 20+ Year Treasury Bond ETF', 0.008],
  ['LQD', 'NYSE Arca', 'iShares iBoxx $ Investment Grade Corporate Bond ETF', 0.004],
  ['HYG', 'NYSE Arca', 'iShares iBoxx $ High Yield Corporate Bond ETF', 0.004],
  ['GLD', 'NYSE Arca', 'SPDR Gold Shares', 0.009],
  ['SLV', 'NYSE Arca', 'iShares Silver Trust', 0.016],
  ['IBIT', 'Nasdaq', 'iShares Bitcoin Trust ETF', 0.028],
]
