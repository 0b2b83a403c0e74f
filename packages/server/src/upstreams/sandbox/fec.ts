import { instruments } from './instruments.ts'
import { hashText, uniform } from './random.ts'
import { zipOf } from './zip-of.ts'

/** Invented candidates: names no candidate of the FEC has. */
const candidates = [
  ['P', 'US', 'DEM', 'SANDERS, SANDBOX'],
  ['H', 'AK', 'DEM', 'PLACEHOLDER, PAT'],
  ['S', 'NY', 'REP', 'EXAMPLE, ELEANOR'],
  ['H', 'TX', 'LIB', 'SAMPLE, SAM'],
] as const
/** Companies with an invented committee: the largest. */
const companies = 40
const firstCycle = 1980

/**
 * `/files/bulk-downloads/YYYY/NAMEYY.zip` of www.fec.gov: candidates (weball), committees (webk) and
 * their master (cm). `undefined` for other paths and for cycles that have not begun.
 */
export function fecFile(path: string, now: number, seed: number): Uint8Array | undefined {
  const [, year = '', file = '', short = ''] =
    /^\/files\/bulk-downloads\/(\d{4})\/(weball|webk|cm)(\d{2})\.zip$/.exec(path) ?? []
  const cycle = Number(year)
  const isHeld = cycle % 2 === 0 && cycle >= firstCycle && year.endsWith(short)
  if (!year || !isHeld || cycle > new Date(now).getUTCFullYear() + 1) return undefined
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
        27: covered(cycle, now),
      }),
    ),
  webk: (cycle, now, seed) =>
    sponsors().map(({ name }, index) =>
      cells(27, {
        0: committeeId(index + candidates.length),
        1: `${name} SANDBOX PAC`,
        2: 'Q',
        3: 'B',
        5: raised(name, cycle, seed, 900_000),
        26: covered(cycle, now),
      }),
    ),
  cm: () => [
    ...candidates.map(([office, state, party, name], index) =>
      cells(15, {
        0: committeeId(index),
        1: `${name.replace(/, .*/, '')} FOR SANDBOX`,
        6: state,
        8: 'P',
        9: office,
        10: party,
        14: candidateId(office, state, index),
      }),
    ),
    ...sponsors().map(({ name }, index) =>
      cells(15, {
        0: committeeId(index + candidates.length),
        1: `${name} SANDBOX PAC`,
        6: 'DC',
        8: 'B',
        9: 'Q',
        13: name,
      }),
    ),
  ],
}

function sponsors() {
  const filers = [...instruments().values()].filter(({ cik }) => cik > 0).slice(0, companies)
  return filers.map(({ name }) => ({ name: name.toUpperCase().replaceAll('|', ' ') }))
}

function cells(columns: number, filled: Readonly<Record<number, string>>): string[] {
  return Array.from({ length: columns }, (_, at) => filled[at] ?? '')
}

const committeeId = (index: number) => `C9${String(index).padStart(7, '0')}`
const candidateId = (office: string, state: string, index: number) =>
  `${office}9${state}${String(index).padStart(5, '0')}`

function raised(name: string, cycle: number, seed: number, scale: number): string {
  return (scale * (0.2 + uniform(hashText(name) ^ seed, cycle))).toFixed(2)
}

/** The end of the last quarter, at most of the cycle, as the FEC writes days. */
function covered(cycle: number, now: number): string {
  const date = new Date(now)
  const end = new Date(Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3, 0))
  const [year, month, day] = end.toISOString().slice(0, 10).split('-')
  return Number(year) > cycle ? `12/31/${cycle}` : `${month}/${day}/${year}`
}
