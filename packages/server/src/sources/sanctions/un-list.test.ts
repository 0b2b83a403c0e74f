import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readUnList } from './un-list.ts'

const url = new URL('https://scsanctions.un.org/resources/xml/en/consolidated.xml')
const file = new URL('../../../../../../shared/data/ofac/UN_consolidated.xml.gz', import.meta.url)

test('default: reads parts of a name, aliases except weak ones, countries', () => {
  const text = `<CONSOLIDATED_LIST dateGenerated="2026-02-27T00:00:09Z"><INDIVIDUALS><INDIVIDUAL>
    <FIRST_NAME>A</FIRST_NAME><SECOND_NAME>B</SECOND_NAME><UN_LIST_TYPE>DRC</UN_LIST_TYPE>
    <REFERENCE_NUMBER>CDi.999</REFERENCE_NUMBER><NATIONALITY><VALUE>Rwanda</VALUE></NATIONALITY>
    <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>C</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>D</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS></INDIVIDUAL></INDIVIDUALS>
    <ENTITIES/></CONSOLIDATED_LIST>`
  expect(readUnList(text, url, 1)).toEqual({
    asOf: '2026-02-27T00:00:09Z',
    entries: [
      {
        id: 'CDi.999',
        listName: 'UN',
        name: 'A B',
        type: 'individual',
        programs: ['DRC'],
        aliases: ['C'],
        countries: ['RW'],
        remarks: null,
      },
    ],
  })
})

test('error: refuses any other text', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.constantFrom('<a/>', '<CONSOLIDATED_LIST/>', '<CONSOLIDATED_LIST><INDIVIDUALS/>'),
  )
  fc.assert(
    fc.property(texts, (text) => {
      expect(() => readUnList(text, url, 1)).toThrow(FiqError)
    }),
  )
})

describe.skipIf(!existsSync(file))('the list of 2026-02-27 (needs ../shared/data/ofac)', () => {
  test('default: reads every party', () => {
    const { entries, asOf } = readUnList(gunzipSync(readFileSync(file)).toString(), url, 500)
    expect(asOf).toBe('2026-02-27T00:00:09Z')
    expect(entries.find(({ id }) => id === 'CDi.001')).toMatchObject({
      name: 'ERIC BADEGE',
      countries: ['CD', 'RW'],
    })
    expect(entries.find(({ id }) => id === 'CDe.001')).toMatchObject({
      name: 'ADF',
      type: 'entity',
      aliases: expect.arrayContaining(['Allied Democratic Forces', 'ADF/NALU']),
    })
  })
})
