import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import type { ConnectorContext, Provenance, Sourced } from '../../sources/connector.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { usableRows } from '../../sources/usable-rows.ts'
import { secFrames } from './sec-frames.ts'

/** Number of shares of a filer. */
export type SharesOutstanding = {
  shares: number
  /**
   * Whether it is the diluted average of all classes, in units of one of them. Filers with several
   * classes state the number on the cover page only by class, which frames do not have.
   */
  isAverage: boolean
}

const cacheSeconds = 24 * 3_600
/** Quarters back in which every filer has reported. */
const quartersBack = 4

/**
 * The newest number of shares of every filer by CIK: that of the cover page, otherwise the average.
 *
 * @throws FiqError `UPSTREAM_…`
 */
export async function loadSharesOutstanding(
  context: ConnectorContext,
): Promise<Sourced<ReadonlyMap<number, SharesOutstanding>>> {
  return context.cached('screen:shares', cacheSeconds, async (context) => {
    const quarters = quartersUpTo(context.now())
    const [covers, averages] = await Promise.all([
      newestOf('dei/EntityCommonStockSharesOutstanding', quarters.map(instant), context),
      newestOf('us-gaap/WeightedAverageNumberOfDilutedSharesOutstanding', quarters, context),
    ])
    const value = new Map<number, SharesOutstanding>()
    for (const [cik, shares] of averages.values) value.set(cik, { shares, isAverage: true })
    for (const [cik, shares] of covers.values) value.set(cik, { shares, isAverage: false })
    return { value, provenance: covers.provenance }
  })
}

/** Names of frames: `CY2026Q3`, the newest first. */
function quartersUpTo(now: Date): string[] {
  const newest = 4 * now.getUTCFullYear() + Math.floor(now.getUTCMonth() / 3)
  return Array.from({ length: quartersBack }, (_, back) => {
    const at = newest - back
    return `CY${Math.floor(at / 4)}Q${(at % 4) + 1}`
  })
}

/** The frame of values at an instant near the end of the quarter. */
const instant = (quarter: string) => `${quarter}I`

/**
 * The value of each filer in the newest frame that has it. A quarter whose reports are not filed
 * yet has no frame.
 *
 * @throws FiqError `UPSTREAM_…` if no frame exists
 */
async function newestOf(concept: string, frames: readonly string[], context: ConnectorContext) {
  const values = new Map<number, number>()
  const provenance: Provenance[] = []
  const failures: FiqError[] = []
  const loaded = await Promise.all(
    frames.map((frame) =>
      loadFrame(concept, frame, context).catch((error: unknown) => {
        if (!(error instanceof FiqError) || error.code !== 'NOT_FOUND') throw error
        failures.push(error)
        return undefined
      }),
    ),
  )
  for (const frame of loaded) {
    if (!frame) continue
    if (provenance.length === 0) provenance.push(provenanceOf(secFrames, frame.answer))
    for (const { cik, val } of frame.data) if (val > 0 && !values.has(cik)) values.set(cik, val)
  }
  if (provenance.length === 0 && failures[0]) throw failures[0]
  return { values, provenance }
}

async function loadFrame(concept: string, frame: string, context: ConnectorContext) {
  const url = new URL(`https://data.sec.gov/api/xbrl/frames/${concept}/shares/${frame}.json`)
  const { body, answer } = await context.json(url, frameSchema, { bulk: true })
  return { data: body.data, answer }
}

const frameSchema = z.object({ data: usableRows(z.object({ cik: z.int(), val: z.number() })) })
