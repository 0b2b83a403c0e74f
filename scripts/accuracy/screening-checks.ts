import { buildScreeningIndex } from '../../packages/server/src/sources/sanctions/screening-index.ts'
import { measureScripts, measureVariants, type ScreeningTally } from '../bench/screening-cases.ts'
import { readLists } from '../bench/screening-lists.ts'
import type { AccuracyArea } from './accuracy-page.ts'

/** Number of variants of listed names, for each kind: cut, abbreviated or misspelt. */
const sample = 600

/** Screens names in several scripts and forms against the lists of OFAC and the UN. */
export async function screeningArea(): Promise<AccuracyArea> {
  const lists = readLists()
  const tallies = [
    ...(await measureScripts(lists)),
    ...measureVariants(await buildScreeningIndex(lists), sample),
  ]
  return {
    area: 'Sanctions screening',
    truth:
      'the originals of the list of the UN (2026), the names of the list of OFAC (2021), the spelling of public people in reference works, and invented people who are on no list. A case is right if the entry is among the matches, or if an unlisted person has none. An invented person with the name of a listed one counts as wrong.',
    rows: tallies.map(rowOf),
  }
}

const rowOf = ({ kind, cases, right, goal, wrong }: ScreeningTally) => ({
  property: `${kind} (goal ${goal * 100} %)`,
  cases,
  right,
  wrong,
})
