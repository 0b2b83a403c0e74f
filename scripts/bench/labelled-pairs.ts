import { defined } from '@fiq/shared/defined'
import type { NameKind } from '../../packages/server/src/names/read-name.ts'
import {
  scoreNames,
  scoreThreshold,
} from '../../packages/server/src/sources/sanctions/score-names.ts'
import { splitPairs } from './split-pairs.ts'

/** The threshold that logic-v2 uses for the corpus of the pairs. */
const referenceThreshold = 0.7

/** One labelled pair. `reference` is the score of logic-v2, which some pairs lack. */
type Pair = {
  group: string
  schema: string
  one: string
  other: string
  isMatch: boolean
  quality: string
  reference?: number
}

type Tally = { pairs: number; f1: number; precision: number; recall: number }
/** Results over the pairs with a reference score; `all` are ours over all pairs. */
type Compared = { ours?: Tally; reference?: Tally; all: Tally }

const kinds: Readonly<Record<string, NameKind>> = {
  Person: 'person',
  Company: 'organisation',
  Organization: 'organisation',
  Vessel: 'vessel',
}

/**
 * Compares our scores of labelled pairs with stored scores of logic-v2: the tuned half, the
 * held-out half, each group, every quality, and our other thresholds. The comparison uses only
 * pairs with a reference score; `heldOut.all` has all pairs.
 */
export function compareLabelledPairs({ cases, reference }: { cases: string; reference: string }) {
  const pairs = readPairs(cases, reference)
  const scored = pairs.map((pair) => ({
    ...pair,
    score: scoreNames(pair.one, pair.other, kinds[pair.schema]),
  }))
  const isTuned = splitPairs(pairs)
  const tuned = scored.filter((_, at) => isTuned[at])
  const heldOut = scored.filter((_, at) => !isTuned[at])
  const strong = scored.filter(({ quality }) => quality === 'STRONG')
  const groups = [...new Set(heldOut.map(({ group }) => group))]
  return {
    heldOut: compare(heldOut),
    tuned: compare(tuned),
    heldOutByGroup: Object.fromEntries(
      groups.map((group) => [group, compare(heldOut.filter((pair) => pair.group === group))]),
    ),
    strong: {
      pairs: strong.length,
      wrong: strong.filter((pair) => pair.score >= scoreThreshold !== pair.isMatch).length,
      wrongHeldOut: heldOut.filter(
        (pair) => pair.quality === 'STRONG' && pair.score >= scoreThreshold !== pair.isMatch,
      ).length,
    },
    heldOutByThreshold: Object.fromEntries(
      [0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9].map((at) => [at, tally(heldOut, ours, at)]),
    ),
  }
}

type Scored = Pair & { score: number }
const ours = ({ score }: Scored) => score

function compare(pairs: readonly Scored[]): Compared {
  const known = pairs.filter(({ reference }) => reference !== undefined)
  const all = tally(pairs, ours, scoreThreshold)
  if (known.length === 0) return { all }
  return {
    ours: tally(known, ours, scoreThreshold),
    reference: tally(known, ({ reference }) => reference!, referenceThreshold),
    all,
  }
}

function tally(
  pairs: readonly Scored[],
  scoreOf: (pair: Scored) => number,
  threshold: number,
): Tally {
  const matched = pairs.filter((pair) => scoreOf(pair) >= threshold)
  const right = matched.filter(({ isMatch }) => isMatch).length
  const all = pairs.filter(({ isMatch }) => isMatch).length
  const share = (part: number, of: number) => Number((of === 0 ? 1 : part / of).toFixed(4))
  return {
    pairs: pairs.length,
    f1: share(2 * right, matched.length + all),
    precision: share(right, matched.length),
    recall: share(right, all),
  }
}

/** The pairs, each with its raw score and whether it is in the tuned half. */
export function scoredPairs(cases: string, reference: string) {
  const pairs = readPairs(cases, reference)
  const isTuned = splitPairs(pairs)
  return pairs.map((pair, at) => ({
    isMatch: pair.isMatch,
    score: scoreNames(pair.one, pair.other, kinds[pair.schema]),
    isTuned: isTuned[at]!,
  }))
}

function readPairs(cases: string, reference: string): Pair[] {
  const scores = new Map(
    csvRecords(reference).map((row) => [keyOf(row), Number(row['score'])] as const),
  )
  return csvRecords(cases).map((row) => {
    const score = scores.get(keyOf(row))
    return {
      group: row['case_group']!,
      schema: row['schema']!,
      one: row['name1']!,
      other: row['name2']!,
      isMatch: row['is_match'] === 'true',
      quality: row['quality']! || 'MEDIUM',
      ...defined({ reference: score }),
    }
  })
}

const keyOf = (row: Record<string, string>) =>
  [row['case_group'], row['schema'], row['name1'], row['name2']].join('\n')

/** Parses RFC 4180 with a header row; no field of these files spans lines. */
function csvRecords(text: string): Record<string, string>[] {
  const [header, ...rows] = text.trim().split(/\r?\n/).map(csvCells)
  return rows.map((row) => Object.fromEntries(header!.map((name, at) => [name, row[at] ?? ''])))
}

function csvCells(line: string): string[] {
  const cells = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)
  return [...cells].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '')
}
