import { expect, test } from 'vitest'
import { textAt, xmlRoot } from '../xml.ts'
import { escaped } from './escaped.ts'
import { filingsOf } from './filings.ts'
import { instruments } from './instruments.ts'
import { ownershipDocument } from './ownership.ts'
import { priceBook } from './price-book.ts'
import { nyseCalendar } from './sessions.ts'

const { closeOn } = priceBook(nyseCalendar(), 1)

test('default: well-formed, of its issuer, the same each time', () => {
  const filer = instruments().get('AAPL')!
  const filing = filingsOf(filer, Date.parse('2026-11-18')).find(({ form }) => form === '4')!
  const root = xmlRoot(ownershipDocument(filer, filing, closeOn))!
  expect(textAt(root, 'issuer', 'issuerTradingSymbol')).toBe('AAPL')
  expect(ownershipDocument(filer, filing, closeOn)).toBe(ownershipDocument(filer, filing, closeOn))
  expect(escaped('A & <B>')).toBe('A &amp; &lt;B&gt;')
})
