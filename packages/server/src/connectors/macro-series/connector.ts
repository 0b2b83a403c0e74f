import { FiqError } from '@fiq/shared/errors'
import { applyFilter, arrayFilterOf, filterLimitMax } from '../../sources/array-filter.ts'
import { boundsOf } from '../../sources/bounds.ts'
import type { Connector, ConnectorContext, SeriesPoint, Sourced } from '../../sources/connector.ts'
import { fredApi, fredGraph, loadFredSeries, seriesIdPattern } from '../../sources/fred/fred.ts'
import { fredCopyrighted, refuseUnsold } from '../../sources/fred/fred-terms.ts'
import { isStaleSeries } from '../../sources/series-age.ts'
import { fromSources, refuseWhenOff } from '../../sources/sourced.ts'
import { dbNomics, dbNomicsIdPattern, loadDbNomics } from './db-nomics.ts'

/** Economic series by identifier: the operator's own first, then FRED's or DBnomics'. */
export const macroSeries: Connector = {
  area: 'macro-series',
  category: 'macro',
  upstreams: [fredApi, fredGraph, fredCopyrighted, dbNomics],
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Observations of one economic series in the unit of the series, newest first unless sorted.
      seriesId is the identifier of FRED (CPIAUCSL, GDP, DGS10), of DBnomics with slashes
      (AMECO/ZUTN/EA19.1.0.0.0.ZUTN), or of a series the operator imported. Series whose owner does
      not allow selling them are refused, free. Null with an error when there is no source here.
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
        const id = seriesIdOf(args)
        if (context.upstreams.mode !== 'live') await load(id, context)
        else if (id.includes('/')) refuseWhenOff(area, [dbNomics], context)
        else await refuseUnsold(id, context)
      },
      async resolve(_parent, args, context) {
        const { value, provenance } = await load(seriesIdOf(args), context)
        const page = applyFilter(value, arrayFilterOf(args['filter']), ({ date }) => date)
        return { value: page.map((point) => ({ ...point, unit: null })), provenance }
      },
    },
  },
}

const area = 'economic series'
/** Cache time of a parsed series, shared by its pages. */
const cacheSeconds = 600

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
  return context.cached(`series:${seriesId}`, cacheSeconds, (context) =>
    fetchSeries(seriesId, context),
  )
}

async function fetchSeries(seriesId: string, context: ConnectorContext) {
  if (seriesId.includes('/'))
    return fromSources(
      area,
      [{ upstream: dbNomics, load: () => loadDbNomics(seriesId, context) }],
      context,
    )
  await refuseUnsold(seriesId, context)
  return loadFredSeries(seriesId, context)
}

function seriesIdOf({ seriesId }: Readonly<Record<string, unknown>>): string {
  const text = String(seriesId).trim()
  // DBnomics is case-sensitive; FRED uses capitals only.
  if (dbNomicsIdPattern.test(text)) return text
  const id = text.toUpperCase()
  if (!seriesIdPattern.test(id))
    throw new FiqError('BAD_INPUT', 'seriesId must be letters, digits, "_", "." or "-".', {
      facts: ['Argument: seriesId', `Given: ${JSON.stringify(seriesId)}`],
    })
  return id
}
