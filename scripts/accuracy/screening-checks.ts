import {
  buildScreeningIndex,
  type ScreeningIndex,
} from '../../packages/server/src/sources/sanctions/screening-index.ts'
import { judgedBins, measureCalibration } from '../bench/calibration.ts'
import { measureScripts, measureVariants, type ScreeningTally } from '../bench/screening-cases.ts'
import { readLists } from '../bench/screening-lists.ts'
import type { AccuracyArea } from './accuracy-page.ts'

/** Number of variants of listed names, for each kind: cut, abbreviated or misspelt. */
const sample = 600

/** Screens names in several scripts and forms against the lists of OFAC and the UN. */
export async function screeningArea(): Promise<AccuracyArea> {
  const lists = readLists()
  const index = await buildScreeningIndex(lists)
  const tallies = [...(await measureScripts(lists)), ...measureVariants(index, sample)]
  return {
    area: 'Sanctions screening',
    truth:
      'two lists and two sets of names. The UN list (2026) has names in their own script. The OFAC list (2021) has names in Latin script. Reference works have names of public people. The invented names are on no list. A case is right if the entry is among the matches, or if an unlisted person has none. An invented person with the given name and the surname of a listed person cannot be told apart from that person by the name. Such people are not among the unlisted ones. Those with exactly the listed name must be found. Namesakes in Hangul and Han still count as wrong. The last row counts bins of five points of the score, each with at least a hundred labelled pairs: a bin is right if the share of pairs that are the same party is within ten points of the score.',
    rows: [...tallies.map(rowOf), calibrationOf(index)],
  }
}

const rowOf = ({ kind, cases, right, goal, wrong }: ScreeningTally) => ({
  property: `${kind} (goal ${goal * 100} %)`,
  cases,
  right,
  wrong,
})

function calibrationOf(index: ScreeningIndex) {
  const bins = judgedBins(measureCalibration(index))
  const wrong = bins
    .filter(({ isNear }) => !isNear)
    .map(({ from, matches, pairs }) => `from ${from}: ${matches} of ${pairs}`)
  return {
    property: 'the score is the share of matches, within ten points',
    cases: bins.length,
    right: bins.length - wrong.length,
    wrong,
  }
}
