import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gunzipSync } from 'node:zlib'
import {
  publishedRowsMin,
  readOfacLists,
} from '../../packages/server/src/sources/sanctions/ofac-lists.ts'
import { scoreThreshold } from '../../packages/server/src/sources/sanctions/score-names.ts'
import {
  buildScreeningIndex,
  type ScreeningIndex,
  screenName,
} from '../../packages/server/src/sources/sanctions/screening-index.ts'
import { readUnList } from '../../packages/server/src/sources/sanctions/un-list.ts'
import { compareLabelledPairs } from './labelled-pairs.ts'
import { typosOf } from './typos.ts'

// Sanctions screening over the whole available lists: start, memory, latency, accuracy. Prints JSON
// to stdout and a table to stderr. `--all` screens all 50,000 synthetic people instead of every
// tenth.

const shared = new URL('../../../shared/data/', import.meta.url)
const read = (path: string) => {
  const bytes = readFileSync(new URL(path, shared))
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
}

const sampleSize = 2_000
/** Tuning looked at every twentieth person from the seventh on; these are others. */
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
  labelledPairs: compareLabelledPairs({
    cases: read('screening/nk_name_bench_cases.csv'),
    reference: read('screening/nk_logicv2_frozen_scores.csv'),
  }),
}
process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
process.stderr.write(table())

async function measureStart() {
  const side = { alt: '', add: '', comments: '' }
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const before = process.memoryUsage()
  const began = performance.now()
  // One list after another, as the server reads them.
  const entries = readOfacLists(
    {
      sdn: read('ofac/bench2021_sdn.csv.gz'),
      alt: read('ofac/bench2021_alt.csv.gz'),
      add: read('ofac/bench2021_add.csv.gz'),
      comments: read('ofac/bench2021_sdn_comments.csv'),
    },
    publishedRowsMin,
  )
  const consolidated = { listName: 'OFAC Consolidated', sidesMin: 0 }
  entries.push(...readOfacLists({ ...side, sdn: read('ofac/cons_prim.csv.gz') }, 1, consolidated))
  const un = new URL('https://scsanctions.un.org')
  entries.push(...readUnList(read('ofac/UN_consolidated.xml.gz'), un, 1).entries)
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

/** Screens copies of listed names; a copy is recalled when its entry is among the matches. */
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
  const rows = read('screening/yente_negatives_us_50k.csv.gz').split('\n').slice(1)
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
  return rows.map(([name, value, goal]) => `${name.padEnd(38)}${value}  (${goal})\n`).join('')
}
