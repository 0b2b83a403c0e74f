import { escaped } from '../market/escaped.ts'
import type { Instrument } from '../market/instrument.ts'
import type { CloseOn } from '../market/price-book.ts'
import { hashText, mix, uniform } from '../market/random.ts'
import type { SandboxFiling } from './filings.ts'

/** Invented people. Any likeness is unintended. */
const people: readonly [name: string, title: string][] = [
  ['Sample Ada', 'Chief Executive Officer'],
  ['Example Blaise', 'Chief Financial Officer'],
  ['Specimen Carl', 'General Counsel'],
  ['Placeholder Dora', 'Chief Operating Officer'],
  ['Invented Emil', ''],
]

/**
 * The XML of a form 4: one insider of the company, with a purchase or sale at the close of its day.
 */
export function ownershipDocument(
  filer: Instrument,
  filing: SandboxFiling,
  closeOn: CloseOn,
): string {
  const key = mix(hashText(filer.symbol), hashText(filing.accession))
  const personIndex = mix(key, 1) % people.length
  const [name, title] = people[personIndex]!
  const sells = uniform(key, 2) < 0.7
  const shares = 100 * Math.ceil(1 + 90 * uniform(key, 3))
  const price = closeOn(filer, filing.period).toFixed(2)
  return `<?xml version="1.0"?>
<ownershipDocument>
  <schemaVersion>X0508</schemaVersion>
  <documentType>4</documentType>
  <periodOfReport>${filing.period}</periodOfReport>
  <issuer>
    <issuerCik>${String(filer.cik).padStart(10, '0')}</issuerCik>
    <issuerName>${escaped(filer.name)}</issuerName>
    <issuerTradingSymbol>${filer.symbol}</issuerTradingSymbol>
  </issuer>
  <reportingOwner>
    <reportingOwnerId>
      <rptOwnerCik>${String(9_000_000_000 + personIndex)}</rptOwnerCik>
      <rptOwnerName>${name}</rptOwnerName>
    </reportingOwnerId>
    <reportingOwnerRelationship>
      <isDirector>${title === '' ? 1 : 0}</isDirector>
      <isOfficer>${title === '' ? 0 : 1}</isOfficer>
      <isTenPercentOwner>0</isTenPercentOwner>
      <officerTitle>${title}</officerTitle>
    </reportingOwnerRelationship>
  </reportingOwner>
  <nonDerivativeTable>
    <nonDerivativeTransaction>
      <securityTitle><value>Common Stock</value></securityTitle>
      <transactionDate><value>${filing.period}</value></transactionDate>
      <transactionCoding>
        <transactionFormType>4</transactionFormType>
        <transactionCode>${sells ? 'S' : 'P'}</transactionCode>
        <equitySwapInvolved>0</equitySwapInvolved>
      </transactionCoding>
      <transactionAmounts>
        <transactionShares><value>${shares}</value></transactionShares>
        <transactionPricePerShare><value>${price}</value></transactionPricePerShare>
        <transactionAcquiredDisposedCode><value>${sells ? 'D' : 'A'}</value></transactionAcquiredDisposedCode>
      </transactionAmounts>
      <postTransactionAmounts>
        <sharesOwnedFollowingTransaction><value>${shares * 12}</value></sharesOwnedFollowingTransaction>
      </postTransactionAmounts>
      <ownershipNature><directOrIndirectOwnership><value>D</value></directOrIndirectOwnership></ownershipNature>
    </nonDerivativeTransaction>
  </nonDerivativeTable>
</ownershipDocument>`
}
