import type { Submission } from '../../sources/edgar/submissions.ts'
import { filingUrl } from '../../upstreams/sec.ts'
import { isRemoval, type RemovedClass } from './removed-class.ts'

/** An event that may be a risk, derived from public records by the rule in `reason`. */
export type RiskSignal = {
  date: string
  kind: string
  title: string
  /** Form and item, or list, from which the signal is derived. */
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
}

const delisting: Rule = { kind: 'DELISTING', title: 'The share leaves an exchange' }
/**
 * The removal of a note or a share from its exchange. A note that matures or is redeemed uses the
 * same form as a delisted share.
 */
const removal: Rule = {
  kind: 'CLASS_REMOVAL',
  title: 'A class of securities other than the share leaves an exchange',
}
const unread: Rule = { kind: 'CLASS_REMOVAL', title: 'A class of securities leaves an exchange' }

const byItem: Readonly<Record<string, Rule>> = {
  '1.03': { kind: 'BANKRUPTCY', title: 'Bankruptcy or receivership' },
  '3.01': { kind: 'LISTING_NOTICE', title: 'Notice of delisting, or a listing rule not met' },
  '4.01': { kind: 'AUDITOR_CHANGE', title: 'Change of the certifying accountant' },
  '4.02': { kind: 'NON_RELIANCE', title: 'Earlier statements should no longer be relied on' },
}

/** Whether a filing gives a signal. */
export function isSignal(filing: Submission): boolean {
  return rulesOf(filing, new Map()).length > 0
}

/**
 * The signals of filings, in their order. A report with several items gives several.
 *
 * @param cik of the filer
 * @param removed classes that forms 25 remove, by accession number
 */
export function filingSignals(
  filings: readonly Submission[],
  cik: string,
  removed: ReadonlyMap<string, RemovedClass>,
): RiskSignal[] {
  return filings.flatMap((filing) =>
    rulesOf(filing, removed).map(({ kind, title, reason }) => ({
      date: filing.filed,
      kind,
      title,
      reason,
      url: filingUrl(cik, filing.accession, filing.document),
      accessionNumber: filing.accession,
    })),
  )
}

function rulesOf(
  filing: Submission,
  removed: ReadonlyMap<string, RemovedClass>,
): (Rule & { reason: string })[] {
  const { form, items, accession } = filing
  if (isRemoval(filing)) {
    const known = removed.get(accession)
    if (!known) return [{ ...unread, reason: `form ${form}, whose class could not be read` }]
    const rule = known.isShare ? delisting : removal
    return [{ ...rule, reason: `form ${form}: ${known.text}` }]
  }
  const plain = form.replace(/\/A$/, '')
  const own = Object.hasOwn(byForm, plain) ? [{ ...byForm[plain]!, reason: `form ${form}` }] : []
  if (plain !== '8-K') return own
  return items
    .split(',')
    .filter((item) => Object.hasOwn(byItem, item))
    .map((item) => ({ ...byItem[item]!, reason: `form ${form}, item ${item}` }))
}
