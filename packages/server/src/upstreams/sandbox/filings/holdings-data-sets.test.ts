import { expect, test } from 'vitest'
import { zipEntries } from '../../zip.ts'
import { priceBook } from '../market/price-book.ts'
import { nyseCalendar } from '../market/sessions.ts'
import { dataSet, dataSetsPage, failsToDeliver } from './holdings-data-sets.ts'

const { closeOn } = priceBook(nyseCalendar(), 1)

const now = Date.parse('2026-11-18T17:00:00Z')

test('default: the page links the existing data set', () => {
  const [, path = ''] = /href="([^"]+)"/.exec(dataSetsPage(now)) ?? []
  expect(path).toBe('/files/structureddata/data/form-13f-data-sets/01jul2026-30sep2026_form13f.zip')
  expect(zipEntries(dataSet(path, now, closeOn)!)!.map(({ name }) => name)).toEqual([
    'SUBMISSION.tsv',
    'COVERPAGE.tsv',
    'INFOTABLE.tsv',
  ])
})

test('error: has no other data sets, and no unpublished fails', () => {
  expect(dataSet('/files/structureddata/data/2020q1_form13f.zip', now, closeOn)).toBeUndefined()
  expect(failsToDeliver('/files/cnsfails202611b.zip', now, closeOn)).toBeUndefined()
  expect(failsToDeliver('/files/cnsfails202610a.zip', now, closeOn)).toBeInstanceOf(Uint8Array)
})
