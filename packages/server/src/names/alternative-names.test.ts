import { expect, test } from 'vitest'
import { alternativeNames, inEachScript } from './alternative-names.ts'

test('behavior: a slash separates a name from its alternatives', () => {
  expect(alternativeNames("AL-QA'IDA/ISLAMIC ARMY")).toEqual([
    "AL-QA'IDA/ISLAMIC ARMY",
    "AL-QA'IDA",
    'ISLAMIC ARMY',
  ])
  expect(alternativeNames('A/S')).toEqual(['A/S'])
})

test('behavior: a name in two scripts is both names', () => {
  expect(inEachScript('Jin Tiesan (金铁三)')).toEqual(['Jin Tiesan', '金铁三'])
  expect(inEachScript('Example (Holding)')).toEqual([])
})
