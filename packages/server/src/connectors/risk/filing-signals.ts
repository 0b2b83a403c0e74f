import type { Submission } from '../../sources/edgar/submissions.ts'
import { filingUrl } from '../../upstreams/sec.ts'

/** One event that may be a risk, derived by a rule from public records: see `reason`. */
export type RiskSignal = {
  date: string
  kind: string
  title: string
  /** Form and item, or list, that the signal is derived from. */
  reason: string
  url: string
  accessionNumber: string | null
}

/** Signals by form, or by item of a current report. */
type Rule = { kind: string; title: string }

const byForm: Readonly<Record<string, Rule>> = {
  'NT 10-K': { kind: 'LATE_FILING', title: 'Annual report will be late' },
  'NT 10-Q': { kind: 'LATE_FILING', title: 'Quarterly report will be late' },
  'NT 20-F': { kind: 'LATE_FILING', title: 'Annual report will be late' },
  '25-NSE': { kind: 'DELISTING', title: 'An exchange removes a class of securities' },
  '25': { kind: 'DELISTING', title: 'Issuer withdraws a class of securities from an exchange' },
}

const byItem: Readonly<Record<string, Rule>> = {
  '1.03': { kind: 'BANKRUPTCY', title: 'Bankruptcy or receivership' },
  '3.01': { kind: 'LISTING_NOTICE', title: 'Notice of delisting, or a listing rule not met' },
  '4.01': { kind: 'AUDITOR_CHANGE', title: 'Change of the certifying accountant' },
  '4.02': { kind: 'NON_RELIANCE', title: 'Earlier statements should no longer be relied on' },
}

/** Whether a filing has a signal. */
export function isSignal(filing: Submission): boolean {
  return rulesOf(filing).length > 0
}

/**
 * The signals of filings, in their order; a report with several items gives several.
 *
 * @param cik of the filer
 */
export function filingSignals(filings: readonly Submission[], cik: string): RiskSignal[] {
  return filings.flatMap((filing) =>
    rulesOf(filing).map(({ kind, title, reason }) => ({
      date: filing.filed,
      kind,
      title,
      reason,
      url: filingUrl(cik, filing.accession, filing.document),
      accessionNumber: filing.accession,
    })),
  )
}

function rulesOf({ form, items }: Submission): (Rule & { reason: string })[] {
  const plain = form.replace(/\/A$/, '')
  const own = Object.hasOwn(byForm, plain) ? [{ ...byForm[plain]!, reason: `form ${form}` }] : []
  if (plain !== '8-K') return own
  return items
    .split(',')
    .filter((item) => Object.hasOwn(byItem, item))
    .map((item) => ({ ...byItem[item]!, reason: `form ${form}, item ${item}` }))
}
