import { refuse, textOf } from '../../upstreams/checked-answer.ts'
import type { UpstreamAnswer } from '../../upstreams/transport.ts'
import { childrenOf, numberAt, textAt, type XmlElement, xmlRoot } from '../../upstreams/xml.ts'
import { unitEvidence, valueWarning } from './value-unit.ts'

/** One position of a form 13F. Options are listed separately from their underlying. */
export type Holding = {
  issuer: string
  titleOfClass: string
  /** Nine characters. */
  cusip: string
  /** USD, whatever the unit of the form. */
  value: number
  /** Why the value is doubtful; `null` if it is plausible. */
  valueWarning: string | null
  /** Number of shares; `null` for debt, which states a principal amount. */
  shares: number | null
  /** USD; debt only. */
  principal: number | null
  putCall: 'PUT' | 'CALL' | null
}

/** A form 13F-HR, or an amendment of it. */
export type HoldingsReport = {
  manager: string
  /** Last day of the reported quarter. */
  period: string
  /** Day of the filing. */
  filed: string
  amendment: 'RESTATEMENT' | 'NEW HOLDINGS' | null
  holdings: readonly Holding[]
}

/**
 * Parses a full submission of form 13F-HR: the cover is one document, the table another.
 *
 * @param filed day of the filing, which determines the unit of values if their prices do not
 * @param url of the request, for the error
 * @returns `undefined` for a report before 2013, which is unstructured text
 * @throws FiqError `UPSTREAM_CHANGED` for another cover or table
 */
export function readHoldingsReport(
  answer: UpstreamAnswer,
  filed: string,
  url: URL,
): HoldingsReport | undefined {
  const text = textOf(answer)
  if (!/^(?:<SEC-DOCUMENT>|-----BEGIN PRIVACY)/.test(text)) return refuse(url, 'no full submission')
  if (!text.includes('<XML>')) return undefined
  const roots = xmlDocuments(text).flatMap((xml) => xmlRoot(xml) ?? refuse(url, 'broken XML'))
  const cover = roots.find(({ name }) => name === 'edgarSubmission')
  const page = cover?.children
    .find(({ name }) => name === 'formData')
    ?.children.find(({ name }) => name === 'coverPage')
  const period = isoDay(page && textAt(page, 'reportCalendarOrQuarter'))
  if (!page || period === null) return refuse(url, 'a form 13F without its quarter')
  const amendment = textAt(page, 'amendmentInfo', 'amendmentType')?.toUpperCase()
  const tables = roots.filter(({ name }) => name === 'informationTable')
  return {
    manager: textAt(page, 'filingManager', 'name') ?? '',
    period,
    filed,
    amendment: amendment === 'RESTATEMENT' || amendment === 'NEW HOLDINGS' ? amendment : null,
    holdings: tables.flatMap((table) =>
      readInformationTable(table, filed, url, amendment === 'NEW HOLDINGS'),
    ),
  }
}

/**
 * The rows of an information table, in dollars. The unit of the form follows from the prices, or
 * from the day of filing.
 *
 * @param addsHoldings whether the report only adds holdings to another one
 * @throws FiqError `UPSTREAM_CHANGED` for a row without value or CUSIP. Both are required by the
 * form, and without them the total and all weights would be wrong.
 */
export function readInformationTable(
  table: XmlElement,
  filed: string,
  url: URL,
  addsHoldings = false,
): Holding[] {
  const rows = childrenOf(table, 'infoTable').map((row) => {
    const [value, cusip] = [numberAt(row, 'value'), textAt(row, 'cusip')]
    if (value === null || !/^[0-9A-Z*@#]{6,9}$/i.test(cusip ?? ''))
      return refuse(url, 'a position without value or CUSIP')
    const amount = numberAt(row, 'shrsOrPrnAmt', 'sshPrnamt')
    const isPrincipal = textAt(row, 'shrsOrPrnAmt', 'sshPrnamtType') === 'PRN'
    return {
      issuer: textAt(row, 'nameOfIssuer') ?? '',
      titleOfClass: textAt(row, 'titleOfClass') ?? '',
      cusip: cusip!.toUpperCase().padStart(9, '0'),
      value,
      shares: isPrincipal ? null : amount,
      principal: isPrincipal ? amount : null,
      putCall: putCallOf(textAt(row, 'putCall')),
    }
  })
  const evidence = unitEvidence()
  for (const { value, shares, putCall } of rows)
    if (shares !== null && putCall === null) evidence.add(value, shares)
  const unit = evidence.unit(filed, addsHoldings)
  return rows.map((row) => {
    const holding = { ...row, value: row.value * unit }
    return { ...holding, valueWarning: valueWarning(holding, unit, filed) }
  })
}

/** The kind of an option: `Put` or `Call` in forms, in capitals in the data sets. */
export function putCallOf(text: string | null): Holding['putCall'] {
  const word = text?.toUpperCase()
  return word === 'PUT' || word === 'CALL' ? word : null
}

function xmlDocuments(text: string): string[] {
  return text
    .split('<XML>')
    .slice(1)
    .map((part) => part.slice(0, Math.max(0, part.indexOf('</XML>'))))
}

/** Converts `09-30-2023` to an ISO day. */
function isoDay(text: string | null | undefined): string | null {
  const parts = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text ?? '')
  return parts && `${parts[3]}-${parts[1]}-${parts[2]}`
}
