import { applyFilter, defaultFilter } from '../array-filter.ts'
import type { ConnectorContext } from '../connector.ts'
import { filingsOf } from './filing-list.ts'
import { type FiledForm, isOwnershipForm, ownershipForms } from './ownership-forms.ts'

/**
 * Number of forms read for one list. Officers file each quarter, so these include the latest of
 * each.
 */
export const formsReadMax = 40
/** Years after which an officer without a form may have left. */
export const yearsBackMax = 2

/**
 * Officers, then directors, each from the newest of their own forms.
 *
 * @param cik of the issuer, ten digits
 * @throws FiqError of the upstream
 */
export async function latestOfficers(cik: string, context: ConnectorContext) {
  const since = new Date(context.now())
  since.setUTCFullYear(since.getUTCFullYear() - yearsBackMax)
  const range = { ...defaultFilter, limit: formsReadMax, since: since.toISOString().slice(0, 10) }
  const { filings, provenanceOf } = await filingsOf(cik, isOwnershipForm, range, context)
  const newest = applyFilter(filings, range, ({ filed }) => filed)
  const forms = await ownershipForms(cik, newest, context)
  const people = peopleOf(forms)
  const urls = new Set(people.map(({ url }) => url))
  const read = forms.filter(({ url }) => urls.has(url)).map(({ filing }) => filing)
  return { people, provenance: provenanceOf(read) }
}

/** Persons by their newest form. */
function peopleOf(newestFirst: readonly FiledForm[]) {
  const known = new Map<string, ReturnType<typeof rowsOf>[number]>()
  for (const row of newestFirst.flatMap(rowsOf)) if (!known.has(row.cik)) known.set(row.cik, row)
  return [...known.values()]
    .filter(({ isOfficer, isDirector }) => isOfficer || isDirector)
    .sort((a, b) => Number(b.isOfficer) - Number(a.isOfficer) || (a.name < b.name ? -1 : 1))
}

function rowsOf({ filing, url, form: { owners, transactions } }: FiledForm) {
  const ofShares = transactions.filter(({ isDerivative }) => !isDerivative)
  const first = ofShares[0]?.securityTitle
  const last = ofShares.findLast(
    ({ isDirect, securityTitle }) => isDirect && securityTitle === first,
  )
  return owners.map(({ cik, name, isOfficer, isDirector, officerTitle }) => ({
    name,
    title: officerTitle,
    cik,
    isOfficer,
    isDirector,
    reportedAt: filing.filed,
    sharesOwned: last?.sharesAfter ?? null,
    url,
  }))
}
