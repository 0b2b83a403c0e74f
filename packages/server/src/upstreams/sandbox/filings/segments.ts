import { type ForeignFiler, foreignFilers } from '../market/foreign-filers.ts'
import type { Instrument } from '../market/instrument.ts'
import { times } from '../market/newest-first.ts'
import { hashText, uniform } from '../market/random.ts'
import { conceptsOf } from './company-facts.ts'
import type { SandboxFiling } from './filings.ts'

/** Tags of revenue and of its segments, by the taxonomy of the filer. */
const tagged: Readonly<Record<ForeignFiler['taxonomy'], { concept: string; axes: Axes }>> = {
  'us-gaap': {
    concept: 'RevenueFromContractWithCustomerExcludingAssessedTax',
    axes: { products: 'srt:ProductOrServiceAxis', places: 'srt:StatementGeographicalAxis' },
  },
  'ifrs-full': {
    concept: 'Revenue',
    axes: {
      products: 'ifrs-full:ProductsAndServicesAxis',
      places: 'ifrs-full:GeographicalAreasAxis',
    },
  },
}

type Axes = Readonly<Record<'products' | 'places', string>>
const members: Readonly<Record<keyof Axes, readonly string[]>> = {
  products: ['smpl:DevicesMember', 'smpl:SoftwareMember', 'us-gaap:ServiceMember'],
  places: ['country:US', 'srt:EuropeMember', 'smpl:RestOfWorldMember'],
}

/** The XBRL instance of a report: its revenue in every period, by segment in two ways. */
export function segmentInstance(
  filer: Instrument,
  filing: SandboxFiling,
  now: number,
  seed: number,
): string {
  const { taxonomy = 'us-gaap', currency = 'USD' } = foreignFilers[filer.symbol] ?? {}
  const { concept, axes } = tagged[taxonomy]
  const facts = conceptsOf(filer, now, seed, (name) => name === concept)
  const revenue = facts[concept]!.units[currency]!
  const own = revenue.filter(({ accn }) => accn === filing.accession)
  const parts = (['products', 'places'] as const).map((way) => [axes[way], members[way]] as const)
  const body = own.flatMap(({ start, end, val }, index) =>
    parts.flatMap(([axis, names], way) =>
      split(val, names.length, hashText(filer.symbol) + way).map((value, part) => {
        const id = `c-${index}-${way}-${part}`
        return `<context id="${id}"><entity><identifier scheme="http://www.sec.gov/CIK">${filer.cik}</identifier><segment><xbrldi:explicitMember dimension="${axis}">${names[part]}</xbrldi:explicitMember></segment></entity><period><startDate>${start}</startDate><endDate>${end}</endDate></period></context><${taxonomy}:${concept} contextRef="${id}" unitRef="money" decimals="-6">${value}</${taxonomy}:${concept}>`
      }),
    ),
  )
  return `<?xml version="1.0"?><xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:us-gaap="http://fasb.org/us-gaap/2026" xmlns:ifrs-full="https://xbrl.ifrs.org/taxonomy/2026-03-27/ifrs-full"><unit id="money"><measure>iso4217:${currency}</measure></unit>${body.join('\n')}</xbrl>`
}

/** Divides a total into whole millions. */
function split(total: number, count: number, key: number): number[] {
  const shares = times(count, (index) => 0.3 + uniform(key, index))
  const sum = shares.reduce((all, share) => all + share, 0)
  const values = shares.map((share) => Math.round((total * share) / sum / 1e6) * 1e6)
  const rest = total - values.reduce((all, value) => all + value, 0)
  return values.map((value, index) => (index === 0 ? value + rest : value))
}
