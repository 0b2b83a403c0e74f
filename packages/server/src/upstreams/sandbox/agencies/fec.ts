import { zipOf } from '@fiq/shared/zip-of'
import { companies } from '../market/instruments.ts'
import { dayOf, times } from '../market/newest-first.ts'
import { hashText, uniform } from '../market/random.ts'

/** Invented candidates, with names that no candidate of the FEC has. */
const candidates = [
  ['P', 'US', 'DEM', 'SANDERS, SANDBOX'],
  ['H', 'AK', 'DEM', 'PLACEHOLDER, PAT'],
  ['S', 'NY', 'REP', 'EXAMPLE, ELEANOR'],
  ['H', 'TX', 'LIB', 'SAMPLE, SAM'],
] as const
/** Number of companies with an invented committee: the largest ones. */
const companiesMax = 40
const firstCycle = 1980

/**
 * `/files/bulk-downloads/YYYY/NAMEYY.zip` of www.fec.gov: candidates (weball), committees (webk) and
 * their master (cm). `undefined` for other paths and for cycles that have not begun.
 */
export function fecFile(path: string, now: number, seed: number): Uint8Array | undefined {
  const [, year = '', file = '', short = ''] =
    /^\/files\/bulk-downloads\/(\d{4})\/(weball|webk|cm)(\d{2})\.zip$/.exec(path) ?? []
  const cycle = Number(year)
  if (!cycles(now).includes(cycle) || !year.endsWith(short)) return undefined
  const rows = tables[file as keyof typeof tables](cycle, now, seed)
  return zipOf({ [`${file}${short}.txt`]: `${rows.map((row) => row.join('|')).join('\n')}\n` })
}

type Table = (cycle: number, now: number, seed: number) => string[][]

const tables: Readonly<Record<'weball' | 'webk' | 'cm', Table>> = {
  weball: (cycle, now, seed) =>
    candidates.map(([office, state, party, name], index) =>
      cells(30, {
        0: candidateId(office, state, index),
        1: name,
        2: 'C',
        3: '1',
        4: party,
        5: raised(name, cycle, seed, 5_000_000),
        18: state,
        27: usDay(covered(cycle, now)),
      }),
    ),
  webk: (cycle, now, seed) =>
    committees(seed)
      .filter(({ type }) => type === 'Q')
      .map(({ id, name, type, designation, raisedIn }) =>
        cells(27, {
          0: id,
          1: name,
          2: type,
          3: designation,
          5: raisedIn(cycle),
          26: usDay(covered(cycle, now)),
        }),
      ),
  cm: (_cycle, _now, seed) =>
    committees(seed).map(({ id, name, state, designation, type, party, sponsor, candidate }) =>
      cells(15, {
        0: id,
        1: name,
        6: state,
        8: designation,
        9: type,
        10: party,
        13: sponsor,
        14: candidate,
      }),
    ),
}

/** A registered committee: of a candidate, or of a company as its sponsor. */
export type Committee = Record<
  'id' | 'name' | 'state' | 'designation' | 'type' | 'party' | 'sponsor' | 'candidate',
  string
> & {
  /** Receipts of a cycle, USD with cents. */
  raisedIn(cycle: number): string
}

/** Every committee of the sandbox, those of candidates first. */
export function committees(seed: number): readonly Committee[] {
  const ofCandidates = candidates.map(([office, state, party, name], index) => ({
    id: committeeId(index),
    name: `${name.replace(/, .*/, '')} FOR SANDBOX`,
    state,
    designation: 'P',
    type: office,
    party,
    sponsor: '',
    candidate: candidateId(office, state, index),
    raisedIn: (cycle: number) => raised(name, cycle, seed, 5_000_000),
  }))
  const ofCompanies = sponsors().map(({ name }, index) => ({
    id: committeeId(index + candidates.length),
    name: `${name} SANDBOX PAC`,
    state: 'DC',
    designation: 'B',
    type: 'Q',
    party: '',
    sponsor: name,
    candidate: '',
    raisedIn: (cycle: number) => raised(name, cycle, seed, 900_000),
  }))
  return [...ofCandidates, ...ofCompanies]
}

/** Cycles that have begun, newest first. */
export function cycles(now: number): readonly number[] {
  const year = new Date(now).getUTCFullYear()
  const newest = year + (year % 2)
  return times((newest - firstCycle) / 2 + 1, (index) => newest - 2 * index)
}

function sponsors() {
  return companies()
    .slice(0, companiesMax)
    .map(({ name }) => ({ name: name.toUpperCase().replaceAll('|', ' ') }))
}

function cells(columns: number, filled: Readonly<Record<number, string>>): string[] {
  return times(columns, (at) => filled[at] ?? '')
}

const committeeId = (index: number) => `C9${String(index).padStart(7, '0')}`
const candidateId = (office: string, state: string, index: number) =>
  `${office}9${state}${String(index).padStart(5, '0')}`

function raised(name: string, cycle: number, seed: number, scale: number): string {
  return (scale * (0.2 + uniform(hashText(name) ^ seed, cycle))).toFixed(2)
}

/** The last quarter end so far, at most the end of the cycle. ISO 8601. */
export function covered(cycle: number, now: number): string {
  const date = new Date(now)
  const end = new Date(Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3, 0))
  return end.getUTCFullYear() > cycle ? `${cycle}-12-31` : dayOf(end)
}

/** A day in the format of the FEC's files. */
const usDay = (day: string) => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')
