import { deepStrictEqual } from 'node:assert'
import fc from 'fast-check'
import { balanceSheet } from '../../packages/server/src/sources/statements/balance-sheet-items.ts'
import { cashFlow } from '../../packages/server/src/sources/statements/cash-flow-items.ts'
import { readCompanyFacts } from '../../packages/server/src/sources/statements/company-facts.ts'
import { addDays, daysBetween } from '../../packages/server/src/sources/statements/days.ts'
import { incomeStatement } from '../../packages/server/src/sources/statements/income-items.ts'
import { rowsKnownOn } from '../../packages/server/src/sources/statements/restated-rows.ts'
import { statementRows } from '../../packages/server/src/sources/statements/statement-rows.ts'
import type { AccuracyArea } from './accuracy-page.ts'
import {
  factsOf,
  type RawFact,
  type RawFacts,
  type RealFiler,
  realFiler,
  realFilerFiles,
} from './filers.ts'
import { createTally, type Tally } from './tally.ts'

/** All facts of filers, with the statements known at the end of each year. */
export function knownOnArea(): AccuracyArea {
  const tally = createTally()
  const files = realFilerFiles().filter((name) => name.startsWith('companyfacts'))
  for (const file of files) {
    const filer = realFiler(file)
    for (const day of daysOf(filer)) checkKnownOn(filer, day, tally)
  }
  return {
    area: 'Statements known on a day',
    truth: `the same facts, cut at the day before they are read; ${daysOfFiler} random days of each of 7 filers.`,
    rows: tally.rows(),
  }
}

const daysOfFiler = 17

/** Random days between the first and the last report, the same ones in every run. */
function daysOf({ facts }: RealFiler): string[] {
  const filed = [...facts.byConcept.values()].flatMap((found) => found.map((fact) => fact.filed))
  const first = filed.reduce((one, other) => (one < other ? one : other))
  const days = fc.integer({ min: 0, max: daysBetween(first, facts.newestFiled ?? first) })
  return fc.sample(days, { numRuns: daysOfFiler, seed: 19 }).map((after) => addDays(first, after))
}

/**
 * Checks that the answer for a day equals the answer from a file that ends on that day, and
 * contains no later value.
 */
export function checkKnownOn({ name, raw, facts }: RealFiler, day: string, tally: Tally): void {
  const body = Buffer.from(JSON.stringify({ facts: raw }))
  const answer = { body, mode: 'mirror', asOf: null, retrievedAt: '' } as const
  const cut = readCompanyFacts(answer, new URL('file:///facts'), day)
  if (cut.newestFiled === null) return
  const ofFile = factsOf(until(raw, day))
  for (const statement of [incomeStatement, balanceSheet, cashFlow])
    for (const period of ['ANNUAL', 'QUARTERLY'] as const) {
      const rows = rowsKnownOn({ cut, whole: facts, knownOn: day }, statement, period, 'today')
      const at = `${name} ${statement.kind} ${period} ${day}`
      tally.count(
        'no figure was filed later',
        rows.every(({ filed }) => filed <= day),
        at,
      )
      const plain = rows.map((row) => ({ ...row, restatements: [] }))
      const own = statementRows(ofFile, statement, period)
      tally.count('the answer is that of the facts cut at the day', isEqual(plain, own), at)
    }
}

function isEqual(one: unknown, other: unknown): boolean {
  try {
    deepStrictEqual(one, other)
    return true
  } catch {
    return false
  }
}

function until(raw: RawFacts, day: string): RawFacts {
  const filed = (rows: readonly RawFact[]) => rows.filter((row) => row.filed <= day)
  return mapValues(raw, (concepts) =>
    mapValues(concepts, ({ units }) => ({ units: mapValues(units, filed) })),
  )
}

function mapValues<value, result>(
  record: Readonly<Record<string, value>>,
  map: (value: value) => result,
): Record<string, result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}
