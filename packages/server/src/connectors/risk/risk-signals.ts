import { FiqError } from '@fiq/shared/errors'
import { type ArrayFilter, defaultFilter } from '../../sources/array-filter.ts'
import type { ConnectorContext, Provenance, Sourced, Upstream } from '../../sources/connector.ts'
import { filerCik, filingsOf, submissionsUpstream } from '../../sources/edgar/filing-list.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { addressOfList } from '../../sources/sanctions/load-lists.ts'
import { ofac } from '../../sources/sanctions/ofac.ts'
import { annualForms } from '../../sources/statements/company-facts.ts'
import { filingDocumentRequest, filingUrl } from '../../upstreams/sec.ts'
import { filingSignals, isSignal, type RiskSignal } from './filing-signals.ts'
import { goingConcernSentence } from './going-concern.ts'
import { loadRemovedClasses } from './removed-class.ts'
import { sanctionedEntity } from './sanctioned-entity.ts'

/**
 * Signals from filings, the newest annual report and the sanctions list. Filings are required; if
 * one of the other two fails, `unanswered` names it.
 *
 * @param filter bounds the list of filings
 */
export async function riskSignals(
  entity: EntityRecord,
  filter: ArrayFilter,
  context: ConnectorContext,
): Promise<Sourced<RiskSignal[]>> {
  const cik = filerCik(entity)
  const { filings, provenanceOf } = await filingsOf(cik, isSignal, filter, context)
  const [removed, ...others] = await Promise.all([
    loadRemovedClasses(filings, cik, context),
    annualReportSignals(cik, context).catch(missing(submissionsUpstream)),
    sanctionsSignals(entity, context).catch(missing(ofac)),
  ])
  const filed = filingSignals(filings, cik, removed)
  const parts = [{ value: filed, provenance: provenanceOf(filings) }, ...others]
  return {
    value: parts.flatMap(({ value }) => value),
    provenance: parts.flatMap((each) => each.provenance).map(derivedFrom),
    rowProvenance: new Map(
      parts.flatMap(({ value, provenance }) => value.map((row) => [row, provenance] as const)),
    ),
    unanswered: others.flatMap(({ unanswered = [] }) => unanswered),
  }
}

/** Adds that the server derived the signals, and names their source. */
function derivedFrom(provenance: Provenance): Provenance {
  return { ...provenance, source: `Derived by this server from ${provenance.source}` }
}

const reportMaxAgeSeconds = 24 * 60 * 60

async function annualReportSignals(
  cik: string,
  context: ConnectorContext,
): Promise<Sourced<RiskSignal[]>> {
  const isAnnual = ({ form }: { form: string }) => annualForms.includes(form)
  const range = { ...defaultFilter, limit: 1 }
  const { filings, provenance } = await filingsOf(cik, isAnnual, range, context)
  const [report] = filings
  if (!report) return { value: [], provenance: [] }
  const { accession, document, filed, form } = report
  const sentence = await context.cached(
    `going-concern:${accession}`,
    reportMaxAgeSeconds,
    async (context) => {
      const request = filingDocumentRequest(cik, accession, document, 'html')
      return goingConcernSentence((await context.text(request)).body)
    },
  )
  const url = filingUrl(cik, accession, document)
  const value = {
    date: filed,
    kind: 'GOING_CONCERN',
    title: 'The annual report doubts that the company can continue',
    reason: `wording of form ${form}: ${sentence}`,
    url,
    accessionNumber: accession,
  }
  return {
    value: sentence === null ? [] : [value],
    provenance: [{ ...provenance, sourceUrl: url, asOf: filed }],
  }
}

async function sanctionsSignals(
  entity: EntityRecord,
  context: ConnectorContext,
): Promise<Sourced<RiskSignal[]>> {
  const { value, ...origin } = await sanctionedEntity(entity, context)
  const signals = value.map(({ matchedName, score, program, listName, day }) => ({
    date: day ?? '',
    kind: 'SANCTIONS_MATCH',
    title: `The ${listName} list names ${matchedName}`,
    reason: `name alike by ${score}${program === null ? '' : `, program ${program}`}`,
    url: addressOfList(listName),
    accessionNumber: null,
  }))
  return { value: signals, ...origin }
}

/** An empty result with the error of its source. */
function missing({ name: source }: Upstream) {
  return (error: unknown): Sourced<RiskSignal[]> => {
    if (!(error instanceof FiqError)) throw error
    return { value: [], provenance: [], unanswered: [{ source, error }] }
  }
}
