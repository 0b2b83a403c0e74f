import { escaped } from '../market/escaped.ts'
import type { Instrument } from '../market/instrument.ts'
import { hashText, uniform } from '../market/random.ts'
import type { SandboxFiling } from './filings.ts'

/** The XML of a schedule 13G about a company: one owner of more than five percent. */
export function ownershipSchedule(filer: Instrument, { accession }: SandboxFiling): string {
  const percent = 5 + Math.round(400 * uniform(hashText(accession), 1)) / 100
  const shares = Math.round((filer.shares * percent) / 100)
  return `<?xml version="1.0" encoding="UTF-8"?>
<edgarSubmission xmlns="http://www.sec.gov/edgar/schedule13g"><headerData><submissionType>SCHEDULE 13G</submissionType></headerData><formData>
<coverPageHeader><securitiesClassTitle>Common Stock</securitiesClassTitle><issuerInfo><issuerCik>${String(filer.cik).padStart(10, '0')}</issuerCik><issuerName>${escaped(filer.name)}</issuerName></issuerInfo></coverPageHeader>
<coverPageHeaderReportingPersonDetails><reportingPersonName>Sample Index Advisors</reportingPersonName><reportingPersonBeneficiallyOwnedAggregateNumberOfShares>${shares}</reportingPersonBeneficiallyOwnedAggregateNumberOfShares><classPercent>${percent}</classPercent><typeOfReportingPerson>IA</typeOfReportingPerson></coverPageHeaderReportingPersonDetails>
</formData></edgarSubmission>`
}

/** Exhibit 21: invented subsidiaries of a company. */
export function subsidiariesExhibit({ name }: Instrument): string {
  const places = ['Delaware', 'Ireland', 'Japan', 'Luxembourg']
  const rows = places.map(
    (place) => `<tr><td>${escaped(name)} ${place} Sample LLC</td><td>${place}</td></tr>`,
  )
  return `<!DOCTYPE html><html><head><title>Subsidiaries</title></head><body><table><tr><th>Name of Subsidiary</th><th>Jurisdiction</th></tr>${rows.join('')}</table><p>Invented for the sandbox.</p></body></html>`
}
