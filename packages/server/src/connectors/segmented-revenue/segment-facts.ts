import { refuse, textOf } from '../../upstreams/checked-answer.ts'
import type { UpstreamAnswer } from '../../upstreams/transport.ts'
import {
  childrenOf,
  elementAt,
  numberAt,
  textAt,
  type XmlElement,
  xmlRoot,
} from '../../upstreams/xml.ts'

/** What revenue is split by. */
export type SegmentAxis = 'PRODUCT' | 'SEGMENT' | 'GEOGRAPHY'

/** Revenue of one member in one period. */
export type SegmentFact = {
  axis: SegmentAxis
  /** As tagged, e.g. `aapl:IPhoneMember`, `country:US`. */
  member: string
  start: string
  end: string
  /** Unscaled. */
  value: number
  /** ISO 4217. */
  currency: string
}

/**
 * Revenue by product, segment and geography from an XBRL instance: facts with one of the three
 * axes and no other, save the one that says operating segments. Where a filer tags the same with
 * several concepts, the first of the list counts. In the order of the document.
 *
 * @param url of the request, for the error
 * @throws FiqError `UPSTREAM_CHANGED` when it is no instance
 */
export function readSegmentFacts(answer: UpstreamAnswer, url: URL): SegmentFact[] {
  const root = xmlRoot(textOf(answer))
  if (root?.name !== 'xbrl') return refuse(url, 'XML that is no XBRL instance')
  const contexts = new Map(
    childrenOf(root, 'context').flatMap((context) => {
      const known = splitOf(context)
      return known ? [[context.attributes['id'] ?? '', known] as const] : []
    }),
  )
  const currencies = new Map(
    childrenOf(root, 'unit').map((unit) => [unit.attributes['id'], textAt(unit, 'measure')]),
  )
  const found = new Map<string, SegmentFact>()
  for (const concept of revenueConcepts)
    for (const fact of childrenOf(root, concept)) {
      const split = contexts.get(fact.attributes['contextRef'] ?? '')
      const currency = currencies.get(fact.attributes['unitRef'])?.split(':').at(-1) ?? ''
      const value = numberAt(fact)
      if (!split || value === null || !/^[A-Z]{3}$/.test(currency)) continue
      const key = `${split.axis}|${split.member}|${split.start}|${split.end}`
      if (!found.has(key)) found.set(key, { ...split, value, currency })
    }
  return [...found.values()]
}

const axes: Readonly<Record<string, SegmentAxis>> = {
  'srt:ProductOrServiceAxis': 'PRODUCT',
  'us-gaap:ProductOrServiceAxis': 'PRODUCT',
  'us-gaap:ProductsOrServicesAxis': 'PRODUCT',
  'us-gaap:StatementBusinessSegmentsAxis': 'SEGMENT',
  'srt:StatementGeographicalAxis': 'GEOGRAPHY',
  'us-gaap:StatementGeographicalAxis': 'GEOGRAPHY',
  'ifrs-full:ProductsAndServicesAxis': 'PRODUCT',
  'ifrs-full:SegmentsAxis': 'SEGMENT',
  'ifrs-full:GeographicalAreasAxis': 'GEOGRAPHY',
}

/** Says that a figure is of the segments themselves: no further split. */
const neutral = new Set(['us-gaap:OperatingSegmentsMember', 'ifrs-full:OperatingSegmentsMember'])

const revenueConcepts = [
  'RevenueFromContractWithCustomerExcludingAssessedTax',
  'Revenues',
  'RevenueFromContractWithCustomerIncludingAssessedTax',
  'SalesRevenueNet',
  'SegmentReportingInformationRevenue',
  'RevenuesNetOfInterestExpense',
  'Revenue',
  'RevenueFromContractsWithCustomers',
]

/** The axis, member and period of a context; `undefined` where it splits by anything else. */
function splitOf(context: XmlElement): Omit<SegmentFact, 'value' | 'currency'> | undefined {
  const start = textAt(context, 'period', 'startDate')
  const end = textAt(context, 'period', 'endDate')
  const parts = [elementAt(context, 'entity', 'segment'), elementAt(context, 'scenario')]
    .flatMap((part) => part?.children ?? [])
    .filter(({ text }) => !neutral.has(text))
  const [only] = parts
  const axis = Object.hasOwn(axes, only?.attributes['dimension'] ?? '')
    ? axes[only!.attributes['dimension']!]
    : undefined
  if (!isDay(start) || !isDay(end) || parts.length !== 1 || !axis || !only?.text) return undefined
  return { axis, member: only.text, start, end }
}

function isDay(text: string | null): text is string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text ?? '')
}
