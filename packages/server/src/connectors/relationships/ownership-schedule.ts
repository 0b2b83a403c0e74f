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

/** A holder that reports more than five percent of a class. */
export type BeneficialOwner = {
  name: string
  /** Ten digits. Only schedule 13D states it. */
  cik: string | null
  shares: number | null
  /** Percent of the class, 0 to 100; 0 means that the owner has sold. */
  percent: number | null
}

export type OwnershipSchedule = {
  /** Ten digits. A company's list also contains schedules that it files about others. */
  issuerCik: string
  owners: readonly BeneficialOwner[]
}

/**
 * Parses a schedule 13D or 13G in XML, the format since December 2024. Each person of a group
 * reports separately; their shares overlap.
 *
 * @param url of the request, for the error
 * @throws FiqError `UPSTREAM_CHANGED` for any other document
 */
export function readOwnershipSchedule(answer: UpstreamAnswer, url: URL): OwnershipSchedule {
  const root = xmlRoot(textOf(answer))
  const form = root && elementAt(root, 'formData')
  const issuer = form && elementAt(form, 'coverPageHeader', 'issuerInfo')
  const issuerCik = issuer && (textAt(issuer, 'issuerCIK') ?? textAt(issuer, 'issuerCik'))
  if (!form || !issuerCik) return refuse(url, 'XML other than a schedule 13D or 13G')
  const group = elementAt(form, 'reportingPersons')
  return {
    issuerCik: issuerCik.padStart(10, '0'),
    owners: [
      ...(group ? childrenOf(group, 'reportingPersonInfo') : []),
      ...childrenOf(form, 'coverPageHeaderReportingPersonDetails'),
    ].map(ownerOf),
  }
}

function ownerOf(person: XmlElement): BeneficialOwner {
  return {
    name: textAt(person, 'reportingPersonName') ?? '',
    cik: textAt(person, 'reportingPersonCIK')?.padStart(10, '0') ?? null,
    shares:
      numberAt(person, 'aggregateAmountOwned') ??
      numberAt(person, 'reportingPersonBeneficiallyOwnedAggregateNumberOfShares'),
    percent: numberAt(person, 'percentOfClass') ?? numberAt(person, 'classPercent'),
  }
}
