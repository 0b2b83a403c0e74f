import { back, dayOf, times } from '../market/newest-first.ts'
import { hashText } from '../market/random.ts'
import { at } from '../market/route.ts'
import { dayMs } from '../market/sessions.ts'

const cases = 30
const pageSize = 20
const address = '/api/rest/v4/search/'

/**
 * `/api/rest/v4/search/?type=r&party_name=…` of www.courtlistener.com: twenty dockets on each page,
 * with the address of the next page. The cases are invented and accuse no real person.
 */
export const courtListener = at(address, (url, now) => {
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
})

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
