import { defined } from '@fiq/shared/defined'
import { indexExchanges } from '@fiq/shared/spelling/index-exchanges'
import { equityTable } from './equities.ts'
import { exchangeHours } from './exchange-hours.ts'
import { fundTable } from './funds.ts'
import type { Instrument } from './instrument.ts'
import { others } from './others.ts'
import { hashText, uniform } from './random.ts'
import { sp500Table } from './sp500.ts'

let built: ReadonlyMap<string, Instrument> | undefined

/** All instruments of the sandbox, by symbol. Built once. */
export function instruments(): ReadonlyMap<string, Instrument> {
  built ??= new Map(
    [...equities(), ...funds(), ...indices(), ...coins(), ...others()].map((instrument) => [
      instrument.symbol,
      instrument,
    ]),
  )
  return built
}

/** Whether its shares are listed on an exchange. Includes funds. */
export function isListed({ kind }: Instrument): boolean {
  return kind === 'EQUITY' || kind === 'ETF'
}

/** Shares and funds that are listed on an exchange, largest company first. */
export const listedShares = (): Instrument[] => [...instruments().values()].filter(isListed)

/** Companies with filings, largest first. */
export const companies = (): Instrument[] =>
  [...instruments().values()].filter(({ cik }) => cik > 0)

const tradingDays = 252

function equities(): Instrument[] {
  const rows = `${equityTable};${sp500Table}`
    .split(/[;\n]/)
    .map((row) => row.trim())
    .filter((row) => row !== '')
  return rows.map((row, rank) => {
    const [symbol = '', cik = '', venue = '', name = ''] = row.split('|')
    const key = hashText(symbol)
    const anchor = Math.round(2_000 * 20 ** uniform(key, 1)) / 100
    const capitalisation = 3.6e12 / (rank + 1) ** 0.85
    const shares = Math.round(capitalisation / anchor / 1_000) * 1_000
    return {
      symbol,
      name,
      kind: 'EQUITY',
      cik: Number(cik),
      exchange: venue === 'Q' ? 'Nasdaq' : 'NYSE',
      anchor,
      volatility: 0.009 + 0.014 * uniform(key, 2),
      memory: 0.9985,
      drift: (0.02 + 0.12 * uniform(key, 3)) / tradingDays,
      shares,
      volume: Math.round(shares * (0.002 + 0.006 * uniform(key, 4))),
    }
  })
}

function funds(): Instrument[] {
  return fundTable.map(([symbol, venue, name, volatility]) => {
    const key = hashText(symbol)
    const anchor = Math.round(4_000 * 10 ** uniform(key, 1)) / 100
    const shares = Math.round((2e10 * 20 ** uniform(key, 2)) / anchor / 10_000) * 10_000
    return {
      symbol,
      name,
      kind: 'ETF',
      cik: 0,
      exchange: venue,
      anchor,
      volatility,
      memory: 0.9985,
      drift: (5 * volatility) / tradingDays,
      shares,
      volume: Math.round(shares * (0.005 + 0.02 * uniform(key, 3))),
    }
  })
}

function indices(): Instrument[] {
  return indexRows.map(([symbol, name, anchor, volatility, memory]) => ({
    symbol,
    name,
    kind: 'INDEX',
    cik: 0,
    exchange: 'Index',
    anchor,
    volatility,
    memory,
    drift: memory < 0.99 ? 0 : 0.07 / tradingDays,
    shares: 0,
    volume: volatility > 0.02 ? 0 : 3_500_000_000,
    ...defined({ hours: exchangeHours[indexExchanges[symbol] ?? ''] }),
  }))
}

function coins(): Instrument[] {
  return coinRows.map(([ticker, name, anchor, shares]) => ({
    symbol: `${ticker}-USD`,
    name: `${name} USD`,
    kind: 'CRYPTOCURRENCY',
    cik: 0,
    exchange: 'CCC',
    anchor,
    volatility: anchor === 1 ? 0.0001 : 0.028,
    memory: anchor === 1 ? 0.5 : 0.998,
    drift: anchor === 1 ? 0 : 0.2 / 365,
    shares,
    volume: Math.round(anchor * shares * 0.03),
  }))
}

const indexRows: readonly [string, string, number, number, number][] = [
  ['^GSPC', 'S&P 500', 5_900, 0.008, 0.9985],
  ['^DJI', 'Dow Jones Industrial Average', 42_500, 0.007, 0.9985],
  ['^IXIC', 'NASDAQ Composite', 19_300, 0.01, 0.9985],
  ['^NDX', 'NASDAQ 100', 21_000, 0.01, 0.9985],
  ['^RUT', 'Russell 2000', 2_230, 0.011, 0.9985],
  ['^VIX', 'CBOE Volatility Index', 17.4, 0.05, 0.97],
  ['^NYA', 'NYSE Composite', 19_100, 0.008, 0.9985],
  ['^OEX', 'S&P 100', 2_880, 0.008, 0.9985],
  ['^MID', 'S&P MidCap 400', 3_120, 0.01, 0.9985],
  ['^SP600', 'S&P SmallCap 600', 1_410, 0.011, 0.9985],
  ['^XAX', 'NYSE American Composite', 4_800, 0.009, 0.9985],
  ['^DJT', 'Dow Jones Transportation Average', 16_000, 0.01, 0.9985],
  ['^DJU', 'Dow Jones Utility Average', 985, 0.008, 0.9985],
  ['^SOX', 'PHLX Semiconductor', 5_000, 0.015, 0.9985],
  ['^TNX', 'CBOE Interest Rate 10 Year T Note', 4.57, 0.021, 0.97],
  ['^IRX', '13 Week Treasury Bill', 4.2, 0.021, 0.97],
  ['^FVX', 'Treasury Yield 5 Years', 4.4, 0.021, 0.97],
  ['^TYX', 'Treasury Yield 30 Years', 4.8, 0.021, 0.97],
  ['^FTSE', 'FTSE 100', 8_200, 0.007, 0.9985],
  ['^GDAXI', 'DAX', 20_000, 0.008, 0.9985],
  ['^FCHI', 'CAC 40', 7_300, 0.008, 0.9985],
  ['^STOXX50E', 'EURO STOXX 50', 4_900, 0.008, 0.9985],
  ['^N225', 'Nikkei 225', 39_900, 0.01, 0.9985],
  ['^HSI', 'Hang Seng Index', 19_700, 0.011, 0.9985],
  ['^GSPTSE', 'S&P/TSX Composite', 24_700, 0.007, 0.9985],
  ['^BVSP', 'IBOVESPA', 120_000, 0.011, 0.9985],
  ['^AXJO', 'S&P/ASX 200', 8_200, 0.007, 0.9985],
  ['^KS11', 'KOSPI Composite', 2_400, 0.009, 0.9985],
  ['^BSESN', 'S&P BSE SENSEX', 78_500, 0.008, 0.9985],
  ['^NSEI', 'NIFTY 50', 23_700, 0.008, 0.9985],
  ['^RUI', 'Russell 1000', 3_240, 0.008, 0.9985],
  ['^RUA', 'Russell 3000', 3_370, 0.008, 0.9985],
  ['^W5000', 'Wilshire 5000 Total Market', 58_600, 0.008, 0.9985],
  ['^MXX', 'IPC Mexico', 49_500, 0.008, 0.9985],
]

const coinRows: readonly [string, string, number, number][] = [
  ['BTC', 'Bitcoin', 96_000, 19_800_000],
  ['ETH', 'Ethereum', 3_450, 120_400_000],
  ['USDT', 'Tether', 1, 138_000_000_000],
  ['BNB', 'BNB', 700, 144_000_000],
  ['SOL', 'Solana', 200, 480_000_000],
  ['XRP', 'XRP', 2.4, 57_000_000_000],
  ['USDC', 'USD Coin', 1, 44_000_000_000],
  ['DOGE', 'Dogecoin', 0.33, 147_000_000_000],
  ['ADA', 'Cardano', 0.95, 35_000_000_000],
  ['TRX', 'TRON', 0.26, 86_000_000_000],
  ['AVAX', 'Avalanche', 38, 410_000_000],
  ['LINK', 'Chainlink', 22, 630_000_000],
  ['XLM', 'Stellar', 0.42, 30_000_000_000],
  ['SHIB', 'Shiba Inu', 0.000022, 589_000_000_000_000],
  ['DOT', 'Polkadot', 7.1, 1_500_000_000],
  ['HBAR', 'Hedera', 0.28, 38_000_000_000],
  ['BCH', 'Bitcoin Cash', 450, 19_800_000],
  ['LTC', 'Litecoin', 107, 75_300_000],
  ['UNI', 'Uniswap', 13.5, 600_000_000],
  ['XMR', 'Monero', 195, 18_400_000],
  ['ETC', 'Ethereum Classic', 26, 150_000_000],
  ['ATOM', 'Cosmos', 6.6, 390_000_000],
  ['FIL', 'Filecoin', 5.3, 620_000_000],
  ['ALGO', 'Algorand', 0.36, 8_300_000_000],
  ['AAVE', 'Aave', 320, 15_000_000],
  ['DAI', 'Dai', 1, 5_300_000_000],
  ['NEAR', 'NEAR Protocol', 5.2, 1_170_000_000],
  ['APT', 'Aptos', 9.1, 560_000_000],
  ['ARB', 'Arbitrum', 0.78, 4_200_000_000],
  ['OP', 'Optimism', 1.9, 1_350_000_000],
  ['ICP', 'Internet Computer', 10.4, 480_000_000],
  ['XTZ', 'Tezos', 1.33, 1_020_000_000],
  ['POL', 'Polygon', 0.47, 8_400_000_000],
]
