import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRemarks } from './ofac-remarks.ts'

test('default: reads aliases in quotes, places of nationality, citizenship and birth', () => {
  const remarks =
    "DOB 28 Jul 1963; POB Toledo District, Belize; nationality Iran; alt. citizen Korea, North; a.k.a. 'HESA'; f.k.a. 'BURTON BURGESS'."
  expect(readRemarks(remarks)).toEqual({
    aliases: ['HESA', 'BURTON BURGESS'],
    places: ['Toledo District, Belize', 'Iran', 'Korea, North'],
  })
})

test('behavior: keeps an apostrophe inside an alias', () => {
  expect(readRemarks("a.k.a. 'AL-KA'BI'; a.k.a. 'AL-KA'BI'.").aliases[0]).toBe("AL-KA'BI")
})

test('behavior: reads no remarks, and any text, without an error', () => {
  expect(readRemarks(null)).toEqual({ aliases: [], places: [] })
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(readRemarks(text).aliases).not.toContain('')
    }),
  )
})
