import { FiqError } from '@fiq/shared/errors'
import { arrayFilterOf, filterLimitMax, pageOf } from '../../sources/array-filter.ts'
import { boundsOf } from '../../sources/bounds.ts'
import type { Connector, ConnectorContext } from '../../sources/connector.ts'
import {
  fredApi,
  fredGraph,
  loadFredSeries,
  type SourcedSeries,
  seriesIdPattern,
} from '../../sources/fred/fred.ts'
import { fredCopyrighted, refuseUnsold } from '../../sources/fred/fred-terms.ts'
import { knownOnBounds, knownOnOf } from '../../sources/known-on.ts'
import { isStaleSeries } from '../../sources/series-age.ts'
import { fromSources, refuseWhenOff } from '../../sources/sourced.ts'
import { dbNomics, dbNomicsIdPattern, loadDbNomics } from './db-nomics.ts'

/** Economic series by identifier: imported ones first, then those of FRED or DBnomics. */
export const macroSeries: Connector = {
  area: 'macro-series',
  category: 'macro',
  upstreams: [fredApi, fredGraph, fredCopyrighted, dbNomics],
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Observations of one economic series, newest first by default. Each point states unit and seasonal
      adjustment. seriesId is an identifier of FRED (CPIAUCSL, GDP, DGS10), of DBnomics with slashes
      (AMECO/ZUTN/EA19.1.0.0.0.ZUTN), or of a series that the operator imported. The server refuses,
      free, a series whose owner does not allow its sale. Null, with an error, if no source is
      available.
      """
      macroSeries(
        seriesId: String!
        filter: ArrayFilterInput = {}
        "Returns the series as it was published on this day, ISO 8601. Only for FRED series, on servers with a FRED key."
        knownOn: String
      ): [MacroPoint!]
    }
  `,
  fields: {
    'Query.macroSeries': {
      rate: { credits: 1, pagesOf: 'filter.limit', limitMax: filterLimitMax },
      bounds(args) {
        boundsOf('macroSeries')(args)
        seriesIdOf(args)
        knownOnBounds(args)
      },
      async check(args, context) {
        const id = seriesIdOf(args)
        if (knownOnOf(args) !== undefined) {
          refuseWithoutVersions(id, context)
          await refuseUnsold(id, context)
        } else if (context.upstreams.mode !== 'live') await load(id, context)
        else if (id.includes('/')) refuseWhenOff(area, [dbNomics], context)
        else await refuseUnsold(id, context)
      },
      async resolve(_parent, args, context) {
        const [id, knownOn] = [seriesIdOf(args), knownOnOf(args)]
        const {
          title = null,
          unit = null,
          seasonalAdjustment = null,
          ...series
        } = knownOn === undefined
          ? await load(id, context)
          : await loadVersion(id, knownOn, context)
        const page = pageOf(series, arrayFilterOf(args['filter']), ({ date }) => date)
        const facts = { title, unit, seasonalAdjustment, frequency: frequencyOf(series.value) }
        return { ...page, value: page.value.map((point) => ({ ...point, ...facts })) }
      },
    },
  },
}

const area = 'economic series'
/** Cache time in seconds of a parsed series, shared by its pages. */
const cacheSeconds = 600

function load(seriesId: string, context: ConnectorContext): Promise<SourcedSeries> {
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

/** @throws FiqError `BAD_INPUT` for a series without versions, `NOT_CONFIGURED` without a key */
function refuseWithoutVersions(seriesId: string, context: ConnectorContext): void {
  if (seriesId.includes('/') || context.files.series(`series:${seriesId}`))
    throw new FiqError('BAD_INPUT', `The source of ${seriesId} keeps no earlier versions.`, {
      facts: ['Argument: knownOn'],
      remedy: 'Leave knownOn out.',
    })
  refuseWhenOff('earlier versions of economic series', [fredApi], context)
}

function loadVersion(
  seriesId: string,
  knownOn: string,
  context: ConnectorContext,
): Promise<SourcedSeries> {
  refuseWithoutVersions(seriesId, context)
  return context.cached(`series:${seriesId}:${knownOn}`, cacheSeconds, async (context) => {
    await refuseUnsold(seriesId, context)
    return loadFredSeries(seriesId, context, knownOn)
  })
}

async function fetchSeries(seriesId: string, context: ConnectorContext): Promise<SourcedSeries> {
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
  // DBnomics is case-sensitive; FRED uses only capitals.
  if (dbNomicsIdPattern.test(text)) return text
  const id = text.toUpperCase()
  if (!seriesIdPattern.test(id))
    throw new FiqError('BAD_INPUT', 'seriesId must be letters, digits, "_", "." or "-".', {
      facts: ['Argument: seriesId', `Given: ${JSON.stringify(seriesId)}`],
    })
  return id
}

/** Number of newest observations to consider. */
const pointsMax = 60

/** Longest usual gap in days, by frequency. */
const rhythms = [
  [4, 'daily'],
  [10, 'weekly'],
  [20, 'biweekly'],
  [45, 'monthly'],
  [120, 'quarterly'],
  [240, 'semiannual'],
  [500, 'annual'],
] as const

/**
 * The frequency of a series, by the median gap between its newest observations. With the median,
 * weekends and holidays do not change the frequency of a daily series.
 *
 * @param points oldest first
 * @returns `null` for fewer than three observations, or gaps longer than a year
 */
export function frequencyOf(points: readonly { date: string }[]): string | null {
  const days = points.slice(-pointsMax).map(({ date }) => Date.parse(date) / 86_400_000)
  if (days.length < 3) return null
  const gaps = days.slice(1).map((day, at) => day - days[at]!)
  const median = gaps.sort((a, b) => a - b)[gaps.length >> 1]!
  return rhythms.find(([longest]) => median <= longest)?.[1] ?? null
}
