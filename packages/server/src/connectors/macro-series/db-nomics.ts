import { defined } from '@fiq/shared/defined'
import { FiqError, hasCode } from '@fiq/shared/errors'
import { z } from 'zod'
import type { ConnectorContext, Upstream } from '../../sources/connector.ts'
import type { SourcedSeries } from '../../sources/fred/fred.ts'
import { isStaleSeries } from '../../sources/series-age.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { refuse } from '../../upstreams/checked-answer.ts'
import { readableRows } from '../../upstreams/csv-table.ts'

export const dbNomics: Upstream = {
  id: 'dbnomics',
  name: 'DBnomics',
  hosts: ['api.db.nomics.world'],
  url: 'https://db.nomics.world',
  licence: { class: 'restricted', text: 'Terms of each provider, to be reviewed' },
  delay: 'as released',
  timing: { delay: 'periodic' },
}

/** An identifier of provider, data set and series: `AMECO/ZUTN/EA19.1.0.0.0.ZUTN`. */
export const dbNomicsIdPattern = /^(?!.*\.\.)[\w-]+\/[\w.:@-]+\/[\w.:@$*+-]+$/

/**
 * All observations of a DBnomics series, oldest first; `null` for the value `"NA"`.
 *
 * @throws FiqError `NOT_FOUND` for an unknown series, `UPSTREAM_…`
 */
export async function loadDbNomics(
  seriesId: string,
  context: ConnectorContext,
): Promise<SourcedSeries> {
  const url = new URL(`https://api.db.nomics.world/v22/series/${seriesId}?observations=1`)
  const { body, answer } = await context.json(url, answerSchema).catch((error: unknown) => {
    // In a mirror the file is missing, which its error names.
    const isUnknown = context.upstreams.mode === 'live' && hasCode(error, 'NOT_FOUND')
    throw isUnknown ? unknownSeries(seriesId) : error
  })
  const [series] = body.series.docs
  if (!series) throw unknownSeries(seriesId)
  const { period_start_day: days, value, series_name: title } = series
  if (days.length !== value.length) refuse(url, 'columns of different lengths')
  const points = readableRows(days, url, (day, index) => {
    const { data: date } = z.iso.date().safeParse(day)
    return date === undefined ? undefined : { date, value: value[index] ?? null }
  }).sort((a, b) => (a.date < b.date ? -1 : 1))
  const asOf = points.findLast((point) => point.value !== null)?.date ?? answer.asOf
  const stale = isStaleSeries(points, context.now())
  return {
    value: points,
    provenance: [provenanceOf(dbNomics, answer, { asOf, stale })],
    ...defined({ title }),
  }
}

function unknownSeries(seriesId: string): FiqError {
  return new FiqError('NOT_FOUND', `DBnomics has no series ${seriesId}.`, {
    remedy: 'Search for the identifier of the series at https://db.nomics.world.',
  })
}

const observed = z.union([z.number(), z.string().transform(() => null), z.null()])
const answerSchema = z.object({
  series: z.object({
    docs: z.array(
      z.object({
        period_start_day: z.array(z.unknown()),
        value: z.array(observed),
        series_name: z.optional(z.string().max(1_000)),
      }),
    ),
  }),
})
