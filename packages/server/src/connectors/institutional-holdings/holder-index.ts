import { createInterface } from 'node:readline'
import { FiqError } from '@fiq/shared/errors'
import type { ConnectorContext, Provenance, Upstream } from '../../sources/connector.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { refuse } from '../../upstreams/checked-answer.ts'
import { columnPlaces, numberCell } from '../../upstreams/csv-table.ts'
import { holdingsDataSetsRequest, secHosts, secLicence } from '../../upstreams/sec.ts'
import type { UpstreamRequest } from '../../upstreams/transport.ts'
import { type ZipEntry, zipEntries } from '../../upstreams/zip.ts'
import { countedReports, type Holder } from './counted-reports.ts'
import { putCallOf } from './holdings-report.ts'
import { type PositionKind, type PositionTable, positionTable } from './position-table.ts'
import { type UnitEvidence, unitEvidence, unitPrescribed, type ValueUnit } from './value-unit.ts'

/** All forms 13F of a quarter in one archive: the only source of the holders of a security. */
export const holdingsDataSets: Upstream = {
  id: 'sec-13f-data-sets',
  name: 'SEC Form 13F data sets',
  hosts: secHosts,
  url: holdingsDataSetsRequest().url.href,
  licence: { class: 'public', text: secLicence },
  delay: 'quarterly, some weeks after the 45 days managers have; some 100 MB, read whole',
  timing: { delay: 'periodic' },
}

/** A manager's report of one day, and its unit. Values of positions are in dollars. */
export type IndexedHolder = Holder & { unit: ValueUnit }

export type HolderIndex = {
  holders: readonly IndexedHolder[]
  positions: PositionTable
  provenance: Provenance
}

/**
 * A data set, inverted to holders by CUSIP: the newest one, loaded once a day, or the newest one
 * whose forms had all been filed by a day. The first query waits for the load.
 *
 * @throws FiqError of the upstream; `NOT_FOUND` for a day before the first data set,
 * `UPSTREAM_CHANGED` for another page or archive
 */
export async function holderIndex(
  context: ConnectorContext,
  knownOn?: string,
): Promise<HolderIndex> {
  if (knownOn === undefined)
    return context.cached('13f-data-set', maxAgeSeconds, async (context) =>
      readIndex(await newestDataSet(context), context, context.now()),
    )
  const request = await newestDataSet(context, knownOn)
  const { href } = request.url
  const slot = await context.cached('13f-earlier-data-set', maxAgeSeconds, async () => emptySlot())
  if (slot.href !== href || slot.index === undefined) {
    const index = readIndex(request, context, new Date(knownOn))
    index.catch(() => {
      if (slot.index === index) slot.index = undefined
    })
    Object.assign(slot, { href, index })
    return index
  }
  return slot.index
}

/** An index takes some 100 MB, so at most one is cached in addition to the newest. */
type Slot = { href: string; index: Promise<HolderIndex> | undefined }

const emptySlot = (): Slot => ({ href: '', index: undefined })

async function readIndex(
  request: UpstreamRequest,
  context: ConnectorContext,
  at: Date,
): Promise<HolderIndex> {
  const answer = await context.fetch(request)
  const { url } = request
  const entries = zipEntries(answer.body) ?? refuse(url, 'bytes other than a zip archive')
  const table = await readDataSet(entries, url)
  const asOf = table.holders.map(({ period }) => period).reduce((a, b) => (a > b ? a : b), '')
  const stale = ageDays(asOf, at) > staleAfterDays
  return { ...table, provenance: provenanceOf(holdingsDataSets, answer, { asOf, stale }) }
}

const maxAgeSeconds = 24 * 60 * 60
/** A quarter, the 45 days of the filing deadline, and the weeks until the SEC publishes the set. */
const staleAfterDays = 240
const smallTableBytesMax = 64 * 2 ** 20
const positionsMax = 12_000_000

/**
 *
 * @param knownOn considers only data sets whose forms had all been filed by this day
 * @throws FiqError `NOT_FOUND` if there is none
 */
export async function newestDataSet(
  context: ConnectorContext,
  knownOn?: string,
): Promise<UpstreamRequest> {
  const request = holdingsDataSetsRequest()
  const { body } = await context.text(request)
  const links = [...body.matchAll(/href="([^"]*_form13f\.zip)"/gi)].map(([, href]) => href!)
  if (links.length === 0) return refuse(request.url, 'a page without data sets')
  const untilMs = knownOn === undefined ? Infinity : Date.parse(knownOn)
  const newest = links
    .filter((href) => endOf(href) <= untilMs)
    .sort((a, b) => endOf(b) - endOf(a))[0]
  if (newest === undefined)
    throw new FiqError('NOT_FOUND', `No data set of forms 13F was complete on ${knownOn}.`)
  const url = new URL(newest, request.url)
  if (url.host !== request.url.host) return refuse(request.url, 'a link to another host')
  return { url, expects: 'binary', bulk: true }
}

/**
 * The last day in a file name: `01mar2026-31may2026_form13f.zip`, formerly `2023q4_form13f.zip`.
 */
function endOf(href: string): number {
  const [, day, month, year] = /-(\d{2})([a-z]{3})(\d{4})_form13f/i.exec(href) ?? []
  if (day) return Date.parse(`${day} ${month} ${year} UTC`) || 0
  const [, of, quarter] = /(\d{4})q([1-4])_form13f/i.exec(href) ?? []
  return of ? Date.UTC(Number(of), Number(quarter) * 3, 0) : 0
}

/** @throws FiqError `UPSTREAM_CHANGED` if a table or a column is missing */
export async function readDataSet(entries: readonly ZipEntry[], url: URL) {
  const entry = (name: string) =>
    entries.find((each) => each.name.toUpperCase().endsWith(name)) ?? refuse(url, `no ${name}`)
  const small = (name: string) => Buffer.from(entry(name).read(smallTableBytesMax)).toString('utf8')
  try {
    const reports = countedReports(small('SUBMISSION.TSV'), small('COVERPAGE.TSV'), url)
    if (reports.size === 0) return refuse(url, 'tables without reports')
    return await readPositions(entry('INFOTABLE.TSV'), reports, url)
  } catch (cause) {
    if (cause instanceof FiqError) throw cause
    return refuse(url, 'a damaged archive', { cause })
  }
}

const columns = ['ACCESSION_NUMBER', 'CUSIP', 'VALUE', 'SSHPRNAMT', 'SSHPRNAMTTYPE', 'PUTCALL']

/** Consecutive rows of one report, and the number of the first row. */
type Run = { accession: string; from: number; holder: Holder; evidence: UnitEvidence }

async function readPositions(table: ZipEntry, reports: ReadonlyMap<string, Holder>, url: URL) {
  const holders = [...new Map([...reports.values()].map((each) => [keyOf(each), each])).values()]
  const numbers = new Map(holders.map((holder, index) => [keyOf(holder), index]))
  const positions = positionTable(positionsMax)
  // The rows of a report are usually adjacent. If not, the unit is determined for each part.
  const runs: Run[] = []
  let at: number[] | undefined
  let rows = 0
  let odd = 0
  for await (const line of createInterface({ input: table.stream(), crlfDelay: Infinity })) {
    if (!at) {
      at = columnPlaces(line.split('\t'), columns, url)
      continue
    }
    if (line === '') continue
    const cells = line.split('\t')
    const [accession = '', cusip = '', valueText = '', amountText = '', unit, option = ''] = at.map(
      (index) => cells[index],
    )
    const [value, amount] = [numberCell(valueText), numberCell(amountText)]
    rows += 1
    if (accession === '' || cusip === '' || value == null || amount == null) {
      odd += 1
      continue
    }
    const holder = reports.get(accession)
    if (!holder) continue
    const position = {
      holder: numbers.get(keyOf(holder))!,
      kind: kindOf(unit, option),
      amount,
      value,
    }
    positions.add(cusip.toUpperCase().padStart(9, '0'), position)
    if (runs.at(-1)?.accession !== accession)
      runs.push({ accession, from: positions.size - 1, holder, evidence: unitEvidence() })
    if (position.kind === 'SHARES') runs.at(-1)!.evidence.add(position.value, position.amount)
  }
  if (positions.size === 0 || 2 * odd > rows)
    refuse(url, 'positions of another form', { facts: [`Rows: ${rows}, unreadable: ${odd}`] })
  const units = new Map<string, ValueUnit>()
  for (const [index, { from, holder, evidence }] of runs.entries()) {
    const unit = evidence.unit(holder.filed, holder.adds)
    positions.scaleValues(from, runs[index + 1]?.from ?? positions.size, unit)
    units.set(keyOf(holder), unit)
  }
  const indexed = holders.map((holder) => ({
    ...holder,
    unit: units.get(keyOf(holder)) ?? unitPrescribed(holder.filed),
  }))
  return { holders: indexed, positions }
}

/** An amendment that adds holdings has its own day. */
const keyOf = ({ cik, filed }: Holder) => `${cik} ${filed}`

function kindOf(unit: string | undefined, option: string): PositionKind {
  return putCallOf(option) ?? (unit === 'PRN' ? 'PRINCIPAL' : 'SHARES')
}
