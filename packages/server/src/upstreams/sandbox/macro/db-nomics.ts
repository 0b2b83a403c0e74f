import { FiqError } from '@fiq/shared/errors'
import type { UpstreamRequest } from '../../transport.ts'
import { times } from '../market/newest-first.ts'
import { hashText, mix, waves } from '../market/random.ts'

const firstYear = 1990

/**
 * `/v22/series/AMECO/ZUTN/EA19.1.0.0.0.ZUTN?observations=1`: yearly values. Any three names are a
 * series.
 */
export function dbNomicsSeries({ url }: UpstreamRequest, now: number, seed: number): string {
  const [, id] = /^\/v22\/series\/([^/]+\/[^/]+\/[^/]+)$/.exec(url.pathname) ?? []
  if (id === undefined) throw new FiqError('NOT_FOUND', 'There is no such series.')
  const key = mix(hashText(id), seed)
  const count = new Date(now).getUTCFullYear() - firstYear
  const years = times(count, (index) => firstYear + index)
  const doc = {
    series_code: id.split('/')[2],
    period: years.map(String),
    period_start_day: years.map((year) => `${year}-01-01`),
    value: years.map((year, index) =>
      index === 0 ? 'NA' : Math.round(1_000 * (50 + 30 * waves(key, year))) / 1_000,
    ),
  }
  return JSON.stringify({ series: { docs: [doc], num_found: 1, limit: 1000, offset: 0 } })
}
