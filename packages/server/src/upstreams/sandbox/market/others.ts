import { defined } from '@fiq/shared/defined'
import { currencyHours, exchangeHours, futureHours } from './exchange-hours.ts'
import type { Instrument } from './instrument.ts'

type Row = readonly [symbol: string, name: string, anchor: number, currency: string]

const currencyRows: readonly Row[] = [
  ['EURUSD=X', 'EUR/USD', 1.08, 'USD'],
  ['GBPUSD=X', 'GBP/USD', 1.27, 'USD'],
  ['AUDUSD=X', 'AUD/USD', 0.66, 'USD'],
  ['NZDUSD=X', 'NZD/USD', 0.6, 'USD'],
  // Dollars for one unit of the other currencies in which the shares below are listed.
  ['JPYUSD=X', 'JPY/USD', 0.0066, 'USD'],
  ['HKDUSD=X', 'HKD/USD', 0.128, 'USD'],
  ['CHFUSD=X', 'CHF/USD', 1.14, 'USD'],
  ['CADUSD=X', 'CAD/USD', 0.72, 'USD'],
  ['INRUSD=X', 'INR/USD', 0.0119, 'USD'],
  ['DKKUSD=X', 'DKK/USD', 0.145, 'USD'],
  ['EURGBP=X', 'EUR/GBP', 0.85, 'GBP'],
  ['EURJPY=X', 'EUR/JPY', 163, 'JPY'],
  ['EURCHF=X', 'EUR/CHF', 0.95, 'CHF'],
  ['JPY=X', 'USD/JPY', 151, 'JPY'],
  ['USDJPY=X', 'USD/JPY', 151, 'JPY'],
  ['CHF=X', 'USD/CHF', 0.88, 'CHF'],
  ['USDCHF=X', 'USD/CHF', 0.88, 'CHF'],
  ['CAD=X', 'USD/CAD', 1.38, 'CAD'],
  ['USDCAD=X', 'USD/CAD', 1.38, 'CAD'],
  ['CNY=X', 'USD/CNY', 7.2, 'CNY'],
  ['USDCNY=X', 'USD/CNY', 7.2, 'CNY'],
  ['INR=X', 'USD/INR', 84, 'INR'],
  ['MXN=X', 'USD/MXN', 18.5, 'MXN'],
  ['SEK=X', 'USD/SEK', 10.6, 'SEK'],
]

const futureRows: readonly Row[] = [
  ['ES=F', 'E-Mini S&P 500', 5_920, 'USD'],
  ['NQ=F', 'Nasdaq 100', 21_100, 'USD'],
  ['YM=F', 'Mini Dow Jones Industrial Average', 42_600, 'USD'],
  ['RTY=F', 'E-mini Russell 2000', 2_240, 'USD'],
  ['GC=F', 'Gold', 2_650, 'USD'],
  ['SI=F', 'Silver', 31, 'USD'],
  ['HG=F', 'Copper', 4.2, 'USD'],
  ['CL=F', 'Crude Oil', 71, 'USD'],
  ['BZ=F', 'Brent Crude Oil', 75, 'USD'],
  ['NG=F', 'Natural Gas', 2.9, 'USD'],
  ['ZC=F', 'Corn', 430, 'USX'],
  ['ZW=F', 'Wheat', 560, 'USX'],
  ['ZS=F', 'Soybean', 1_000, 'USX'],
  ['ZN=F', '10-Year T-Note', 110, 'USD'],
  ['ZB=F', 'U.S. Treasury Bond', 117, 'USD'],
]

const abroadRows: readonly Row[] = [
  ['VOD.L', 'VODAFONE GROUP PLC', 72, 'GBp'],
  ['HSBA.L', 'HSBC HOLDINGS PLC', 720, 'GBp'],
  ['BP.L', 'BP PLC', 390, 'GBp'],
  ['SHEL.L', 'SHELL PLC', 2_600, 'GBp'],
  ['AZN.L', 'ASTRAZENECA PLC', 10_500, 'GBp'],
  ['SAP.DE', 'SAP SE', 225, 'EUR'],
  ['SIE.DE', 'SIEMENS AG', 185, 'EUR'],
  ['BMW.DE', 'BAYERISCHE MOTOREN WERKE AG', 75, 'EUR'],
  ['MC.PA', 'LVMH', 620, 'EUR'],
  ['TTE.PA', 'TOTALENERGIES SE', 57, 'EUR'],
  ['ASML.AS', 'ASML HOLDING NV', 650, 'EUR'],
  ['NESN.SW', 'NESTLE SA', 78, 'CHF'],
  ['NOVO-B.CO', 'NOVO NORDISK A/S', 740, 'DKK'],
  ['7203.T', 'TOYOTA MOTOR CORP', 2_700, 'JPY'],
  ['0700.HK', 'TENCENT HOLDINGS LTD', 400, 'HKD'],
  ['BHP.AX', 'BHP GROUP LTD', 40, 'AUD'],
  ['RY.TO', 'ROYAL BANK OF CANADA', 170, 'CAD'],
  ['RELIANCE.NS', 'RELIANCE INDUSTRIES LTD', 1_300, 'INR'],
]

type Kind = Pick<Instrument, 'kind' | 'exchange' | 'volatility' | 'volume' | 'hours'>

const kinds: readonly (readonly [rows: readonly Row[], kind: Kind])[] = [
  [
    currencyRows,
    { kind: 'CURRENCY', exchange: 'CCY', volatility: 0.005, volume: 0, hours: currencyHours },
  ],
  [
    futureRows,
    { kind: 'FUTURE', exchange: 'CME', volatility: 0.012, volume: 200_000, hours: futureHours },
  ],
  [abroadRows, { kind: 'ABROAD', exchange: 'Abroad', volatility: 0.013, volume: 2_000_000 }],
]

/** Currency pairs, futures and foreign listings, which trade in the hours of their markets. */
export function others(): Instrument[] {
  return kinds.flatMap(([rows, kind]) =>
    rows.map(([symbol, name, anchor, currency]) => ({
      symbol,
      name,
      anchor,
      currency,
      ...kind,
      cik: 0,
      memory: 0.9985,
      drift: 0,
      shares: 0,
      ...defined({ hours: exchangeHours[symbol.split('.')[1] ?? ''] }),
    })),
  )
}
