import { foldText } from '../../packages/server/src/names/fold-text.ts'
import { calibratedScore } from '../../packages/server/src/sources/sanctions/calibrated-score.ts'
import type { ListedEntry } from '../../packages/server/src/sources/sanctions/listed-entry.ts'
import { scoreNames } from '../../packages/server/src/sources/sanctions/score-names.ts'
import {
  type ScreeningIndex,
  screenName,
} from '../../packages/server/src/sources/sanctions/screening-index.ts'
import { scoredPairs } from './labelled-pairs.ts'
import { variantsOf } from './screening-cases.ts'
import { readShared } from './screening-lists.ts'
import { fnv1a } from './split-pairs.ts'

/** Two names with a label. `score` is the raw score, before calibration. */
export type ScoredPair = { score: number; isMatch: boolean; isTuned: boolean }

export type Bin = { from: number; to: number; pairs: number; matches: number }

const kindOf = ({ type }: ListedEntry) =>
  type === 'individual' ? 'person' : type === 'entity' ? 'organisation' : 'vessel'

/**
 * Labelled pairs from the lists. Matches: aliases and variants of a listed name. Non-matches: the
 * nearest other entries, and unlisted people with the entries nearest to them. A hash of the listed
 * name selects the half.
 */
export function pairsOfLists(
  index: ScreeningIndex,
  unlisted: readonly string[],
  step: number,
): ScoredPair[] {
  const pairs: ScoredPair[] = []
  const parties = partiesOf(index)
  const add = (key: string, score: number, isMatch: boolean) => {
    if (score > 0) pairs.push({ score, isMatch, isTuned: (fnv1a(key) & 1) === 1 })
  }
  for (let at = 0; at < index.names.length; at += step) {
    const { text, entry } = index.names[at]!
    const key = entry.name
    if (text !== entry.name) add(key, scoreNames(text, entry.name, kindOf(entry)), true)
    for (const query of [text, ...variantsOf(text, entry, at)]) {
      if (query !== text) add(key, scoreNames(query, text, kindOf(entry)), true)
      for (const match of screenName(index, query, { minScore: 0.0001, limit: 6 })) {
        if (parties.get(match.entry) === parties.get(entry)) continue
        add(key, scoreNames(query, match.matchedName, kindOf(match.entry)), false)
      }
    }
  }
  for (const query of unlisted) {
    for (const { matchedName, entry } of screenName(index, query, { minScore: 0.0001, limit: 2 })) {
      add(query, scoreNames(query, matchedName, kindOf(entry)), false)
    }
  }
  return pairs
}

/** Groups entries of several lists that share a name, because they are one party. */
function partiesOf({ names }: ScreeningIndex): Map<ListedEntry, ListedEntry> {
  const byName = new Map<string, ListedEntry>()
  const parties = new Map<ListedEntry, ListedEntry>()
  const rootOf = (entry: ListedEntry): ListedEntry => {
    const above = parties.get(entry) ?? entry
    return above === entry ? entry : rootOf(above)
  }
  for (const { text, entry } of names) {
    const key = foldText(text).split(' ').sort().join(' ')
    const other = byName.get(key)
    if (other === undefined) byName.set(key, entry)
    else if (rootOf(other) !== rootOf(entry)) parties.set(rootOf(entry), rootOf(other))
  }
  return new Map(names.map(({ entry }) => [entry, rootOf(entry)]))
}

/** One of this many listed names and synthetic people is used for pairs. */
const namesStep = 12
const peopleStep = 25
/** Another remainder than that of the people used for tuning. */
const peopleFrom = 3

/** The bins of the pairs that were not used to fit the score. */
export function measureCalibration(index: ScreeningIndex): Bin[] {
  const people = readShared('screening/yente_negatives_us_50k.csv.gz')
    .split('\n')
    .slice(1)
    .filter((_, at) => at % peopleStep === peopleFrom)
    .flatMap((row) => row.split(',')[0] || [])
  const pairs = [
    ...scoredPairs(
      readShared('screening/nk_name_bench_cases.csv'),
      readShared('screening/nk_logicv2_frozen_scores.csv'),
    ),
    ...pairsOfLists(index, people, namesStep),
  ]
  return binsOf(
    pairs.filter(({ isTuned }) => !isTuned),
    calibratedScore,
  )
}

/** A bin with fewer pairs shows little. */
const binPairsMin = 100

/** Bins with at least {@link binPairsMin} pairs, and whether their share is within ten points of the score. */
export function judgedBins(bins: readonly Bin[]): (Bin & { isNear: boolean })[] {
  return bins
    .filter(({ pairs }) => pairs >= binPairsMin)
    .map((bin) => ({
      ...bin,
      isNear: Math.abs(bin.matches / bin.pairs - (bin.from + bin.to) / 2) <= 0.1,
    }))
}

/** Share of matches in bins of five points. */
export function binsOf(pairs: readonly ScoredPair[], scoreOf: (raw: number) => number): Bin[] {
  const bins = Array.from({ length: 20 }, (_, at) => ({
    from: at / 20,
    to: (at + 1) / 20,
    pairs: 0,
    matches: 0,
  }))
  for (const { score, isMatch } of pairs) {
    const bin = bins[Math.min(19, Math.floor(scoreOf(score) * 20))]!
    bin.pairs += 1
    if (isMatch) bin.matches += 1
  }
  return bins
}

/** Isotonic regression (pool adjacent violators) over the raw score: blocks of rising shares. */
export function fitIsotonic(
  pairs: readonly ScoredPair[],
): { raw: number; share: number; pairs: number }[] {
  const blocks: { raw: number; matches: number; pairs: number }[] = []
  const sorted = [...pairs].sort((one, other) => one.score - other.score)
  for (const { score, isMatch } of sorted) {
    blocks.push({ raw: score, matches: isMatch ? 1 : 0, pairs: 1 })
    for (;;) {
      const [before, last] = [blocks.at(-2), blocks.at(-1)!]
      if (before === undefined || before.matches * last.pairs < last.matches * before.pairs) break
      blocks.splice(-2, 2, {
        raw: (before.raw * before.pairs + last.raw * last.pairs) / (before.pairs + last.pairs),
        matches: before.matches + last.matches,
        pairs: before.pairs + last.pairs,
      })
    }
  }
  return blocks.map(({ raw, matches, pairs: size }) => ({
    raw,
    share: matches / size,
    pairs: size,
  }))
}
