import { existsSync, readFileSync } from 'node:fs'
import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { euList, readCsvList, ukList, usScreeningList } from './csv-lists.ts'

const url = new URL('https://example.org/list.csv')
const file = new URL(
  '../../../../../../shared/data/ofac/small_consolidated_csl.csv',
  import.meta.url,
)

test('default: the UK list below its date, names in their order, weak aliases left out', () => {
  const text = [
    'Report Date: 13-Feb-2026',
    'Unique ID,Name 6,Name 1,Name 2,Name type,Alias strength,Name non-latin script,Regime Name,Designation Type,Address Country,Nationality(/ies)',
    'XX1,EXAMPLE,Ali,,Alias,Good quality,,Regime,Individual,Syria,',
    'XX1,EXAMPLE,Aly,Bin,Primary name,,إكزامبل,Regime,Individual,,Iran',
    'XX1,WEAK,,,Alias,Low quality,,Regime,Individual,,',
    'XX2,Some Ship,,,Primary name,,,Other,Ship,,',
  ].join('\r\n')
  expect(readCsvList(text, ukList, url, 1)).toEqual([
    {
      id: 'XX1',
      listName: 'UK',
      name: 'Aly Bin EXAMPLE',
      type: 'individual',
      programs: ['Regime'],
      aliases: ['إكزامبل', 'Ali EXAMPLE'],
      countries: ['IR', 'SY'],
      remarks: null,
    },
    expect.objectContaining({ id: 'XX2', name: 'Some Ship', type: 'vessel' }),
  ])
})

test('default: the EU list, a row a name', () => {
  const text = [
    'fileGenerationDate;Entity_LogicalId;Entity_EU_ReferenceNumber;Entity_SubjectType;Entity_Regulation_Programme;NameAlias_WholeName;NameAlias_FirstName;NameAlias_LastName;Address_CountryIso2Code',
    '2026-01-01;1;EU.1;P;IRN;First Alias;;;',
    '2026-01-01;1;EU.1;P;IRN;;Second;Alias;IR',
    '2026-01-01;2;EU.2;enterprise;UKR;"Firm; Company";;;RU',
    ';;;;;;;;',
  ].join('\n')
  expect(readCsvList(text, euList, url, 1)).toMatchObject([
    {
      id: 'EU.1',
      listName: 'EU',
      name: 'First Alias',
      aliases: ['Second Alias'],
      countries: ['IR'],
    },
    { id: 'EU.2', name: 'Firm; Company', type: 'entity', countries: ['RU'], programs: ['UKR'] },
  ])
})

test.each([ukList, euList, usScreeningList])('error: any text is a list or is refused', (list) => {
  const piece = fc.constantFrom(...list.header, list.delimiter, '\n', '"', 'x', ' ')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      try {
        expect(readCsvList(pieces.join(''), list, url, 1).length).toBeGreaterThan(0)
      } catch (error) {
        expect(error).toBeInstanceOf(FiqError)
      }
    }),
  )
})

test.skipIf(!existsSync(file))('default: the US list as published (needs ../shared/data)', () => {
  const entries = readCsvList(readFileSync(file, 'utf8'), usScreeningList, url, 10)
  expect(entries.find(({ name }) => name === 'RIM, Ryong Nam')).toEqual({
    id: '52291',
    listName: 'CSL: Specially Designated Nationals (SDN) - Treasury Department',
    name: 'RIM, Ryong Nam',
    type: 'individual',
    programs: ['NPWMD'],
    aliases: [],
    countries: ['CN', 'KP'],
    remarks: null,
  })
  expect(entries.find(({ name }) => name === 'Atlas Sanatgaran')).toMatchObject({
    listName: 'CSL: Unverified List (UVL) - Bureau of Industry and Security',
    countries: ['AM'],
  })
})
