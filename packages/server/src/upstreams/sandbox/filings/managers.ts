import { escaped } from '../market/escaped.ts'
import type { Instrument } from '../market/instrument.ts'
import { listedShares } from '../market/instruments.ts'
import type { CloseOn } from '../market/price-book.ts'
import { hashText, mix, uniform } from '../market/random.ts'

/** A filer of form 13F. Names are real or realistic; holdings are invented. */
type Manager = { cik: number; name: string }

export const managers: readonly Manager[] = [
  { cik: 1067983, name: 'BERKSHIRE HATHAWAY INC' },
  { cik: 102909, name: 'VANGUARD GROUP INC' },
  { cik: 1364742, name: 'BLACKROCK INC.' },
  { cik: 93751, name: 'STATE STREET CORP' },
  { cik: 315066, name: 'FMR LLC' },
  { cik: 1423053, name: 'CITADEL ADVISORS LLC' },
  ...Array.from({ length: 24 }, (_, index) => ({
    cik: 9_100_000_000 + index,
    name: `SAMPLE CAPITAL MANAGEMENT ${index + 1} LP`,
  })),
]

/** Whether this filer files form 13F. */
export function isManager(cik: number): boolean {
  return managers.some((known) => known.cik === cik)
}

/** A manager that is not a listed company, represented as a filer without shares. */
export function managerOf(cik: string): Instrument | undefined {
  const manager = managers.find((known) => known.cik === Number(cik))
  return (
    manager && {
      ...manager,
      symbol: '',
      kind: 'EQUITY',
      exchange: 'NYSE',
      anchor: 0,
      volatility: 0,
      memory: 0,
      drift: 0,
      shares: 0,
      volume: 0,
    }
  )
}

/** Nine characters that are not a real CUSIP. */
export function sandboxCusip(symbol: string): string {
  return `9${(hashText(symbol) % 36 ** 5).toString(36).toUpperCase().padStart(5, '0')}100`
}

type Row = { instrument: Instrument; shares: number; value: number; option: '' | 'Put' | 'Call' }

/** A manager's holdings at the end of a quarter, in dollars at the close of that day. */
export function holdingsOf(cik: number, period: string, closeOn: CloseOn): Row[] {
  return listedShares()
    .filter(({ symbol }) => uniform(mix(cik, hashText(symbol)), 1) < 0.4)
    .map((instrument) => {
      const key = mix(mix(cik, hashText(instrument.symbol)), hashText(period))
      const shares = Math.round((instrument.shares * 0.05 * uniform(key, 2)) / 100) * 100
      const option = uniform(key, 3) < 0.03 ? 'Put' : uniform(key, 4) < 0.03 ? 'Call' : ''
      const value = Math.round(shares * closeOn(instrument, period))
      return { instrument, shares, value, option }
    })
}

/** Values in the unit of the form: thousands up to this quarter, then dollars. */
const inUnit = (value: number, period: string) =>
  period <= '2022-09-30' ? Math.round(value / 1_000) : value

/** The full submission of a form 13F-HR. */
export function holdingsSubmission(
  { cik, name }: { cik: number; name: string },
  { accession, period, filed }: { accession: string; period: string; filed: string },
  closeOn: CloseOn,
): string {
  const quarter = `${period.slice(5)}-${period.slice(0, 4)}`
  const rows = holdingsOf(cik, period, closeOn).map(
    ({ instrument, shares, value, option }) =>
      `<infoTable><nameOfIssuer>${escaped(instrument.name)}</nameOfIssuer><titleOfClass>COM</titleOfClass><cusip>${sandboxCusip(instrument.symbol)}</cusip><value>${inUnit(value, period)}</value><shrsOrPrnAmt><sshPrnamt>${shares}</sshPrnamt><sshPrnamtType>SH</sshPrnamtType></shrsOrPrnAmt>${option && `<putCall>${option}</putCall>`}<investmentDiscretion>SOLE</investmentDiscretion></infoTable>`,
  )
  return `<SEC-DOCUMENT>${accession}.txt : ${filed.replaceAll('-', '')}
<SEC-HEADER>CONFORMED SUBMISSION TYPE:\t13F-HR
CONFORMED PERIOD OF REPORT:\t${period.replaceAll('-', '')}
</SEC-HEADER>
<DOCUMENT>
<TYPE>13F-HR
<TEXT>
<XML>
<?xml version="1.0" encoding="UTF-8"?>
<edgarSubmission><formData><coverPage><reportCalendarOrQuarter>${quarter}</reportCalendarOrQuarter><filingManager><name>${escaped(name)}</name></filingManager><reportType>13F HOLDINGS REPORT</reportType></coverPage></formData></edgarSubmission>
</XML>
</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>INFORMATION TABLE
<TEXT>
<XML>
<informationTable xmlns="http://www.sec.gov/edgar/document/thirteenf/informationtable">
${rows.join('\n')}
</informationTable>
</XML>
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>`
}
