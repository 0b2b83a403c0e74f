import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { addingUp } from '../../packages/server/src/connectors/segmented-revenue/adding-up.ts'
import { ownPeriod } from '../../packages/server/src/connectors/segmented-revenue/own-period.ts'
import { readSegmentFacts } from '../../packages/server/src/connectors/segmented-revenue/segment-facts.ts'
import { incomeStatement } from '../../packages/server/src/sources/statements/income-items.ts'
import { unitOf } from '../../packages/server/src/sources/statements/section-sums.ts'
import { statementRows } from '../../packages/server/src/sources/statements/statement-rows.ts'
import type { AccuracyArea } from './accuracy-page.ts'
import { edgarFolder, realFiler, realFilerFiles } from './filers.ts'
import { createTally, type Tally } from './tally.ts'

/** Checks reports that split their revenue, by the sums of the parts. */
export function segmentsArea(): AccuracyArea {
  const tally = createTally()
  for (const file of reportFiles()) checkSegments(file, tally)
  return {
    area: 'Segmented revenue',
    truth:
      'the revenue of the income statement of the same report. Rows that do not add up are answered with addsUp null: the report reconciles them by items that it tags otherwise.',
    rows: tally.rows(),
  }
}

/** Names of the real reports. */
export function reportFiles(): string[] {
  return realFilerFiles().filter((name) => name.startsWith('instance'))
}

/** Sums the rows of each axis of one report. */
export function checkSegments(file: string, tally: Tally): void {
  const body = gunzipSync(readFileSync(join(edgarFolder, 'filers', file)))
  const answer = { body, mode: 'mirror', asOf: null, retrievedAt: '' } as const
  const period = file.includes('10Q') ? 'QUARTERLY' : 'ANNUAL'
  const rows = ownPeriod(readSegmentFacts(answer, new URL('file:///report')), period)
  const { name, facts } = realFiler(file)
  const income = statementRows(facts, incomeStatement, period)
  const revenue = income.find(({ endDate }) => endDate === rows[0]?.end)?.['revenue']
  if (typeof revenue !== 'number') return
  for (const [axis, ofAxis] of Map.groupBy(rows, (row) => row.axis)) {
    const adding = addingUp(ofAxis)
    const at = `${name} ${axis}, ${ofAxis.length} rows, revenue ${revenue}`
    tally.count('the rows of an axis add up', adding !== undefined, at)
    if (!adding) continue
    const sum = [...adding].reduce((all, { value }) => all + value, 0)
    const isRight =
      Math.abs(sum - revenue) <=
      slackOf(
        [...adding].map(({ value }) => value),
        revenue,
      )
    tally.count('rows with addsUp are the revenue', isRight, `${at}: ${sum}`)
  }
}

/** One unit of the most exact figure, or half a unit of each row if only the rows are rounded. */
function slackOf(values: readonly number[], revenue: number): number {
  return Math.max(unitOf([revenue, ...values]), (values.length * unitOf(values)) / 2)
}
