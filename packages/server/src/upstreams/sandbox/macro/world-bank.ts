import { countryOf } from '@fiq/shared/spelling/countries'
import type { UpstreamRequest } from '../../transport.ts'
import { times } from '../market/newest-first.ts'
import { hashText, mix, normal, uniform, waves } from '../market/random.ts'

type Indicator = { name: string; unit: 'usd' | 'percent' | 'balance'; growth: number }

const indicators: Readonly<Record<string, Indicator>> = {
  'NY.GDP.MKTP.CD': { name: 'GDP (current US$)', unit: 'usd', growth: 0.06 },
  'NY.GDP.MKTP.KD': { name: 'GDP (constant 2015 US$)', unit: 'usd', growth: 0.03 },
  'BN.CAB.XOKA.CD': {
    name: 'Current account balance (BoP, current US$)',
    unit: 'balance',
    growth: 0.06,
  },
  'BN.GSR.GNFS.CD': {
    name: 'Net trade in goods and services (BoP, current US$)',
    unit: 'balance',
    growth: 0.06,
  },
  'BN.KLT.DINV.CD': {
    name: 'Foreign direct investment, net (BoP, current US$)',
    unit: 'balance',
    growth: 0.06,
  },
  'FP.CPI.TOTL.ZG': { name: 'Inflation, consumer prices (annual %)', unit: 'percent', growth: 0 },
}

/** Approximate sizes of large economies in trillions of USD; others are small. */
const trillions: Readonly<Record<string, number>> = {
  WLD: 105,
  USA: 28,
  EUU: 19,
  CHN: 18,
  EMU: 16,
  DEU: 4.6,
  JPN: 4.1,
  IND: 3.8,
  GBR: 3.5,
  FRA: 3.1,
  ITA: 2.3,
  BRA: 2.2,
  CAN: 2.2,
  RUS: 2,
  KOR: 1.8,
  MEX: 1.8,
  AUS: 1.8,
  ESP: 1.6,
  IDN: 1.4,
  TUR: 1.2,
  NLD: 1.2,
  SAU: 1.1,
  CHE: 0.9,
}

const invalid = [
  {
    message: [
      { id: '120', key: 'Invalid value', value: 'The provided parameter value is not valid' },
    ],
  },
]

/**
 * `/v2/country/USA/indicator/NY.GDP.MKTP.CD`: newest first. An error is an object with status 200.
 */
export function worldBank({ url }: UpstreamRequest, now: number, seed: number): string {
  const [, code = '', id = ''] = /^\/v2\/country\/([^/]+)\/indicator\/([^/]+)$/.exec(
    url.pathname,
  ) ?? ['']
  const country = countryOf(code)
  const indicator = indicators[id]
  if (!country || !indicator) return JSON.stringify(invalid)
  // Figures of a year are published during the next year.
  const lastYear = new Date(now).getUTCFullYear() - 1
  const rows = times(lastYear - 1959, (back) => {
    const year = lastYear - back
    return {
      indicator: { id, value: indicator.name },
      country: { id: country.alpha2 ?? country.alpha3, value: country.name },
      countryiso3code: country.alpha3,
      date: String(year),
      value: value(country.alpha3, indicator, year, seed),
      unit: '',
      obs_status: '',
      decimal: 0,
    }
  })
  const meta = {
    page: 1,
    pages: 1,
    per_page: 1000,
    total: rows.length,
    sourceid: '2',
    lastupdated: `${lastYear + 1}-07-01`,
  }
  return JSON.stringify([meta, rows])
}

/**
 * `/external/sdmx/3.0/data/dataflow/IMF.RES/WEO/+/USA.NGDP_RPCH.A`: GDP growth in percent with five
 * years of forecast, as SDMX-CSV.
 */
export function imfOutlook({ url }: UpstreamRequest, now: number, seed: number): string {
  const [code = '', measure = ''] = (url.pathname.split('/').pop() ?? '').split('.')
  const header = 'STRUCTURE,STRUCTURE_ID,COUNTRY,INDICATOR,FREQUENCY,TIME_PERIOD,OBS_VALUE\n'
  const country = countryOf(code)
  if (!country || measure !== 'NGDP_RPCH') return header
  const year = new Date(now).getUTCFullYear()
  const key = mix(hashText(`${country.alpha3}${measure}`), seed)
  const rows = times(year + 5 - 1990, (index) => {
    const value = (2.8 + 2 * waves(key, 1990 + index)).toFixed(3)
    return `DATAFLOW,IMF.RES:WEO(9.0.0),${country.alpha3},${measure},A,${1990 + index},${value}`
  })
  return `${header}${rows.join('\n')}\n`
}

function value(
  country: string,
  { unit, growth, name }: Indicator,
  year: number,
  seed: number,
): number | null {
  const key = mix(hashText(country), seed)
  if (unit === 'percent') return 3.5 + 2.6 * waves(mix(key, hashText(name)), year)
  // Some countries have no figures before independence, so the format has gaps.
  if (year < 1960 + 35 * (uniform(key, 2) - 0.6)) return null
  const size = 1e12 * (trillions[country] ?? 10 ** (2 * uniform(key, 1) - 2.5))
  if (unit === 'balance')
    return 0.04 * size * Math.exp(growth * (year - 2024)) * waves(mix(key, hashText(name)), year)
  const noise = 0.02 * normal(key, year) + 0.05 * waves(key, year)
  return size * Math.exp(growth * (year - 2024)) * (1 + noise)
}
