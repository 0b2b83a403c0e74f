import { expect, test } from 'vitest'
import { periodicTitle } from './periodic-forms.ts'

test.each([
  ['10-K', '2024-09-28', 'Annual report to 2024-09-28'],
  ['10-Q/A', '2024-06-29', 'Quarterly report to 2024-06-29, amended'],
  ['20-F', null, 'Annual report of a foreign issuer'],
  ['40-F', null, 'Annual report of a Canadian issuer'],
  ['6-K', '2024-05-01', 'Interim report of a foreign issuer to 2024-05-01'],
])('default: %s of %s is "%s"', (form, reportDate, title) => {
  expect(periodicTitle(form, reportDate)).toBe(title)
})

test.each(['8-K', '4', 'NT 10-K', '', '/A', 'constructor', '10-K/A/A'])(
  'behavior: %j is not a periodic report',
  (form) => {
    expect(periodicTitle(form, null)).toBeNull()
  },
)
