import type { BulkArchive, UpstreamRequest } from './transport.ts'

/**
 * Addresses of the SEC's EDGAR system that several connectors share. The transport enforces the
 * rate (10 requests a second over all of them) and sends the contact that the SEC requires.
 */
export const secHosts = ['data.sec.gov', 'www.sec.gov'] as const

/** Maximum concurrent requests for documents, below the ten requests a second. */
export const documentsAtOnce = 8

/** Licence of all data of EDGAR. */
export const secLicence = 'US government work, public domain'

/**
 * All XBRL facts of a filer, some megabytes of JSON.
 *
 * @param cik filer identifier, with or without its leading zeros
 */
export function companyFactsRequest(cik: string): UpstreamRequest {
  return {
    url: new URL(`https://data.sec.gov/api/xbrl/companyfacts/CIK${paddedCik(cik)}.json`),
    expects: 'json',
    bulk: true,
  }
}

/** The facts of every filer, published each night: about a gigabyte. */
export const companyFactsArchive: BulkArchive = {
  request: archiveRequest('xbrl/companyfacts.zip'),
  nameOf: (url) => secName(url, /^\/api\/xbrl\/companyfacts\/(CIK\d{10}\.json)$/),
}

/** The lists of filings of every filer, including older pages: more than a gigabyte. */
export const submissionsArchive: BulkArchive = {
  request: archiveRequest('bulkdata/submissions.zip'),
  nameOf: (url) => secName(url, /^\/submissions\/(CIK\d{10}(?:-submissions-\d{3})?\.json)$/),
}

/** A filer and its newest filings: at least one year or a thousand, whichever is more. */
export function submissionsRequest(cik: string): UpstreamRequest {
  return {
    url: new URL(`https://data.sec.gov/submissions/CIK${paddedCik(cik)}.json`),
    expects: 'json',
  }
}

/**
 * An older page of a filer's filings.
 *
 * @param name as in `filings.files[].name`, e.g. `CIK0001318605-submissions-001.json`
 */
export function olderSubmissionsRequest(name: string): UpstreamRequest {
  return { url: new URL(`https://data.sec.gov/submissions/${name}`), expects: 'json' }
}

/** The page that lists the documents of a filing with their types. */
export function filingIndexRequest(cik: string, accession: string): UpstreamRequest {
  return { url: new URL(filingUrl(cik, accession, '')), expects: 'html' }
}

/**
 * A document of a filing.
 *
 * @param document file name; the folder of its readable form (`xslF345X05/form4.xml`) is removed,
 *   so the request is for the XML itself
 */
export function filingDocumentRequest(
  cik: string,
  accession: string,
  document: string,
  expects: 'html' | 'xml',
): UpstreamRequest {
  const name = document.replace(/^xsl[^/]*\//, '')
  return { url: new URL(filingUrl(cik, accession, name)), expects, bulk: true }
}

/** A complete filing: its header and every document in order. */
export function fullSubmissionRequest(cik: string, accession: string): UpstreamRequest {
  return { url: new URL(filingUrl(cik, accession, `${accession}.txt`)), expects: 'xml', bulk: true }
}

/**
 * The readable page of a document. Without a document (old paper filings have none), the index of
 * the filing.
 *
 * @example filingUrl('0000320193', '0000320193-25-000079', 'aapl-20250927.htm') //
 * 'https://www.sec.gov/Archives/edgar/data/320193/000032019325000079/aapl-20250927.htm'
 */
export function filingUrl(cik: string, accession: string, document: string): string {
  const folder = `https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${accession.replaceAll('-', '')}`
  return document === '' ? `${folder}/${accession}-index.htm` : `${folder}/${encodeURI(document)}`
}

/**
 * Fails to deliver of half a month, with CUSIP and ticker: a zip archive of one table.
 *
 * @param half e.g. `202608a` for the first half of August 2026
 */
export function failsToDeliverRequest(half: string): UpstreamRequest {
  const folder = 'https://www.sec.gov/files/data/fails-deliver-data'
  return { url: new URL(`${folder}/cnsfails${half}.zip`), expects: 'binary', bulk: true }
}

/** The page with links to the quarterly data sets of all forms 13F. */
export function holdingsDataSetsRequest(): UpstreamRequest {
  const page = 'https://www.sec.gov/data-research/sec-markets-data/form-13f-data-sets'
  return { url: new URL(page), expects: 'html' }
}

function archiveRequest(name: string): UpstreamRequest {
  const url = new URL(`https://www.sec.gov/Archives/edgar/daily-index/${name}`)
  // Already compressed. A second compression would prevent reading it on disk.
  return { url, expects: 'binary', bulk: true, headers: { 'accept-encoding': 'identity' } }
}

function secName({ host, pathname }: URL, form: RegExp): string | undefined {
  return host === 'data.sec.gov' ? form.exec(pathname)?.[1] : undefined
}

function paddedCik(cik: string): string {
  return cik.padStart(10, '0')
}
