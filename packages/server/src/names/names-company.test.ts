import { expect, test } from 'vitest'
import { namesCompany } from './names-company.ts'

test.each([
  ['LOCKHEED MARTIN CORPORATION', 'LOCKHEED MARTIN'],
  ['SIKORSKY AIRCRAFT, A LOCKHEED MARTIN COMPANY', 'LOCKHEED MARTIN'],
  ['THE BOEING COMPANY', 'BOEING'],
  ['Boeing Aerospace Operations, Inc.', 'BOEING'],
  ['EXXONMOBIL OIL CORP', 'Exxon Mobil'],
  ['AT&T CORP', 'AT&T'],
  ['Hospira, Inc., A Pfizer Company', 'PFIZER'],
  ['PFIZER LABORATORIES DIV PFIZER INC', 'Pfizer'],
  ['Wyeth is now a wholly owned subsidiary of Pfizer', 'Pfizer'],
])('default: %s is about %s', (registered, trade) => {
  expect(namesCompany(registered, trade)).toBe(true)
})

test.each([
  ['RAYTHEON COMPANY', 'LOCKHEED MARTIN'],
  ['LOCKHEED AIRCRAFT', 'LOCKHEED MARTIN'],
  ['PINEAPPLE GROVE LLC', 'Apple'],
  ['BIG APPLE CATERING', 'Apple'],
  ['APPLEBY AND SONS', 'Apple'],
  ['HENRY FORD HEALTH SYSTEM', 'Ford'],
  ['ARCHDIOCESE OF FORD', 'Ford'],
  ['', 'Apple'],
])('behavior: %s is not about %s', (registered, trade) => {
  expect(namesCompany(registered, trade)).toBe(false)
})
