import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { scoreThreshold } from '../../packages/server/src/sources/sanctions/score-names.ts'
import {
  buildScreeningIndex,
  type ScreeningIndex,
  screenName,
} from '../../packages/server/src/sources/sanctions/screening-index.ts'
import { measureCalibration } from './calibration.ts'
import { compareLabelledPairs } from './labelled-pairs.ts'
import { measureScripts, measureVariants } from './screening-cases.ts'
import { readLists, readShared } from './screening-lists.ts'
import { typosOf } from './typos.ts'

// Sanctions screening over all available lists: start, memory, latency, accuracy. Prints JSON to
// stdout and a table to stderr. `--all` screens all 50,000 synthetic people instead of every tenth.

const sampleSize = 2_000
/** Tuning used every twentieth person, starting with the seventh; these are others. */
const peopleFrom = 3
const peopleStep = process.argv.includes('--all') ? 1 : 10

const start = await measureStart()
const exact = measureRecall(start.index, (name) => name, 11)
const typo = measureRecall(start.index, (name, at) => typosOf(name, 2_026 + at), 12)
const people = measurePeople(start.index)
const figures = {
  list: 'OFAC SDN, July 2021; OFAC consolidated; UN, February 2026',
  entries: start.index.entries,
  names: start.index.names.length,
  startMs: start.startMs,
  heapMb: start.heapMb,
  residentGrowthMb: start.residentGrowthMb,
  threshold: scoreThreshold,
  latencyMs: quantiles([...exact.times, ...typo.times, ...people.times]),
  watchmanMsPerOperation: 18,
  exactAliasRecall: exact.recall,
  oneTypoRecall: typo.recall,
  oneTypoFirst: typo.first,
  syntheticPeople: { screened: people.screened, falsePositiveRate: people.rate },
  scripts: await measureScripts(readLists()),
  variants: measureVariants(start.index),
  calibration: measureCalibration(start.index),
  labelledPairs: compareLabelledPairs({
    cases: readShared('screening/nk_name_bench_cases.csv'),
    reference: readShared('screening/nk_logicv2_frozen_scores.csv'),
  }),
}
process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
process.stderr.write(table())

async function measureStart() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const before = process.memoryUsage()
  const began = performance.now()
  const entries = readLists()
  const index = await buildScreeningIndex(entries)
  const startMs = round(performance.now() - began, 0)
  const peak = process.resourceUsage().maxRSS * 1024
  collect()
  const after = process.memoryUsage()
  const held = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers
  return {
    index,
    startMs,
    heapMb: round(held / 1e6, 1),
    residentGrowthMb: round((peak - before.rss) / 1e6, 0),
  }
}

/** Screens copies of listed names. A copy counts as found if its entry is among the matches. */
function measureRecall(
  index: ScreeningIndex,
  copy: (name: string, at: number) => string,
  seed: number,
) {
  const times: number[] = []
  let recalled = 0
  let first = 0
  const step = index.names.length / sampleSize
  for (let at = 0; at < sampleSize; at++) {
    const listed = index.names[Math.floor(at * step + (seed % step))]
    if (listed === undefined) continue
    const began = performance.now()
    const matches = screenName(index, copy(listed.text, at))
    times.push(performance.now() - began)
    if (matches.some(({ entry }) => entry === listed.entry)) recalled += 1
    if (matches[0]?.entry === listed.entry) first += 1
  }
  return { times, recall: round(recalled / times.length, 4), first: round(first / times.length, 4) }
}

function measurePeople(index: ScreeningIndex) {
  const rows = readShared('screening/yente_negatives_us_50k.csv.gz').split('\n').slice(1)
  const times: number[] = []
  let matched = 0
  for (let at = peopleStep === 1 ? 0 : peopleFrom; at < rows.length; at += peopleStep) {
    const name = rows[at]!.split(',')[0]!
    if (name === '') continue
    const began = performance.now()
    if (screenName(index, name).length > 0) matched += 1
    times.push(performance.now() - began)
  }
  return { times, screened: times.length, rate: round(matched / times.length, 5) }
}

function quantiles(times: readonly number[]) {
  const sorted = [...times].sort((one, other) => one - other)
  const at = (share: number) => round(sorted[Math.floor(share * (sorted.length - 1))]!, 3)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}

function table(): string {
  const { heldOut, tuned } = figures.labelledPairs
  const rows: (readonly [string, unknown, string])[] = [
    ['start, ms', figures.startMs, '< 1500'],
    [
      'index kept / peak resident growth, MB',
      `${figures.heapMb} / ${figures.residentGrowthMb}`,
      '< 150',
    ],
    ['screen p50 / p95, ms', `${figures.latencyMs.p50} / ${figures.latencyMs.p95}`, 'p95 < 5'],
    ['recall of exact names', figures.exactAliasRecall, '>= 0.99'],
    ['recall of one-typo copies', figures.oneTypoRecall, '>= 0.95'],
    ['false positives on synthetic people', figures.syntheticPeople.falsePositiveRate, '< 0.005'],
    ['F1 on held-out pairs', heldOut.ours?.f1, `>= 0.83, logic-v2 ${heldOut.reference?.f1}`],
    ['F1 on tuned pairs', tuned.ours?.f1, `logic-v2 ${tuned.reference?.f1}`],
    ['STRONG pairs wrong', figures.labelledPairs.strong.wrong, '0'],
  ]
  const share = (right: number, cases: number) => round((100 * right) / cases, 2)
  for (const { kind, cases, right, goal } of [...figures.scripts, ...figures.variants]) {
    rows.push([kind, `${share(right, cases)} % of ${cases}`, `>= ${goal * 100} %`])
  }
  for (const { from, to, pairs, matches } of figures.calibration) {
    const bin = `matches with scores of ${from} to ${to}`
    rows.push([bin, `${share(matches, pairs)} % of ${pairs}`, 'within ten points'])
  }
  return rows.map(([name, value, goal]) => `${name.padEnd(48)}${value}  (${goal})\n`).join('')
}
