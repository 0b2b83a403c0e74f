import { z } from 'zod'
import type { ConnectorContext, Provenance, Sourced, Upstream } from '../../sources/connector.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { usableRows } from '../../sources/usable-rows.ts'

export const secFrames: Upstream = {
  id: 'sec-frames',
  name: 'SEC EDGAR frames (XBRL), one concept of every filer',
  hosts: ['data.sec.gov'],
  url: 'https://www.sec.gov/edgar/sec-api-documentation',
  licence: { class: 'public', text: 'US government work, public domain' },
  delay: 'annual, as filed',
  timing: { delay: 'periodic' },
}

/** Earnings per share and revenue (USD) of a filer in two fiscal years. */
export type Growth = {
  earningsPerShare: number | null
  /** Growth against the previous year, percent; `null` if that year had no gain. */
  earningsGrowth: number | null
  revenueGrowth: number | null
}

const earnings = 'EarningsPerShareDiluted/USD-per-shares'
/** Filers use one of these concepts. The first with a value counts. */
const revenues = ['RevenueFromContractWithCustomerExcludingAssessedTax/USD', 'Revenues/USD']

/** Annual reports are filed by the end of March. Until then the year before is used. */
const newestFromMonth = 3
const cacheSeconds = 24 * 3_600

/**
 * Growth of every filer by CIK, between the newest complete year and the previous one.
 *
 * @throws FiqError `UPSTREAM_…`
 */
export async function loadGrowth(
  context: ConnectorContext,
): Promise<Sourced<ReadonlyMap<number, Growth>>> {
  return context.cached('screen:growth', cacheSeconds, async (context) => {
    const now = context.now()
    const year = now.getUTCFullYear() - (now.getUTCMonth() >= newestFromMonth ? 1 : 2)
    const [eps, epsBefore, ...sales] = await Promise.all([
      loadFrame(earnings, year, context),
      loadFrame(earnings, year - 1, context),
      ...revenues.flatMap((concept) => [
        loadFrame(concept, year, context),
        loadFrame(concept, year - 1, context),
      ]),
    ])
    const growth = new Map<number, Growth>()
    for (const [cik, value] of eps.values) {
      const revenueGrowth = [0, 2].flatMap((at) => {
        const percent = growthOf(sales[at]?.values.get(cik), sales[at + 1]?.values.get(cik))
        return percent === null ? [] : [percent]
      })
      growth.set(cik, {
        earningsPerShare: value,
        earningsGrowth: growthOf(value, epsBefore.values.get(cik)),
        revenueGrowth: revenueGrowth[0] ?? null,
      })
    }
    return { value: growth, provenance: [eps.provenance] }
  })
}

async function loadFrame(
  concept: string,
  year: number,
  context: ConnectorContext,
): Promise<{ values: ReadonlyMap<number, number>; provenance: Provenance }> {
  const url = new URL(`https://data.sec.gov/api/xbrl/frames/us-gaap/${concept}/CY${year}.json`)
  const { body, answer } = await context.json(url, frameSchema, { bulk: true })
  const { data } = body
  const asOf = `${year}-12-31`
  return {
    values: new Map(data.map(({ cik, val }) => [cik, val])),
    provenance: provenanceOf(secFrames, answer, { asOf }),
  }
}

const frameSchema = z.object({
  data: usableRows(z.object({ cik: z.int(), val: z.number() })).refine((rows) => rows.length > 0),
})

function growthOf(value: number | undefined, before: number | undefined): number | null {
  if (value === undefined || before === undefined || before <= 0) return null
  return 100 * (value / before - 1)
}
