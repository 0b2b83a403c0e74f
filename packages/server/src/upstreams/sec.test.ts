import { expect, test } from 'vitest'
import {
  companyFactsRequest,
  filingDocumentRequest,
  filingIndexRequest,
  filingUrl,
  olderSubmissionsRequest,
  secHosts,
  submissionsRequest,
} from './sec.ts'

test('default: addresses contain the ten digits of the filer', () => {
  expect(companyFactsRequest('0000320193').url.href).toBe(
    'https://data.sec.gov/api/xbrl/companyfacts/CIK0000320193.json',
  )
  expect(submissionsRequest('320193').url.href).toBe(
    'https://data.sec.gov/submissions/CIK0000320193.json',
  )
  expect(olderSubmissionsRequest('CIK0001318605-submissions-001.json').url.href).toBe(
    'https://data.sec.gov/submissions/CIK0001318605-submissions-001.json',
  )
})

test('behavior: documents are in a folder without zeros and dashes', () => {
  expect(filingUrl('0000320193', '0000320193-25-000079', 'aapl-20250927.htm')).toBe(
    'https://www.sec.gov/Archives/edgar/data/320193/000032019325000079/aapl-20250927.htm',
  )
})

test('behavior: a filing without a document is shown by its index', () => {
  expect(filingUrl('0000320193', '0000320193-94-000002', '')).toBe(
    'https://www.sec.gov/Archives/edgar/data/320193/000032019394000002/0000320193-94-000002-index.htm',
  )
})

test('behavior: requests a form as XML, not in its readable form', () => {
  const accession = '0000320193-25-000079'
  const folder = 'https://www.sec.gov/Archives/edgar/data/320193/000032019325000079/'
  expect(
    filingDocumentRequest('0000320193', accession, 'xslF345X05/form4.xml', 'xml').url.href,
  ).toBe(`${folder}form4.xml`)
  expect(filingIndexRequest('320193', accession).url.href).toBe(`${folder}${accession}-index.htm`)
})

test('behavior: every address is on a host of the list', () => {
  const hosts: readonly string[] = secHosts
  for (const { url } of [companyFactsRequest('1'), submissionsRequest('1')])
    expect(hosts).toContain(url.hostname)
  expect(hosts).toContain(new URL(filingUrl('1', '1-1-1', 'a.htm')).hostname)
})
