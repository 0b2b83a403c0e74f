import { expect, test } from 'vitest'
import { identifierOf, identifiersIn } from './identifiers.ts'

test('default: reads numbers of ships, aircraft and companies in remarks', () => {
  expect(
    identifiersIn(
      'Vessel Registration Identification IMO 9187629; MMSI 572469210; Aircraft Tail Number EP-MNF; Registration Number 10103231172 (Iran); Registration ID HRB 12345 (Germany); Tax ID No. 7707083893 (Russia).',
    ),
  ).toEqual(['9187629', 'EPMNF', '10103231172', 'HRB12345', '7707083893'])
})

test.each([
  ['NIT # 800146749-7 (Colombia).', '8001467497'],
  ['RUC # 20108363101 (Peru)', '20108363101'],
  ['RIF # J-31136071-9 (Venezuela).', 'J311360719'],
  ['Unified Social Credit Code (USCC) 91222401MA0Y31E659 (China).', '91222401MA0Y31E659'],
  ['Matricula Mercantil No 1362098 (Colombia)', '1362098'],
  ['V.A.T. Number BE 454,419,759', 'BE454419759'],
  ['US FEIN CH-660-0-469-982-0 (United States)', 'CH66004699820'],
  ['D-U-N-S Number 542957624', '542957624'],
  ['IMO number: 5571322.', '5571322'],
])('default: reads %s', (remark, number) => {
  expect(identifiersIn(`Organization Established Date 1990; ${remark}`)).toEqual([number])
})

test('behavior: remarks without an identifying number give none', () => {
  const remarks =
    'Executive Order 13662 Directive Determination; Phone Number 982188526300; Organization Established Date 1990; Listing Date (CMIC) 03 Jun 2021; DOB 12 May 1962.'
  expect(identifiersIn(remarks)).toEqual([])
})

test('behavior: accepts short numbers and none', () => {
  expect([identifiersIn(null), identifiersIn('Registration Number 999 (Iran)')]).toEqual([[], []])
})

test.each([
  ['IMO 9187629', '9187629'],
  ['imo: 9187629', '9187629'],
  ['9187629', '9187629'],
  ['ep-mnf', 'EPMNF'],
  ['Registration No. 10103231172', '10103231172'],
  ['YV1234', 'YV1234'],
  ['IMO9187629', '9187629'],
  ['IMO number: 918 7629', '9187629'],
  ['EP MNF', 'EPMNF'],
  ['ep–mnf', 'EPMNF'],
  ['EPMNF', 'EPMNF'],
  ['HRB  12345', 'HRB12345'],
  ['Reg. No.: HRB-12345', 'HRB12345'],
  ['1 027 700 132 195', '1027700132195'],
  ['OGRN 1027700132195', '1027700132195'],
  ['NIT # 800146749-7', '8001467497'],
  ['№ 7707083893', '7707083893'],
  ['VAT BE 454,419,759', 'BE454419759'],
])('default: %s is a number', (text, number) => {
  expect(identifierOf(text)).toBe(number)
})

test.each([
  'Brigade 43',
  'Kim Jong-un',
  'Al-Qaida',
  'Anna',
  '123',
  'Company',
  'Abdul',
  'Brigade 12345',
])('behavior: %s is a name', (text) => {
  expect(identifierOf(text)).toBeUndefined()
})
