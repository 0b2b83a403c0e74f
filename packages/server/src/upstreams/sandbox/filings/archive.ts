import { escaped } from '../market/escaped.ts'
import type { Instrument } from '../market/instrument.ts'
import type { CloseOn } from '../market/price-book.ts'
import { hashText, uniform } from '../market/random.ts'
import { filingsOf, hasFacts, type SandboxFiling } from './filings.ts'
import { holdingsSubmission } from './managers.ts'
import { ownershipDocument } from './ownership.ts'
import { documentName, filerOf } from './sec.ts'
import { segmentInstance } from './segments.ts'

/**
 * Serves `/Archives/edgar/data/CIK/ACCESSION/NAME` of a sandbox filer: the index of a filing, and
 * the documents that our connectors read.
 *
 * @returns `undefined` for anything else
 */
export function archiveDocument(
  path: string,
  now: number,
  seed: number,
  closeOn: CloseOn,
): string | undefined {
  const [, cik = '', folder = '', name = ''] =
    /^\/Archives\/edgar\/data\/(\d{1,10})\/(\d{18})\/([\w.-]+)$/.exec(path) ?? []
  const filer = filerOf(cik)
  const filing =
    filer && filingsOf(filer, now).find(({ accession }) => accession.replaceAll('-', '') === folder)
  if (!filer || !filing) return undefined
  if (filing.form === '13F-HR' && name === `${filing.accession}.txt`)
    return holdingsSubmission(filer, filing, closeOn)
  if (name === `${filing.accession}-index.htm`) return indexPage(filer, filing, folder, closeOn)
  if (name === instanceName(filer, filing)) return segmentInstance(filer, filing, now, seed)
  return documentsOf(filer, filing, closeOn)
    .find((document) => document.name === name)
    ?.text()
}

type Document = { name: string; type: string; text(): string }

function documentsOf(filer: Instrument, filing: SandboxFiling, closeOn: CloseOn): Document[] {
  const { form, filed, items, period } = filing
  if (form === '4')
    return [{ name: 'form4.xml', type: '4', text: () => ownershipDocument(filer, filing, closeOn) }]
  if (form === 'SCHEDULE 13G')
    return [{ name: 'primary_doc.xml', type: form, text: () => ownershipSchedule(filer, filing) }]
  const main = documentName(filer.symbol, form, filed)
  const title = `${filer.name}: ${form} for ${period}`
  const documents: Document[] = [{ name: main, type: form, text: () => page(title, title) }]
  if (form === '10-K')
    documents.push({ name: 'ex21.htm', type: 'EX-21.1', text: () => subsidiariesExhibit(filer) })
  if (items.includes('2.02'))
    documents.push({
      name: main.replace('.htm', '_ex991.htm'),
      type: 'EX-99.1',
      text: () => page(`${filer.name} reports results`, `Results announced on ${period}.`),
    })
  return documents
}

/** The path of the XBRL of a periodic report. */
function instanceName({ symbol }: Instrument, { form, filed }: SandboxFiling): string | undefined {
  if (!hasFacts(form)) return undefined
  return documentName(symbol, form, filed).replace('.htm', '_htm.xml')
}

function page(title: string, body: string): string {
  return `<!DOCTYPE html><html><head><title>${escaped(title)}</title></head><body><p>${escaped(body)}</p><p>Invented for the sandbox.</p></body></html>`
}

function indexPage(
  filer: Instrument,
  filing: SandboxFiling,
  folder: string,
  closeOn: CloseOn,
): string {
  const rows = documentsOf(filer, filing, closeOn).map(({ name, type }, index) => {
    const href = `/Archives/edgar/data/${filer.cik}/${folder}/${name}`
    return `<tr><td scope="row">${index + 1}</td><td scope="row">${type}</td><td scope="row"><a href="${href}">${name}</a></td><td scope="row">${type}</td><td scope="row">1</td></tr>`
  })
  return `<!DOCTYPE html><html><head><title>EDGAR Filing Documents for ${filing.accession}</title></head><body><table class="tableFile" summary="Document Format Files"><tr><th>Seq</th><th>Description</th><th>Document</th><th>Type</th><th>Size</th></tr>${rows.join('')}</table></body></html>`
}

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
