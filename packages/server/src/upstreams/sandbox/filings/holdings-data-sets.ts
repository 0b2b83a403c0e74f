import { zipOf } from '@fiq/shared/zip-of'
import { listedShares } from '../market/instruments.ts'
import { dayOf, times } from '../market/newest-first.ts'
import type { CloseOn } from '../market/price-book.ts'
import { dayMs } from '../market/sessions.ts'
import { holdingsOf, managers, sandboxCusip } from './managers.ts'

/** The page with links to the data sets of the last quarters. */
export function dataSetsPage(now: number): string {
  const links = dataSets(now).map(
    ({ name }) => `<a href="${dataSetFolder}${name}">Form 13F data set</a>`,
  )
  return `<!DOCTYPE html><html><body>${links.join('')}</body></html>`
}

/** One data set: an archive of tables with every manager; `undefined` for another address. */
export function dataSet(path: string, now: number, closeOn: CloseOn): Uint8Array | undefined {
  const found = dataSets(now).find(({ name }) => path === dataSetFolder + name)
  if (found === undefined) return undefined
  const { period, filed } = found
  const accessions = managers.map(({ cik }) => `${String(cik).padStart(10, '0')}-00-000001`)
  const positions = managers.flatMap(({ cik }, index) =>
    holdingsOf(cik, period, closeOn).map(({ instrument, shares, value, option }) =>
      [accessions[index], sandboxCusip(instrument.symbol), value, shares, 'SH', option].join('\t'),
    ),
  )
  return zipOf({
    'SUBMISSION.tsv': `ACCESSION_NUMBER\tFILING_DATE\tSUBMISSIONTYPE\tCIK\tPERIODOFREPORT\n${managers
      .map(({ cik }, index) =>
        [
          accessions[index],
          tableDay(filed),
          '13F-HR',
          String(cik).padStart(10, '0'),
          tableDay(period),
        ].join('\t'),
      )
      .join('\n')}\n`,
    'COVERPAGE.tsv': `ACCESSION_NUMBER\tAMENDMENTTYPE\tFILINGMANAGER_NAME\n${managers
      .map(({ name: manager }, index) => [accessions[index], '', manager].join('\t'))
      .join('\n')}\n`,
    'INFOTABLE.tsv': `ACCESSION_NUMBER\tCUSIP\tVALUE\tSSHPRNAMT\tSSHPRNAMTTYPE\tPUTCALL\n${positions.join('\n')}\n`,
  })
}

/**
 * Fails to deliver of half a month, one row for each company; `undefined` for an unpublished half.
 */
export function failsToDeliver(
  path: string,
  now: number,
  closeOn: CloseOn,
): Uint8Array | undefined {
  const [, year, month, half] = /\/cnsfails(\d{4})(\d{2})([ab])\.zip$/.exec(path) ?? []
  const day = `${year}-${month}-${half === 'a' ? '14' : '27'}`
  if (!year || !(Date.parse(day) + 20 * dayMs < now)) return undefined
  const rows = listedShares().map((instrument) => {
    const { symbol, name } = instrument
    const price = closeOn(instrument, day)
    const cusip = sandboxCusip(symbol)
    return [day.replaceAll('-', ''), cusip, symbol.replace('-', '.'), 100, name, price].join('|')
  })
  const header = 'SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE'
  const trailer = `Trailer record count ${rows.length}`
  return zipOf({ [`cnsfails${year}${month}${half}`]: [header, ...rows, trailer, ''].join('\n') })
}

const dataSetFolder = '/files/structureddata/data/form-13f-data-sets/'

const setsListed = 8

/** The data sets, newest first: of quarters that ended at least 60 days ago. */
function dataSets(now: number) {
  const end = new Date(now - 60 * dayMs)
  const quarter = Math.floor(end.getUTCMonth() / 3) * 3
  return times(setsListed, (ago) =>
    dataSetOf(new Date(Date.UTC(end.getUTCFullYear(), quarter - 3 * ago, 0))),
  )
}

/** @param period last day of a quarter */
function dataSetOf(period: Date) {
  const from = new Date(Date.UTC(period.getUTCFullYear(), period.getUTCMonth() + 1, 1))
  const to = new Date(Date.UTC(period.getUTCFullYear(), period.getUTCMonth() + 4, 0))
  const part = (date: Date) => tableDay(dayOf(date)).replaceAll('-', '').toLowerCase()
  const filed = dayOf(period.getTime() + 44 * dayMs)
  return {
    name: `${part(from)}-${part(to)}_form13f.zip`,
    period: dayOf(period),
    filed,
  }
}

const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')

function tableDay(day: string): string {
  return `${day.slice(8)}-${months[Number(day.slice(5, 7)) - 1]}-${day.slice(0, 4)}`
}
