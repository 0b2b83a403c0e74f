import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import type { ConnectorContext } from '../connector.ts'
import { fredNotice } from './fred-notice.ts'
import { seriesTitles } from './series-titles.ts'

/** Title, unit and adjustment of a series, in FRED's words. */
export type SeriesFacts = { title?: string; unit?: string; seasonalAdjustment?: string }

/** The address of FRED's API for a series, in its version of the day `knownOn`. */
export function seriesUrl(path: string, seriesId: string, knownOn: string | undefined): URL {
  const url = new URL(`https://api.stlouisfed.org/fred/${path}?file_type=json`)
  url.searchParams.set('series_id', seriesId)
  if (knownOn !== undefined) {
    url.searchParams.set('realtime_start', knownOn)
    url.searchParams.set('realtime_end', knownOn)
  }
  return url
}

const cacheSeconds = 24 * 3_600

/**
 * Title, unit and seasonal adjustment of a series from FRED's API, which needs a key.
 *
 * @param knownOn the facts of the version of this day: a base year changes with a revision
 * @returns `undefined` if the API does not answer, because observations are useful without facts
 */
export async function loadSeriesFacts(
  seriesId: string,
  context: ConnectorContext,
  knownOn?: string,
): Promise<SeriesFacts> {
  const url = seriesUrl('series', seriesId, knownOn)
  try {
    return await context.cached(`series-facts:${url.search}`, cacheSeconds, async (context) => {
      const { body } = await context.json(url, answerSchema, { noticeOf: fredNotice(seriesId) })
      const [{ title, units, seasonal_adjustment }] = body.seriess
      return { ...defined({ title }), unit: units, seasonalAdjustment: seasonal_adjustment }
    })
  } catch (error) {
    if (error instanceof FiqError) return knownSeriesFacts(seriesId)
    throw error
  }
}

const answerSchema = z.object({
  seriess: z.tuple([
    z.object({
      title: z.optional(z.string().max(300)),
      units: z.string().max(200),
      seasonal_adjustment: z.string().max(100),
    }),
  ]),
})

const adjusted = 'Seasonally Adjusted'
const annualRate = 'Seasonally Adjusted Annual Rate'
const notAdjusted = 'Not Seasonally Adjusted'

/**
 * Units by identifier, for servers without a key. Omits base years, which change with revisions.
 */
const known: readonly (readonly [ids: RegExp, unit: string, seasonalAdjustment: string])[] = [
  [/^GDP$/, 'Billions of Dollars', annualRate],
  [/^GDPC1$/, 'Billions of Chained Dollars', annualRate],
  [/^GDPPOT$/, 'Billions of Chained Dollars', notAdjusted],
  [/^CPI(?:AUC|LFE)SL$/, 'Index 1982-1984=100', adjusted],
  [/^CPIAUCNS$/, 'Index 1982-1984=100', notAdjusted],
  [/^(?:PCEPI|PCEPILFE|INDPRO)$/, 'Index', adjusted],
  [/^PAYEMS$/, 'Thousands of Persons', adjusted],
  [/^M[12]SL$/, 'Billions of Dollars', adjusted],
  [/^RSXFS$/, 'Millions of Dollars', adjusted],
  [/^HOUST$/, 'Thousands of Units', annualRate],
  [/^CSUSHPISA$/, 'Index Jan 2000=100', adjusted],
  [/^WALCL$/, 'Millions of U.S. Dollars', notAdjusted],
  [/^SP500$/, 'Index', notAdjusted],
  [/^UNRATE$/, 'Percent', adjusted],
  [/^UMCSENT$/, 'Index 1966:Q1=100', notAdjusted],
  [/^USREC$/, '+1 or 0', notAdjusted],
  [
    /^(?:FEDFUNDS|DFF|EFFR|IORB|DFEDTAR[UL]?|D?GS\d+(?:MO)?|DTB\d+|T\d+Y(?:\d[YM]|FF|IE)|T5YIFR|DFII\d+)$/,
    'Percent',
    notAdjusted,
  ],
]

/** The facts of well-known series; empty for other series. */
export function knownSeriesFacts(seriesId: string): SeriesFacts {
  const found = known.find(([ids]) => ids.test(seriesId))
  const title = seriesTitles.get(seriesId)
  return found
    ? { ...defined({ title }), unit: found[1], seasonalAdjustment: found[2] }
    : defined({ title })
}
