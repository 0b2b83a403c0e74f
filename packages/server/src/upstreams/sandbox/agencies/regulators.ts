import { jsonOf } from '@fiq/shared/json'
import type { UpstreamRequest } from '../../transport.ts'
import { escaped } from '../market/escaped.ts'
import { companies } from '../market/instruments.ts'
import { back, dayOf, times } from '../market/newest-first.ts'
import { hashText, mix, uniform } from '../market/random.ts'
import { at, type Route, unknownAddress } from '../market/route.ts'
import { dayMs } from '../market/sessions.ts'

/** Words in the names of companies that make drugs or devices. */
const medical =
  /pfizer|merck|lilly|johnson|abbvie|amgen|gilead|moderna|novartis|novo nordisk|astrazeneca|gsk|bristol|regeneron|vertex|biogen|sanofi|takeda|pharma|medtronic|boston scientific|abbott|stryker|intuitive|illumina|zoetis/i
const agencies = [
  'Department of Defense',
  'Department of Energy',
  'General Services Administration',
]
const statuses = ['RECRUITING', 'COMPLETED', 'ACTIVE_NOT_RECRUITING', 'TERMINATED']
const studies = 30
const awards = 130

/** Hosts of regulators that answer for any company name. */
export const regulatorRoutes: Readonly<Record<string, Route>> = {
  'www.courtlistener.com': at('/api/rest/v4/search/', courtCases),
  'clinicaltrials.gov': clinicalStudies,
  'api.usaspending.gov': federalAwards,
  'api.fda.gov': (request, now) => fdaResults(request, now) ?? unknownAddress(request),
}

/** `/api/v2/studies` of clinicaltrials.gov: invented studies of pharmaceutical companies. */
function clinicalStudies({ url }: UpstreamRequest, now: number): string {
  const sponsor = url.searchParams.get('query.spons') ?? ''
  const count = medical.test(sponsor) ? studies : 0
  const size = Number(url.searchParams.get('pageSize') ?? 10)
  const found = ordered(count, url.searchParams.get('sort')?.endsWith(':asc') ?? false)
    .slice(0, size)
    .map((index) => studyOf(sponsor, index, now))
  return JSON.stringify({ totalCount: count, studies: found })
}

/**
 * `/api/v2/search/spending_by_award/` of api.usaspending.gov: invented contracts of any company.
 */
function federalAwards({ body }: UpstreamRequest, now: number): string {
  const search = jsonOf(body ?? '') as {
    filters?: { recipient_search_text?: string[] }
    order?: string
    limit?: number
    page?: number
  }
  const recipient = search?.filters?.recipient_search_text?.[0] ?? 'NOBODY'
  const { limit = 10, page = 1, order } = search ?? {}
  const all = ordered(awards, order === 'asc').map((index) => awardOf(recipient, index, now))
  return JSON.stringify({
    limit,
    results: all.slice((page - 1) * limit, page * limit),
    page_metadata: { page, hasNext: page * limit < all.length },
  })
}

/** `/drug|device/….json` of api.fda.gov; `undefined` for its 404, which means no match. */
function fdaResults({ url }: UpstreamRequest, now: number): string | undefined {
  const company = /"([^"]*)"/.exec(url.searchParams.get('search') ?? '')?.[1] ?? ''
  const make = fdaRows[url.pathname]
  if (!make || !medical.test(company)) return undefined
  const results = times(8, (index) => make(company, dayBack(index, 41, now)))
  const meta = { last_updated: dayOf(now) }
  return JSON.stringify({ meta, results })
}

/**
 * `/enforcement-litigation/litigation-releases/rss` of www.sec.gov: invented releases that accuse
 * no real person.
 */
export function litigationReleases(now: number): string {
  const items = companies()
    .slice(0, 40)
    .map(
      ({ name }, index) => `<item><title>${escaped(name)} (sandbox: an invented release)</title>
      <link>https://www.sec.gov/enforcement-litigation/litigation-releases/lr-${99_000 + index}</link>
      <pubDate>${new Date(Date.parse(dayBack(index, 9, now))).toUTCString()}</pubDate></item>`,
    )
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Litigation Releases</title>${items.join('')}</channel></rss>`
}

/** Indices in the requested order. Index 0 is the newest. */
function ordered(count: number, isAscending: boolean): number[] {
  const all = times(count, (index) => index)
  return isAscending ? all.reverse() : all
}

function dayBack(index: number, step: number, now: number): string {
  return dayOf(now - (index * step + 2) * dayMs)
}

function studyOf(sponsor: string, index: number, now: number): unknown {
  const key = hashText(sponsor)
  return {
    protocolSection: {
      identificationModule: {
        nctId: `NCT${String(90_000_000 + (mix(key, index) % 9_999_999)).padStart(8, '0')}`,
        briefTitle: `Sandbox study ${index + 1}: invented, of nobody`,
      },
      statusModule: {
        overallStatus: statuses[mix(key, index) % statuses.length],
        startDateStruct: { date: dayBack(index + 20, 30, now).slice(0, 7) },
        lastUpdatePostDateStruct: { date: dayBack(index, 17, now) },
      },
      designModule: { phases: [`PHASE${1 + (index % 3)}`] },
      conditionsModule: { conditions: ['Invented Condition'] },
      sponsorCollaboratorsModule: { leadSponsor: { name: sponsor } },
    },
  }
}

function awardOf(recipient: string, index: number, now: number): unknown {
  const key = hashText(recipient)
  const id = `SANDBOX${String(mix(key, index) % 1_000_000).padStart(6, '0')}`
  return {
    internal_id: mix(key, index),
    'Award ID': id,
    'Recipient Name': recipient,
    'Award Amount': Math.round(uniform(key, index) * 2e9) / 100,
    Description: 'INVENTED SUPPLIES',
    'Start Date': dayBack(index, 23, now),
    'End Date': dayBack(index - 30, 23, now),
    'Awarding Agency': agencies[index % agencies.length],
    generated_internal_id: `CONT_AWD_${id}_9700_-NONE-_-NONE-`,
  }
}

type FdaRow = (company: string, day: string) => unknown

const recall: FdaRow = (company, day) => ({
  recall_number: `D-${day.replaceAll('-', '')}-SANDBOX`,
  recalling_firm: company,
  report_date: day.replaceAll('-', ''),
  product_description: 'Invented product, 10 mg',
  reason_for_recall: 'Invented: a label was printed upside down.',
  classification: 'Class III',
  status: 'Terminated',
})

const fdaRows: Readonly<Record<string, FdaRow>> = {
  '/drug/drugsfda.json': (company, day) => ({
    application_number: `NDA9${day.slice(5).replace('-', '')}0`,
    sponsor_name: company,
    products: [{ brand_name: 'SANDBOXOL' }],
    submissions: [
      {
        submission_type: 'SUPPL',
        submission_number: '1',
        submission_status: 'AP',
        submission_status_date: day.replaceAll('-', ''),
      },
    ],
  }),
  '/drug/enforcement.json': recall,
  '/device/510k.json': (company, day) => ({
    k_number: `K9${day.slice(2).replaceAll('-', '')}`,
    applicant: company,
    decision_date: day,
    device_name: 'Invented Device',
    decision_description: 'Substantially Equivalent',
  }),
}

const cases = 30
const pageSize = 20

/**
 * `/api/rest/v4/search/?type=r&party_name=…` of www.courtlistener.com: twenty dockets on each page,
 * with the address of the next page. The cases are invented and accuse no real person.
 */
function courtCases(url: URL, now: number) {
  const { searchParams } = url
  const all = docketsOf(searchParams.get('party_name') ?? '', now)
  if (searchParams.get('order_by') === 'dateFiled asc') all.reverse()
  const after = searchParams.get('filed_after') ?? ''
  const before = searchParams.get('filed_before') ?? '9999'
  const found = all.filter(({ dateFiled }) => after <= dateFiled && dateFiled <= before)
  const from = Number(searchParams.get('cursor') ?? 0)
  const next = new URL(url)
  next.searchParams.set('cursor', String(from + pageSize))
  return {
    count: found.length,
    document_count: found.length,
    next: from + pageSize < found.length ? next.href : null,
    previous: null,
    results: found.slice(from, from + pageSize),
  }
}

/** Newest first. Every second case has ended. */
function docketsOf(party: string, now: number) {
  return times(cases, (index) => {
    const docket = 900_000_000 + (hashText(`${party}${index}`) % 1_000_000)
    const filed = back(index, 45, now)
    return {
      caseName: `Sandbox: invented case ${index + 1} v. ${party}`,
      court: 'District Court, D. Sandbox',
      court_id: 'sandbox',
      dateArgued: null,
      dateFiled: dayOf(filed),
      dateTerminated: index % 2 === 1 ? dayOf(filed + 40 * dayMs) : null,
      docketNumber: `9:${dayOf(filed).slice(2, 4)}-cv-${String(index).padStart(5, '0')}`,
      docket_absolute_url: `/docket/${docket}/sandbox/`,
      docket_id: docket,
      cause: 'Invented: nothing happened',
      party: ['Sandbox', party],
    }
  })
}
