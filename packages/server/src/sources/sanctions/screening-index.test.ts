import { expect, test } from 'vitest'
import type { ListedEntry } from './listed-entry.ts'
import { buildScreeningIndex, screenName } from './screening-index.ts'

const entry = (id: string, name: string, more: Partial<ListedEntry> = {}): ListedEntry => ({
  id,
  listName: 'SDN',
  name,
  type: 'entity',
  programs: ['SDGT'],
  aliases: [],
  countries: [],
  remarks: null,
  ...more,
})

const index = await buildScreeningIndex([
  entry('36', 'AEROCARIBBEAN AIRLINES', { aliases: ['AERO-CARIBBEAN'], countries: ['CU'] }),
  entry('6365', 'BIN LADIN, Usama', {
    type: 'individual',
    aliases: ['BIN LADEN, Osama', 'THE PRINCE'],
    countries: ['SA', 'YE'],
  }),
  entry('77', 'POPULAR LIBERATION ARMY'),
  entry('78', "AL-QA'IDA/ISLAMIC ARMY"),
  entry('79', 'ABTIN 1', { type: 'vessel', remarks: 'Registration Identification IMO 9187629' }),
  entry('80', 'KOLUMBA S.A.', {
    aliases: ['KOLUMBA SA'],
    remarks: 'NIT # 800146749-7 (Colombia).',
  }),
])
const found = (name: string, options = {}) =>
  screenName(index, name, options).map(({ entry: { id }, matchedName }) => [id, matchedName])

test('default: the same name scores 1, with the alias that matched', () => {
  expect(screenName(index, 'aero caribbean')).toEqual([
    expect.objectContaining({ matchedName: 'AERO-CARIBBEAN', score: 1 }),
  ])
  expect(found('Osama bin Laden')).toEqual([['6365', 'BIN LADEN, Osama']])
})

test('behavior: a number finds its entry, with a score below that of an equal name', () => {
  expect(screenName(index, 'IMO 918 7629')).toEqual([
    expect.objectContaining({ matchedName: 'ABTIN 1', score: 0.99, identifier: '9187629' }),
  ])
  expect(found('NIT 800.146.749-7')).toEqual([['80', 'KOLUMBA S.A.']])
})

test('behavior: of several names with the same score, the first listed one matched', () => {
  expect(found('Kolumba S.A.')).toEqual([['80', 'KOLUMBA S.A.']])
})

test('behavior: a typo, another script, an acronym and a part of a name find their entry', () => {
  expect(found('Aerocaribean Airlines')).toEqual([['36', 'AEROCARIBBEAN AIRLINES']])
  expect(found('Усама бин Ладин')[0]).toEqual(['6365', 'BIN LADIN, Usama'])
  expect(found('PLA')).toEqual([['77', 'POPULAR LIBERATION ARMY']])
  expect(found('al qaeda')).toEqual([['78', "AL-QA'IDA/ISLAMIC ARMY"]])
})

test('behavior: applies minScore and limit', () => {
  expect(found('Aerocaribean Airlines', { minScore: 0.999 })).toEqual([])
  expect(found('Usama', { minScore: 0.001 }).length).toBeGreaterThan(0)
  expect(found('Usama army', { minScore: 0.001, limit: 1 })).toHaveLength(1)
})

test('behavior: a different or empty name gives no match', () => {
  expect(found('Ingeborg Abrahamsen')).toEqual([])
  expect(found('…')).toEqual([])
})

test('behavior: among many namesakes, finds the surname with a waw that Latin spells v', async () => {
  const person = { type: 'individual' } as const
  const hosseins = Array.from({ length: 600 }, (_, at) => entry(`h${at}`, 'HOSSEIN', person))
  const many = await buildScreeningIndex([...hosseins, entry('m', 'MUSAVI, Hossein', person)])
  expect(screenName(many, 'حسین موسوی').map(({ entry: { id } }) => id)).toEqual(['m'])
})
