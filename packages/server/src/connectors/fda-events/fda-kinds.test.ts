import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fdaKinds } from './fda-kinds.ts'

const eventsOf = (path: string, result: unknown) =>
  fdaKinds.find((kind) => kind.path === path)!.events.parse(result)

test('default: a drug application has an event for each submission', () => {
  const result = {
    application_number: 'NDA020702',
    sponsor_name: 'PFIZER',
    products: [{ brand_name: 'LIPITOR' }],
    submissions: [
      {
        submission_type: 'ORIG',
        submission_number: '1',
        submission_status: 'AP',
        submission_status_date: '19961217',
        submission_class_code_description: 'Type 1 - New Molecular Entity',
      },
    ],
  }
  expect(eventsOf('drug/drugsfda', result)).toEqual([
    {
      kind: 'DRUG_APPROVAL',
      date: '1996-12-17',
      title: 'LIPITOR',
      detail: 'Type 1 - New Molecular Entity',
      status: 'Approved',
      reference: 'NDA020702 ORIG-1',
      company: 'PFIZER',
    },
  ])
})

test.each([
  ['TA', 'Tentative approval'],
  ['XX', 'XX'],
])('behavior: a submission of status %s is %s', (submission_status, status) => {
  const result = {
    application_number: 'ANDA1',
    sponsor_name: 'PFIZER',
    submissions: [{ submission_status }],
  }
  expect(eventsOf('drug/drugsfda', result)).toMatchObject([{ status }])
})

test.each([
  ['APPR', 'Approved'],
  ['APWD', 'Withdrawn after approval'],
  ['DENY', 'Denied'],
  ['OK30', 'OK30'],
])('behavior: a decision %s on a device is %s', (decision_code, status) => {
  const result = { pma_number: 'P1', decision_code }
  expect(eventsOf('device/pma', result)).toMatchObject([{ status }])
})

test('behavior: reads days in three formats', () => {
  const shortage = { generic_name: 'X', update_date: '01/31/2025' }
  expect(eventsOf('drug/shortages', shortage)[0]!.date).toBe('2025-01-31')
  const device = { k_number: 'K1', device_name: 'Y', decision_date: '2025-02-03' }
  expect(eventsOf('device/510k', device)[0]!.date).toBe('2025-02-03')
  const recall = { recall_number: 'D-1', product_description: 'Z', report_date: '2025' }
  expect(eventsOf('drug/enforcement', recall)[0]!.date).toBeNull()
})

test('error: any value gives events or none', () => {
  fc.assert(
    fc.property(fc.anything(), fc.constantFrom(...fdaKinds), (value, { events }) => {
      expect(Array.isArray(events.safeParse(value).data ?? [])).toBe(true)
    }),
  )
})
