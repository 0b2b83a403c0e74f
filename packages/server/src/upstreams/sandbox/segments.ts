import { companyFacts } from './company-facts.ts'
import type { SandboxFiling } from './filings.ts'
import type { Instrument } from './instruments.ts'
import { hashText, uniform } from './random.ts'

type RevenueFact = { start: string; end: string; val: number; accn: string }
type Facts = { facts: { 'us-gaap': Record<string, { units: { USD: RevenueFact[] } }> } }

const concept = 'RevenueFromContractWithCustomerExcludingAssessedTax'
const parts: readonly [axis: string, members: readonly string[]][] = [
  [
    'srt:ProductOrServiceAxis',
    ['smpl:DevicesMember', 'smpl:SoftwareMember', 'us-gaap:ServiceMember'],
  ],
  ['srt:StatementGeographicalAxis', ['country:US', 'srt:EuropeMember', 'smpl:RestOfWorldMember']],
]

/** The XBRL instance of a report: its revenue in every period, split two ways. */
export function segmentInstance(
  filer: Instrument,
  filing: SandboxFiling,
  now: number,
  seed: number,
): string {
  const { facts } = JSON.parse(companyFacts(filer, now, seed)) as Facts
  const own = facts['us-gaap'][concept]!.units.USD.filter(({ accn }) => accn === filing.accession)
  const body = own.flatMap(({ start, end, val }, index) =>
    parts.flatMap(([axis, members], way) =>
      split(val, members.length, hashText(filer.symbol) + way).map((value, part) => {
        const id = `c-${index}-${way}-${part}`
        return `<context id="${id}"><entity><identifier scheme="http://www.sec.gov/CIK">${filer.cik}</identifier><segment><xbrldi:explicitMember dimension="${axis}">${members[part]}</xbrldi:explicitMember></segment></entity><period><startDate>${start}</startDate><endDate>${end}</endDate></period></context><us-gaap:${concept} contextRef="${id}" unitRef="usd" decimals="-6">${value}</us-gaap:${concept}>`
      }),
    ),
  )
  return `<?xml version="1.0"?><xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:us-gaap="http://fasb.org/us-gaap/2026"><unit id="usd"><measure>iso4217:USD</measure></unit>${body.join('\n')}</xbrl>`
}

/** Whole millions that add up to the total. */
function split(total: number, count: number, key: number): number[] {
  const shares = Array.from({ length: count }, (_, index) => 0.3 + uniform(key, index))
  const sum = shares.reduce((all, share) => all + share, 0)
  const values = shares.map((share) => Math.round((total * share) / sum / 1e6) * 1e6)
  const rest = total - values.reduce((all, value) => all + value, 0)
  return values.map((value, index) => (index === 0 ? value + rest : value))
}
