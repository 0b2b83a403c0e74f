import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import { refuse } from '../../upstreams/checked-answer.ts'
import type { ConnectorContext, SeriesPoint, Sourced, Upstream } from '../connector.ts'
import { provenanceOf } from '../sourced.ts'
import { usableRows } from '../usable-rows.ts'

export const worldBank: Upstream = {
  id: 'world-bank',
  name: 'World Bank, World Development Indicators',
  hosts: ['api.worldbank.org'],
  url: 'https://data.worldbank.org',
  licence: { class: 'attribution', text: 'CC BY 4.0, World Bank' },
  delay: 'annual, some months after the year',
  timing: { delay: 'periodic' },
}

/** Codes of the World Development Indicators in use. */
export type Indicator =
  | 'NY.GDP.MKTP.KD'
  | 'NY.GDP.MKTP.CD'
  | 'FP.CPI.TOTL.ZG'
  | 'BN.CAB.XOKA.CD'
  | 'BN.GSR.GNFS.CD'
  | 'BN.KLT.DINV.CD'

/** The Bank publishes a year's figure during the next year. */
const staleAfterYears = 2

/** An indicator with its base year in the answer, for figures in constant prices. */
export type IndicatorSeries = Sourced<readonly SeriesPoint[]> & { baseYear?: string }

/**
 * An annual indicator of a country, newest first, dated by the first day of the year. Drops years
 * without a value at both ends; in between their value is `null`.
 *
 * @param country ISO 3166 code of three letters
 * @throws FiqError `NOT_FOUND` for an unknown country or without any figure, `UPSTREAM_…`
 */
export async function loadIndicator(
  country: string,
  indicator: Indicator,
  context: ConnectorContext,
): Promise<IndicatorSeries> {
  const url = new URL(
    `https://api.worldbank.org/v2/country/${country}/indicator/${indicator}?format=json&per_page=1000`,
  )
  const { body, answer } = await context.json(url, answerSchema)
  if (body.length === 1) return refuseFault(body[0].message, country, url)
  const [, rows] = body
  const points = (rows ?? []).map(({ date, value }) => ({ date: `${date}-01-01`, value }))
  points.sort((a, b) => (a.date < b.date ? 1 : -1))
  const first = points.findIndex(({ value }) => value !== null)
  const last = points.findLastIndex(({ value }) => value !== null)
  if (first < 0)
    throw new FiqError('NOT_FOUND', `The World Bank has no ${indicator} for ${country}.`)
  const asOf = points[first]!.date
  const stale = context.now().getUTCFullYear() - Number(asOf.slice(0, 4)) > staleAfterYears
  const [, baseYear] =
    /\(constant (\d{4}) US\$\)$/.exec(rows?.find((row) => row.indicator)?.indicator?.value ?? '') ??
    []
  return {
    value: points.slice(first, last + 1),
    provenance: [provenanceOf(worldBank, answer, { asOf, stale })],
    ...defined({ baseYear }),
  }
}

const rowsSchema = usableRows(
  z.object({
    date: z.string().regex(/^\d{4}$/),
    value: z.number().nullable(),
    indicator: z.object({ value: z.string() }).optional().catch(undefined),
  }),
).nullable()
const faultSchema = z.object({ message: z.array(z.object({ id: z.string(), value: z.string() })) })
/** Figures, or an error. Both have status 200. */
const answerSchema = z.union([
  z.tuple([z.object({ total: z.number() }), rowsSchema]),
  z.tuple([faultSchema]),
])

function refuseFault(
  message: readonly { id: string; value: string }[],
  country: string,
  url: URL,
): never {
  const [fault] = message
  if (fault?.id === '120')
    throw new FiqError('NOT_FOUND', `The World Bank does not know ${country}.`)
  refuse(url, `a fault: ${fault?.value.slice(0, 100) ?? 'none named'}`)
}
