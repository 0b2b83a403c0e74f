import { FiqError } from '@fiq/shared/errors'
import type { Country } from '@fiq/shared/spelling/countries'
import type { ConnectorContext, SeriesPoint, Sourced, Upstream } from '../../sources/connector.ts'
import { fetchSdmx } from '../../sources/sdmx-csv.ts'
import { isStaleSeries } from '../../sources/series-age.ts'
import { provenanceOf } from '../../sources/sourced.ts'

export const ecb: Upstream = {
  id: 'ecb',
  name: 'European Central Bank, ECB Data Portal',
  hosts: ['data-api.ecb.europa.eu'],
  url: 'https://data.ecb.europa.eu',
  licence: { class: 'attribution', text: 'ECB statistics: free reuse, source quoted' },
  delay: 'daily',
  timing: { delay: 'periodic' },
}

export const oecdIndicators: Upstream = {
  id: 'oecd-kei',
  name: 'OECD, Key short-term economic indicators',
  hosts: ['sdmx.oecd.org'],
  url: 'https://data-explorer.oecd.org',
  licence: { class: 'attribution', text: 'CC BY 4.0, OECD' },
  delay: 'monthly, some weeks after the month',
  timing: { delay: 'periodic' },
}

export const bisPolicyRates: Upstream = {
  id: 'bis-policy-rates',
  name: 'Bank for International Settlements, central bank policy rates',
  hosts: ['stats.bis.org'],
  url: 'https://data.bis.org/topics/CBPOL',
  licence: {
    class: 'restricted',
    text: 'BIS terms: subscribers may not be charged additional fees for the statistics',
  },
  delay: 'weekly',
  timing: { delay: 'periodic' },
}

/**
 * The euro area and its members, by the day from which the ECB's policy rate is theirs: the 1st of
 * January of the year in which the euro replaced the country's currency.
 */
export const euroMembers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    1999: 'EMU AUT BEL DEU ESP FIN FRA IRL ITA LUX NLD PRT',
    2001: 'GRC',
    2007: 'SVN',
    2008: 'CYP MLT',
    2009: 'SVK',
    2011: 'EST',
    2014: 'LVA',
    2015: 'LTU',
    2023: 'HRV',
    2026: 'BGR',
  }).flatMap(([year, members]) =>
    members.split(' ').map((alpha3) => [alpha3, `${year}-01-01`] as const),
  ),
)

/**
 * The ECB's deposit facility rate in percent at the end of each month, newest first. For a member,
 * since it has the euro.
 */
export async function loadEcbRate({ alpha3 }: Country, context: ConnectorContext) {
  const url = new URL('https://data-api.ecb.europa.eu/service/data/FM/D.U2.EUR.4F.KR.DFR.LEV')
  url.searchParams.set('format', 'csvdata')
  return sinceEuro(alpha3, await loadSdmx(ecb, url, { accept: 'text/csv' }, context))
}

function sinceEuro(alpha3: string, rate: Sourced<readonly SeriesPoint[]>) {
  const entry = euroMembers.get(alpha3) ?? ''
  return { ...rate, value: rate.value.filter(({ date }) => date >= entry) }
}

/** Measures of the OECD: overnight interbank rate and three-month interbank rate. */
export type InterbankMeasure = 'IRSTCI' | 'IR3TIB'

/** An interbank rate of a country, percent, monthly. */
export async function loadOecdRate(
  { alpha3 }: Country,
  measure: InterbankMeasure,
  context: ConnectorContext,
) {
  const key = `${alpha3}.M.${measure}....`
  const url = new URL(
    `https://sdmx.oecd.org/public/rest/data/OECD.SDD.STES,DSD_KEI@DF_KEI,4.0/${key}`,
  )
  url.searchParams.set('dimensionAtObservation', 'AllDimensions')
  const accept = 'application/vnd.sdmx.data+csv; charset=utf-8'
  return loadSdmx(oecdIndicators, url, { accept }, context)
}

/** A policy rate compiled by the BIS, percent, monthly. `undefined` for groups of countries. */
export async function loadBisRate({ alpha2, alpha3 }: Country, context: ConnectorContext) {
  const area = euroMembers.has(alpha3) ? 'XM' : alpha2
  if (area === undefined) return undefined
  const url = new URL(`https://stats.bis.org/api/v2/data/dataflow/BIS/WS_CBPOL/1.0/M.${area}`)
  url.searchParams.set('format', 'csv')
  return sinceEuro(alpha3, await loadSdmx(bisPolicyRates, url, {}, context))
}

/** @throws FiqError `NOT_FOUND` for a table without observations, `UPSTREAM_…` */
async function loadSdmx(
  upstream: Upstream,
  url: URL,
  headers: Readonly<Record<string, string>>,
  context: ConnectorContext,
): Promise<Sourced<readonly SeriesPoint[]>> {
  const { body, answer } = await fetchSdmx(url, headers, context)
  const value = monthEnds(body)
  // A daily rate is newer than the first day of its month.
  const asOf = body.find((point) => point.value !== null)?.date
  if (asOf === undefined) throw new FiqError('NOT_FOUND', `${upstream.name} has no such rate.`)
  const stale = isStaleSeries(value, context.now())
  return { value, provenance: [provenanceOf(upstream, answer, { asOf, stale })] }
}

/**
 * The last value of each month, dated by its first day, newest first. A daily rate that changes
 * eight times a year would have ten thousand rows.
 */
export function monthEnds(points: readonly SeriesPoint[]): SeriesPoint[] {
  const byMonth = new Map<string, SeriesPoint>()
  for (const point of points) {
    const month = point.date.slice(0, 7)
    const existing = byMonth.get(month)
    if (
      !existing ||
      (point.value !== null && (existing.value === null || existing.date < point.date))
    )
      byMonth.set(month, point)
  }
  return [...byMonth]
    .map(([month, { value }]) => ({ date: `${month}-01`, value }))
    .sort((a, b) => (a.date < b.date ? 1 : -1))
}
