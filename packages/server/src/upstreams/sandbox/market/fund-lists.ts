import { fundTable } from './funds.ts'
import { hashText } from './random.ts'

/** A share class of a fund, as listed by the SEC. */
type FundClass = { symbol: string; cik: number; registrant: string; series: string; name: string }

/** Mutual funds, with the name of their exchange-traded class. Names are real. */
const classTable = `VFIAX|Vanguard 500 Index Fund|Admiral Shares
  VFINX|Vanguard 500 Index Fund|Investor Shares
  VOO|Vanguard 500 Index Fund|ETF Shares
  VTSAX|Vanguard Total Stock Market Index Fund|Admiral Shares
  VTI|Vanguard Total Stock Market Index Fund|ETF Shares
  VBTLX|Vanguard Total Bond Market Index Fund|Admiral Shares
  BND|Vanguard Total Bond Market Index Fund|ETF Shares
  FXAIX|Fidelity 500 Index Fund|Fidelity 500 Index Fund
  AGTHX|The Growth Fund of America|Class A
  AGTCX|The Growth Fund of America|Class C`

/** Trusts and companies that register series of funds, by the first word of the series' names. */
const registrants: Readonly<Record<string, readonly [cik: number, name: string]>> = {
  Vanguard: [36405, 'VANGUARD INDEX FUNDS'],
  iShares: [1100663, 'iSHARES TRUST'],
  Fidelity: [819118, 'FIDELITY CONCORD STREET TRUST'],
  Schwab: [1454889, 'SCHWAB STRATEGIC TRUST'],
  State: [1064641, 'SELECT SECTOR SPDR TRUST'],
  Invesco: [1067839, 'INVESCO QQQ TRUST, SERIES 1'],
  The: [44201, 'GROWTH FUND OF AMERICA'],
}

/** Trusts of metals and coins. They are not investment companies, so neither list has them. */
const trusts = new Set(['GLD', 'SLV', 'IBIT'])

function fundClasses(): FundClass[] {
  const known = classTable.split('\n').map((row) => row.trim().split('|'))
  const symbols = new Set(known.map(([symbol]) => symbol))
  const traded = fundTable
    .filter(([symbol]) => !symbols.has(symbol) && !trusts.has(symbol))
    .map(([symbol, , name]) => [symbol, name, name])
  return [...known, ...traded].map(([symbol = '', series = '', name = '']) => {
    const [cik, registrant] = registrants[series.split(' ')[0]!] ?? [0, series]
    return { symbol, cik, registrant, series, name }
  })
}

/** An identifier such as `S000002839`: the letter of its kind and nine invented digits. */
const idOf = (kind: 'S' | 'C', name: string) =>
  `${kind}${String(hashText(name) % 1_000_000).padStart(9, '0')}`

/** `/files/company_tickers_mf.json`. */
export function fundTickers(): string {
  return JSON.stringify({
    fields: ['cik', 'seriesId', 'classId', 'symbol'],
    data: fundClasses().map(({ cik, series, symbol }) => [
      cik,
      idOf('S', series),
      idOf('C', symbol),
      symbol,
    ]),
  })
}

const header =
  'Reporting File Number,CIK Number,Entity Name,Entity Org Type,Series ID,Series Name,Class ID,Class Name,Class Ticker,Address_1,Address_2,City,State,Zip Code'
const namesPath =
  /^\/files\/investment\/data\/other\/investment-company-series-class-information\/investment-company-series-class-(\d{4})\.csv$/

/** The year's file of names, published in June; `undefined` for another path or year. */
export function fundNames(path: string, now: number): string | undefined {
  const year = Number(namesPath.exec(path)?.[1])
  if (!(year >= 2025 && now >= Date.UTC(year, 5, 5))) return undefined
  const rows = fundClasses().map(({ symbol, cik, registrant, series, name }) =>
    [
      `811-${String(cik % 100_000).padStart(5, '0')}`,
      String(cik).padStart(10, '0'),
      `"${registrant}"`,
      30,
      idOf('S', series),
      `"${series}"`,
      idOf('C', symbol),
      `"${name}"`,
      symbol,
      'PO BOX 1,,MALVERN,PA,19355',
    ].join(','),
  )
  return `\ufeff${[header, ...rows].join('\r\n')}\r\n`
}
