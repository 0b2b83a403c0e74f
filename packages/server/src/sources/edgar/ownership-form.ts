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

/** An insider: the relationship to the issuer stated in a form 3, 4 or 5. */
export type ReportingOwner = {
  /** Ten digits. */
  cik: string
  /** Last name first, as filed. */
  name: string
  isDirector: boolean
  isOfficer: boolean
  isTenPercentOwner: boolean
  officerTitle: string | null
}

/** One transaction of a form 4 or 5. */
export type OwnershipTransaction = {
  securityTitle: string
  /** Day of the transaction; `null` if the form states none or it is unreadable. */
  date: string | null
  /** SEC code, e.g. `P` bought, `S` sold, `A` granted, `M` exercised, `F` withheld, `G` given. */
  code: string
  /** `A` acquired or `D` disposed. */
  direction: 'A' | 'D' | null
  shares: number | null
  /** USD a share; for a derivative transaction, the price of the derivative itself. */
  price: number | null
  sharesAfter: number | null
  isDirect: boolean
  isDerivative: boolean
  /** USD; derivatives only. */
  exercisePrice: number | null
  expires: string | null
  underlying: string | null
}

export type OwnershipForm = {
  /** `3`, `4` or `5`, followed by `/A` if amended. */
  form: string
  issuerCik: string
  owners: readonly ReportingOwner[]
  transactions: readonly OwnershipTransaction[]
}

/**
 * Parses the XML of a form 3, 4 or 5, also within a full submission.
 *
 * @param url of the request, for the error
 * @throws FiqError `UPSTREAM_CHANGED` for any other document
 */
export function readOwnershipForm(answer: UpstreamAnswer, url: URL): OwnershipForm {
  const text = textOf(answer)
  const wrapped = /<XML>\s*([\s\S]*?)<\/XML>/.exec(text)
  const root = xmlRoot(wrapped?.[1] ?? text)
  const issuerCik = root && textAt(root, 'issuer', 'issuerCik')
  if (root?.name !== 'ownershipDocument' || !issuerCik)
    return refuse(url, 'XML other than an ownership document')
  const plain = elementAt(root, 'nonDerivativeTable')
  const derivative = elementAt(root, 'derivativeTable')
  return {
    form: textAt(root, 'documentType') ?? '',
    issuerCik: issuerCik.padStart(10, '0'),
    owners: childrenOf(root, 'reportingOwner').map(ownerOf),
    transactions: [
      ...(plain ? childrenOf(plain, 'nonDerivativeTransaction') : []).map(transactionOf),
      ...(derivative ? childrenOf(derivative, 'derivativeTransaction') : []).map(transactionOf),
    ],
  }
}

function ownerOf(owner: XmlElement): ReportingOwner {
  const isTrue = (name: string) => {
    const text = textAt(owner, 'reportingOwnerRelationship', name)
    return text === '1' || text === 'true'
  }
  return {
    cik: (textAt(owner, 'reportingOwnerId', 'rptOwnerCik') ?? '').padStart(10, '0'),
    name: textAt(owner, 'reportingOwnerId', 'rptOwnerName') ?? '',
    isDirector: isTrue('isDirector'),
    isOfficer: isTrue('isOfficer'),
    isTenPercentOwner: isTrue('isTenPercentOwner'),
    officerTitle: textAt(owner, 'reportingOwnerRelationship', 'officerTitle'),
  }
}

function transactionOf(row: XmlElement): OwnershipTransaction {
  const amount = (name: string) => numberAt(row, 'transactionAmounts', name, 'value')
  const direction = textAt(row, 'transactionAmounts', 'transactionAcquiredDisposedCode', 'value')
  return {
    securityTitle: textAt(row, 'securityTitle', 'value') ?? '',
    date: dayOf(textAt(row, 'transactionDate', 'value')),
    code: textAt(row, 'transactionCoding', 'transactionCode') ?? '',
    direction: direction === 'A' || direction === 'D' ? direction : null,
    shares: amount('transactionShares'),
    price: amount('transactionPricePerShare'),
    sharesAfter: numberAt(
      row,
      'postTransactionAmounts',
      'sharesOwnedFollowingTransaction',
      'value',
    ),
    isDirect: textAt(row, 'ownershipNature', 'directOrIndirectOwnership', 'value') !== 'I',
    isDerivative: row.name === 'derivativeTransaction',
    exercisePrice: numberAt(row, 'conversionOrExercisePrice', 'value'),
    expires: dayOf(textAt(row, 'expirationDate', 'value')),
    underlying: textAt(row, 'underlyingSecurity', 'underlyingSecurityTitle', 'value'),
  }
}

/** Removes the offset that some forms add to a day: `2010-03-01-05:00`. */
function dayOf(text: string | null): string | null {
  return /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0] ?? null
}
