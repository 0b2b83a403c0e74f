import { FiqError } from '@fiq/shared/errors'
import { countryOf } from '@fiq/shared/spelling/countries'
import type { UpstreamRequest } from '../../transport.ts'
import { dayOf, monthsUntil } from '../market/newest-first.ts'
import { hashText, mix, waves } from '../market/random.ts'
import { unknownAddress } from '../market/route.ts'
import { dayMs } from '../market/sessions.ts'

const firstYear = 1999

/** ECB `/service/data/FM/D.U2.EUR.4F.KR.DFR.LEV`: SDMX-CSV, one row for each day. */
export function ecbRates(request: UpstreamRequest, now: number, seed: number): string {
  if (!request.url.pathname.endsWith('/FM/D.U2.EUR.4F.KR.DFR.LEV')) return unknownAddress(request)
  const rows: string[] = []
  for (let day = Date.UTC(firstYear, 0, 4); day < now; day += dayMs) {
    const date = dayOf(day)
    const rate = rateOf('EMU', date.slice(0, 7), seed)
    rows.push(`FM.D.U2.EUR.4F.KR.DFR.LEV,D,U2,EUR,4F,KR,DFR,LEV,${date},${rate},A`)
  }
  const names =
    'KEY,FREQ,REF_AREA,CURRENCY,PROVIDER_FM,INSTRUMENT_FM,PROVIDER_FM_ID,DATA_TYPE_FM,TIME_PERIOD,OBS_VALUE,OBS_STATUS'
  return `${names}\r\n${rows.join('\r\n')}\r\n`
}

/** OECD `DSD_KEI@DF_KEI,4.0/JPN.M.IRSTCI....`: SDMX-CSV, one row for each month. */
export function oecdRates(request: UpstreamRequest, now: number, seed: number): string {
  const [, code = '', measure = ''] =
    /DF_KEI,4\.0\/([A-Z]{3})\.M\.(IRSTCI|IR3TIB)\.{4}$/.exec(request.url.pathname) ?? []
  const country = countryOf(code)
  if (!country?.alpha2) return unknownAddress(request)
  const rows = months(now, 1).map(
    (month) =>
      `OECD.SDD.STES:DSD_KEI@DF_KEI(4.0),${code},M,${measure},PA,_Z,_Z,_Z,${month},${rateOf(code, month, seed)}`,
  )
  const names =
    'DATAFLOW,REF_AREA,FREQ,MEASURE,UNIT_MEASURE,ACTIVITY,ADJUSTMENT,TRANSFORMATION,TIME_PERIOD,OBS_VALUE'
  return `${names}\n${rows.join('\n')}\n`
}

/** BIS `WS_CBPOL/1.0/M.JP`: SDMX-CSV, one row for each month; `XM` is the euro area. */
export function bisRates(request: UpstreamRequest, now: number, seed: number): string {
  const [, area = ''] = /\/WS_CBPOL\/1\.0\/M\.([A-Z]{2})$/.exec(request.url.pathname) ?? []
  const code = area === 'XM' ? 'EMU' : countryOf(area)?.alpha3
  if (code === undefined) throw new FiqError('NOT_FOUND', `No policy rate of ${area}.`)
  const rows = months(now, 0).map((month) => `M,${area},${month},${rateOf(code, month, seed)}`)
  return `FREQ,REF_AREA,TIME_PERIOD,OBS_VALUE\n${rows.join('\n')}\n`
}

/** A policy rate that changes by quarters of a point, at most once in three months. */
function rateOf(code: string, month: string, seed: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const quarter = year + Math.floor((number - 1) / 3) / 4
  const value = 3 + 3 * waves(mix(hashText(`${code}rate`), seed), quarter)
  return (Math.round(4 * Math.max(-0.5, value)) / 4).toFixed(2)
}

/** Months without the last `missing` ones. */
function months(now: number, missing: number): string[] {
  const all = monthsUntil(now, firstYear).map((day) => day.slice(0, 7))
  return all.slice(0, all.length - missing)
}
