import { rowsMinIn } from '../../upstreams/checked-answer.ts'
import type { ConnectorContext, Upstream } from '../connector.ts'
import { type CsvList, euList, readCsvList, ukList, usScreeningList } from './csv-lists.ts'
import type { LoadedList } from './ofac.ts'
import { readUnList } from './un-list.ts'

const delay = 'as published, read anew daily'

export const unitedNations: Upstream = {
  id: 'un-sanctions',
  name: 'United Nations Security Council consolidated list',
  hosts: ['scsanctions.un.org'],
  url: 'https://scsanctions.un.org/resources/xml/en/consolidated.xml',
  licence: { class: 'public', text: 'United Nations, public list' },
  delay,
}

export const unitedKingdom: Upstream = {
  id: 'uk-sanctions',
  name: 'UK sanctions list',
  hosts: ['sanctionslist.fcdo.gov.uk'],
  url: 'https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv',
  licence: { class: 'attribution', text: 'Open Government Licence v3.0' },
  delay,
}

export const europeanUnion: Upstream = {
  id: 'eu-sanctions',
  name: 'EU consolidated financial sanctions list',
  hosts: ['webgate.ec.europa.eu'],
  url: 'https://webgate.ec.europa.eu/fsd/fsf/public/files/csvFullSanctionsList_1_1/content',
  licence: { class: 'attribution', text: 'European Union, reuse with attribution' },
  delay,
  // The live host requires it; a mirror already contains the file.
  optionalKey: 'EU_SANCTIONS_TOKEN',
}

export const usScreening: Upstream = {
  id: 'us-csl',
  name: 'US Consolidated Screening List',
  hosts: ['data.trade.gov'],
  url: 'https://data.trade.gov/downloadable_consolidated_screening_list/v1/consolidated.csv',
  licence: { class: 'public', text: 'US government work, public domain' },
  delay,
}

/**
 * Minimum number of parties, half the smallest size of each list in years; fewer mean a truncated
 * file.
 */
const partiesMin = { un: 500, uk: 1_500, eu: 1_500, us: 2_000 }

/** @throws FiqError `NOT_FOUND`, `UPSTREAM_…` */
export async function loadUnList(context: ConnectorContext): Promise<LoadedList> {
  const url = new URL(unitedNations.url)
  const { body, answer } = await context.text({ url, expects: 'xml', bulk: true })
  const { entries, asOf } = readUnList(body, url, rowsMinIn(answer.mode, partiesMin.un))
  return { entries, answer: { ...answer, asOf: asOf ?? answer.asOf } }
}

export const loadUkList = (context: ConnectorContext): Promise<LoadedList> =>
  loadCsv(unitedKingdom, ukList, partiesMin.uk, context)

export const loadEuList = (context: ConnectorContext): Promise<LoadedList> =>
  loadCsv(europeanUnion, euList, partiesMin.eu, context)

/**
 * The list without OFAC's entries, which come from OFAC itself.
 *
 * @throws FiqError `NOT_FOUND`, `UPSTREAM_…`
 */
export async function loadUsList(context: ConnectorContext): Promise<LoadedList> {
  const list = await loadCsv(usScreening, usScreeningList, partiesMin.us, context)
  const entries = list.entries.filter(({ listName }) => !listName.endsWith('Treasury Department'))
  return { ...list, entries }
}

async function loadCsv(
  upstream: Upstream,
  list: CsvList,
  rowsMin: number,
  context: ConnectorContext,
): Promise<LoadedList> {
  const url = new URL(upstream.url)
  const { body, answer } = await context.text({ url, expects: 'csv', bulk: true })
  const entries = readCsvList(body, list, url, rowsMinIn(answer.mode, rowsMin))
  return { entries, answer: { ...answer, asOf: list.dayIn?.(body) ?? answer.asOf } }
}
