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

test('default: reads the UK list below its date, names in order, without weak aliases', () => {
  const rest =
    'Name 3,Name 4,Name 5,Country of birth,Current believed flag of ship,Other Information'
  const text = [
    'Report Date: 13-Feb-2026',
    `Unique ID,Name 6,Name 1,Name 2,Name type,Alias strength,Name non-latin script,Regime Name,Designation Type,Address Country,Nationality(/ies),${rest}`,
    'XX1,EXAMPLE,Ali,,Alias,Good quality,,Regime,Individual,Syria,,,,,,,',
    'XX1,EXAMPLE,Aly,Bin,Primary name,,إكزامبل,Regime,Individual,,Iran,,,,,,',
    'XX1,WEAK,,,Alias,Low quality,,Regime,Individual,,,,,,,,',
    'XX2,Some Ship,,,Primary name,,,Other,Ship,,,,,,,,',
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

test('default: reads the EU list, one row per name', () => {
  const text = [
    'fileGenerationDate;Entity_LogicalId;Entity_EU_ReferenceNumber;Entity_SubjectType;Entity_Regulation_Programme;NameAlias_WholeName;NameAlias_FirstName;NameAlias_LastName;NameAlias_MiddleName;Entity_SubjectType_ClassificationCode;Entity_Remark;Address_CountryIso2Code',
    '2026-01-01;1;EU.1;P;IRN;First Alias;;;;;;',
    '2026-01-01;1;EU.1;P;IRN;;Second;Alias;;;;IR',
    '2026-01-01;2;EU.2;enterprise;UKR;"Firm; Company";;;;;;RU',
    ';;;;;;;;;;;',
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

test.each([
  ['a renamed detail', 'Address_CountryIso2Code', 'Address_Country'],
  ['a renamed column', 'Entity_Remark', 'Entity_Note'],
])('error: refuses %s, instead of reading it as empty', (_, name, renamed) => {
  const names = [...euList.header, 'Address_CountryIso2Code', 'Address_City']
  const text = `${names.join(';')}\n${names.map((each) => each.length).join(';')}\n`
  expect(readCsvList(text, euList, url, 1)).toHaveLength(1)
  expect(() => readCsvList(text.replace(name, renamed), euList, url, 1)).toThrow(`without ${name}`)
})

const list = new URL('../../../../../../shared/data/recorded/', import.meta.url)

test.skipIf(!existsSync(list))('default: the recorded lists (needs ../shared/data)', () => {
  const read = (name: string, of: typeof ukList) =>
    readCsvList(readFileSync(new URL(name, list), 'utf8'), of, url, 1)
  expect(
    read('sanctionslist.fcdo.gov.uk/docs_UK-Sanctions-List_2026-10-08_excerpt.csv', ukList),
  ).toMatchObject([{ id: 'RUS2176', name: 'KOROLEV PROSPECT', type: 'vessel' }])
  expect(
    read(
      'webgate.ec.europa.eu/fsd_fsf_public_files_csvFullSanctionsList_1_1_2026-08-05_excerpt.csv',
      euList,
    ),
  ).toMatchObject([
    { id: 'EU.27.28', name: 'Saddam Hussein Al-Tikriti', type: 'individual', aliases: ['Abu Ali'] },
  ])
})

test.skipIf(!existsSync(list))(
  'default: the days that the lists state (needs ../shared/data)',
  () => {
    const text = (name: string) => readFileSync(new URL(name, list), 'utf8')
    const uk = text('sanctionslist.fcdo.gov.uk/docs_UK-Sanctions-List_2026-10-08_excerpt.csv')
    const eu = text(
      'webgate.ec.europa.eu/fsd_fsf_public_files_csvFullSanctionsList_1_1_2026-08-05_excerpt.csv',
    )
    expect([ukList.dayIn?.(uk), euList.dayIn?.(eu)]).toEqual(['2026-10-08', '2026-08-05'])
    expect([ukList.dayIn?.(eu), euList.dayIn?.(uk)]).toEqual([undefined, undefined])
  },
)

test.each([ukList, euList, usScreeningList])(
  'error: any text gives a list or is refused',
  (list) => {
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
  },
)

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
