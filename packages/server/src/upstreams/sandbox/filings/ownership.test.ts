import { expect, test } from 'vitest'
import { textAt, xmlRoot } from '../../xml.ts'
import { escaped } from '../market/escaped.ts'
import { instruments } from '../market/instruments.ts'
import { priceBook } from '../market/price-book.ts'
import { nyseCalendar } from '../market/sessions.ts'
import { filingsOf } from './filings.ts'
import { ownershipDocument } from './ownership.ts'

const { closeOn } = priceBook(nyseCalendar(), 1)

test('default: is well-formed, about its issuer, and the same each time', () => {
  const filer = instruments().get('AAPL')!
  const filing = filingsOf(filer, Date.parse('2026-11-18')).find(({ form }) => form === '4')!
  const root = xmlRoot(ownershipDocument(filer, filing, closeOn))!
  expect(textAt(root, 'issuer', 'issuerTradingSymbol')).toBe('AAPL')
  expect(ownershipDocument(filer, filing, closeOn)).toBe(ownershipDocument(filer, filing, closeOn))
  expect(escaped('A & <B>')).toBe('A &amp; &lt;B&gt;')
})
