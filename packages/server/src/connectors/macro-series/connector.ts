import { FiqError } from '@fiq/shared/errors'
import { applyFilter, arrayFilterOf, filterLimitMax } from '../array-filter.ts'
import { boundsOf } from '../bounds.ts'
import type { Connector, ConnectorContext, SeriesPoint, Sourced } from '../connector.ts'
import { isStaleSeries } from '../series-age.ts'
import { fredApi, fredGraph, loadFredSeries, seriesIdPattern } from './fred.ts'

/** Economic series by identifier: the operator's own first, then FRED's. */
export const macroSeries: Connector = {
  area: 'macro-series',
  category: 'macro',
  upstreams: [fredApi, fredGraph],
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Observations of one economic series in the unit of the series, newest first unless sorted.
      seriesId is the identifier of FRED (CPIAUCSL, GDP, DGS10) or of a series the operator
      imported. Null with an error when the series has no source here.
      """
      macroSeries(seriesId: String!, filter: ArrayFilterInput = {}): [MacroPoint!]
    }
  `,
  fields: {
    'Query.macroSeries': {
      rate: { credits: 1, pagesOf: 'filter.limit', limitMax: filterLimitMax },
      bounds(args) {
        boundsOf('macroSeries')(args)
        seriesIdOf(args)
      },
      async check(args, context) {
        if (context.upstreams.mode !== 'live') await load(seriesIdOf(args), context)
      },
      async resolve(_parent, args, context) {
        const { value, provenance } = await load(seriesIdOf(args), context)
        const page = applyFilter(value, arrayFilterOf(args['filter']), ({ date }) => date)
        return { value: page.map((point) => ({ ...point, unit: null })), provenance }
      },
    },
  },
}

/** Parsed series are kept: a page of a daily series is asked for more often than it changes. */
const keptSeconds = 600

function load(
  seriesId: string,
  context: ConnectorContext,
): Promise<Sourced<readonly SeriesPoint[]>> {
  const own = context.files.series(`series:${seriesId}`)
  if (own) {
    const stale = isStaleSeries(own.value, context.now())
    const provenance = own.provenance.map((source) => ({ ...source, stale }))
    return Promise.resolve({ value: own.value, provenance })
  }
  return context.keep(`series:${seriesId}`, keptSeconds, () => loadFredSeries(seriesId, context))
}

function seriesIdOf({ seriesId }: Readonly<Record<string, unknown>>): string {
  const id = String(seriesId).trim().toUpperCase()
  if (!seriesIdPattern.test(id))
    throw new FiqError('BAD_INPUT', 'seriesId must be letters, digits, "_", "." or "-".', {
      facts: ['Argument: seriesId', `Given: ${JSON.stringify(seriesId)}`],
    })
  return id
}
