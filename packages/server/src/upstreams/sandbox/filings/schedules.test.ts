import { expect, test } from 'vitest'
import { elementAt, numberAt, textAt, xmlRoot } from '../../xml.ts'
import { instruments } from '../market/instruments.ts'
import { filingsOf } from './filings.ts'
import { ownershipSchedule, subsidiariesExhibit } from './schedules.ts'

const filer = instruments().get('AAPL')!

test('default: has a schedule about its issuer, and an exhibit of its subsidiaries', () => {
  const filings = filingsOf(filer, Date.parse('2026-11-18'))
  const filing = filings.find(({ form }) => form === 'SCHEDULE 13G')!
  const form = elementAt(xmlRoot(ownershipSchedule(filer, filing))!, 'formData')!
  expect(textAt(form, 'coverPageHeader', 'issuerInfo', 'issuerCik')).toBe('0000320193')
  expect(numberAt(form, 'coverPageHeaderReportingPersonDetails', 'classPercent')).toBeGreaterThan(5)
  expect(subsidiariesExhibit(filer)).toContain('<td>Ireland</td>')
})
