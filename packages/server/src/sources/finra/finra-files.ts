import { FiqError } from '@fiq/shared/errors'
import { plainTicker } from '@fiq/shared/spelling/normal-ticker'
import { dayNumber } from '../../market-clock/calendar-day.ts'
import { tradingDayUpTo } from '../../market-clock/nyse-days.ts'
import { refuse } from '../../upstreams/checked-answer.ts'
import { type Cells, numberCell, readableRows } from '../../upstreams/csv-table.ts'
import type { ConnectorContext, Provenance, Sourced, Upstream } from '../connector.ts'
import { provenanceOf } from '../sourced.ts'
import { finraQuery } from './finra-query.ts'
import {
  daysToCoverOf,
  finraSymbol,
  isStaleSettlement,
  publishedOn,
  type ShortInterestRecord,
} from './short-interest-record.ts'

export const finraFiles: Upstream = {
  ...finraQuery,
  id: 'finra-short-interest-files',
  name: 'FINRA equity short interest files',
  hosts: ['cdn.finra.org'],
  url: 'https://www.finra.org/finra-data/browse-catalog/equity-short-interest/files',
}

/** Maximum files: half a year. Each file has every security at one settlement date. */
const filesMax = 12
const cacheSeconds = 24 * 3_600

/**
 * The newest settlements of a ticker, newest first, one file each. Skips a missing file: a mirror
 * may lack it, and FINRA may publish the newest late. Names an unreadable file in `unanswered`.
 *
 * @throws FiqError `NOT_FOUND` if no file contains the ticker, `UPSTREAM_…` if no file is readable
 */
export async function loadFromFiles(
  ticker: string,
  context: ConnectorContext,
): Promise<Sourced<readonly ShortInterestRecord[]>> {
  const symbol = finraSymbol(ticker)
  const days = settlementDays(context.now(), filesMax)
  const loaded = await Promise.allSettled(days.map((day) => loadFile(day, context)))
  const files = loaded.flatMap((file) => (file.status === 'fulfilled' ? [file.value] : []))
  if (files.length === 0) throw (loaded[0] as PromiseRejectedResult).reason
  const broken = loaded.flatMap((file) => (file.status === 'rejected' ? [file.reason] : []))
  const unanswered = broken.flatMap((error) => {
    if (!(error instanceof FiqError)) throw error
    return error.code === 'NOT_FOUND' ? [] : [{ source: finraFiles.name, error }]
  })
  const found = files.flatMap(({ records, provenance }) => {
    const record = records.get(symbol)
    return record ? [{ record, provenance }] : []
  })
  const newest = found[0]?.record.settlementDate
  if (newest === undefined)
    throw new FiqError('NOT_FOUND', `FINRA's files have no short interest of ${ticker}.`)
  const stale = isStaleSettlement(newest, context.now())
  return {
    value: found.map(({ record }) => record),
    provenance: [{ ...found[0]!.provenance, asOf: newest, stale }],
    unanswered: unanswered.slice(0, 1),
  }
}

/**
 * Every security at the newest published settlement, by symbol without punctuation.
 *
 * @throws FiqError `UPSTREAM_…`
 */
export async function loadNewestFile(context: ConnectorContext): Promise<ShortInterestFile> {
  const [newest = '', before = ''] = settlementDays(context.now(), 2)
  try {
    return await loadFile(newest, context)
  } catch (error) {
    if (!(error instanceof FiqError)) throw error
    return loadFile(before, context)
  }
}

type ShortInterestFile = {
  records: ReadonlyMap<string, ShortInterestRecord>
  provenance: Provenance
}

function loadFile(day: string, context: ConnectorContext): Promise<ShortInterestFile> {
  return context.cached(`finra-file:${day}`, cacheSeconds, async (context) => {
    const name = `shrt${day.replaceAll('-', '')}.csv`
    const url = new URL(`https://cdn.finra.org/equity/otcmarket/biweekly/${name}`)
    const options = { delimiter: '|', bulk: true } as const
    const { body, answer } = await context.csv(url, shortInterestColumns, options)
    const records = shortInterestRecords(body, url)
    return { records, provenance: provenanceOf(finraFiles, answer, { asOf: day, stale: false }) }
  })
}

/**
 * Settlement days whose files should be published, newest first: the last trading day up to the
 * 15th, and the last one of the month.
 */
export function settlementDays(now: Date, count: number): string[] {
  const today = now.toISOString().slice(0, 10)
  const days: string[] = []
  for (let back = 0; days.length < count; back += 1) {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
    const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0))
    for (const date of [last.getUTCDate(), 15]) {
      const [year, month] = [first.getUTCFullYear(), first.getUTCMonth() + 1]
      const day = tradingDayUpTo(dayNumber({ year, month, day: date }))
      if (publishedOn(day) <= today && days.length < count) days.push(day)
    }
  }
  return days
}

export const shortInterestColumns = [
  'symbolCode',
  'settlementDate',
  'currentShortPositionQuantity',
  'previousShortPositionQuantity',
  'averageDailyVolumeQuantity',
  'daysToCoverQuantity',
  'changePercent',
] as const

/**
 * The records of one settlement by symbol without punctuation.
 *
 * @throws FiqError `UPSTREAM_CHANGED`
 */
export function shortInterestRecords(
  rows: readonly Cells<typeof shortInterestColumns>[],
  url: URL,
): ReadonlyMap<string, ShortInterestRecord> {
  const records = readableRows(rows, url, ([symbol, date, ...cells]) => {
    const settlementDate = date.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
    const numbers = cells.map((cell) => numberCell(cell))
    if (symbol === '' || !/^\d{4}-\d{2}-\d{2}$/.test(settlementDate) || numbers.includes(undefined))
      return undefined
    const [sharesShort, previousSharesShort, averageDailyVolume, daysToCover, changePercent] =
      numbers
    const record: ShortInterestRecord = {
      settlementDate,
      sharesShort: sharesShort ?? null,
      daysToCover: daysToCoverOf(daysToCover ?? null, averageDailyVolume ?? null),
      previousSharesShort: previousSharesShort ?? null,
      changePercent: changePercent ?? null,
      averageDailyVolume: averageDailyVolume ?? null,
    }
    return [plainTicker(symbol), record] as const
  })
  if (records.length === 0) refuse(url, 'a table without rows')
  return new Map(records)
}
