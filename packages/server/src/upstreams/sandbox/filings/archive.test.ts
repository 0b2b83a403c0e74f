import { expect, test } from 'vitest'
import { elementAt, numberAt, textAt, xmlRoot } from '../../xml.ts'
import { instruments } from '../market/instruments.ts'
import { priceBook } from '../market/price-book.ts'
import { nyseCalendar } from '../market/sessions.ts'
import { archiveDocument, ownershipSchedule, subsidiariesExhibit } from './archive.ts'
import { filingsOf } from './filings.ts'
import { submissionsOf } from './sec.ts'

const { closeOn } = priceBook(nyseCalendar(), 1)

const now = Date.parse('2026-11-18T17:00:00Z')
const { recent } = JSON.parse(submissionsOf('0000320193', now)!).filings

function folderOf(form: string, items = ''): string {
  const at = recent.form.findIndex(
    (each: string, index: number) => each === form && recent.items[index].startsWith(items),
  )
  const accession: string = recent.accessionNumber[at]
  return `/Archives/edgar/data/320193/${accession.replaceAll('-', '')}/`
}

test('default: the index of a filing names existing documents', () => {
  const folder = folderOf('8-K', '2.02')
  const accession = folder.slice(-19, -1).replace(/^(\d{10})(\d\d)/, '$1-$2-')
  const index = archiveDocument(`${folder}${accession}-index.htm`, now, 1, closeOn)!
  const hrefs = [...index.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!)
  expect(hrefs).toHaveLength(2)
  for (const href of hrefs) expect(archiveDocument(href, now, 1, closeOn)).toContain('Invented')
})

test('behavior: a form 4 is XML about its issuer', () => {
  const xml = archiveDocument(`${folderOf('4')}form4.xml`, now, 1, closeOn)
  expect(xml).toContain('<issuerCik>0000320193</issuerCik>')
})

test.each(['', 'nothing.htm', '../form4.xml', 'form4.xml/x'])(
  'error: has nothing at %j',
  (name) => {
    expect(archiveDocument(`${folderOf('4')}${name}`, now, 1, closeOn)).toBeUndefined()
    expect(
      archiveDocument(`/Archives/edgar/data/1/000000000000000000/${name}`, now, 1, closeOn),
    ).toBeUndefined()
  },
)

const filer = instruments().get('AAPL')!

test('default: has a schedule about its issuer, and an exhibit of its subsidiaries', () => {
  const filings = filingsOf(filer, Date.parse('2026-11-18'))
  const filing = filings.find(({ form }) => form === 'SCHEDULE 13G')!
  const form = elementAt(xmlRoot(ownershipSchedule(filer, filing))!, 'formData')!
  expect(textAt(form, 'coverPageHeader', 'issuerInfo', 'issuerCik')).toBe('0000320193')
  expect(numberAt(form, 'coverPageHeaderReportingPersonDetails', 'classPercent')).toBeGreaterThan(5)
  expect(subsidiariesExhibit(filer)).toContain('<td>Ireland</td>')
})
