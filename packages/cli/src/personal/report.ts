import type { PersonalServer } from '@fiq/shared/personal-server'
import type { Area } from './personal-ports.ts'
import { setupEntries, setupWord } from './setup-keys.ts'

/** The server as JSON, without its key. */
export function serverValue({ url, pid, version }: PersonalServer, areas: readonly Area[]) {
  return { running: true, url, pid, version, areas }
}

/** The server in a few lines. */
export function reportOf(
  { url, pid, version }: PersonalServer,
  areas: readonly Area[],
  logFile: string,
): [name: string, text: string][] {
  const ready = areas.filter(({ isReady }) => isReady)
  return [
    ['running', `${url}, fiq-server ${version}, pid ${pid}`],
    ['log', logFile],
    ['answers', `${ready.length} of ${areas.length} areas`],
    ['more', 'fiq setup adds a contact and free keys; fiq-server sources shows every source'],
  ]
}

/** Areas without an answer, and the settings that would add one. */
export type Missing = { areas: string; needs: string; getWith: string }

/**
 * Groups missing areas by what adds them, in the order of `fiq setup`; commands of the server last.
 */
export function missingIn(areas: readonly Area[]): readonly Missing[] {
  const byWay = new Map<string, { needs: string; names: string[] }>()
  for (const area of areas.filter(({ isReady }) => !isReady)) {
    const [getWith, needs] = wayTo(area)
    const entry = byWay.get(getWith) ?? { needs, names: [] }
    byWay.set(getWith, { needs, names: [...entry.names, area.area] })
  }
  const order = setupEntries.map(({ name }) => `fiq setup ${setupWord(name)}`)
  const placeOf = (way: string) => (order.indexOf(way) + order.length + 1) % (order.length + 1)
  return [...byWay]
    .sort(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([getWith, { needs, names }]) => ({ areas: areaWords(names), needs, getWith }))
}

/** @example areaWords(['filings', 'news', 'holders']) // 'filings, 2 more' */
function areaWords(names: readonly string[]): string {
  return names.length < 3 ? names.join(', ') : `${names[0]}, ${names.length - 1} more`
}

/** The first entry of `fiq setup` that adds an area, otherwise a command of the server. */
function wayTo({ add }: Area): readonly [getWith: string, needs: string] {
  const entry = setupEntries.find(({ variables }) =>
    variables.some(({ name }) => add.some((each) => each.split(' ').includes(name))),
  )
  if (entry) return [`fiq setup ${setupWord(entry.name)}`, entry.name]
  const command = add.find((each) => each.startsWith('fiq-server '))
  return command ? [command, 'your decision'] : ['', add[0] ?? 'no source yet']
}

/** Switches, any of which adds prices of US shares of today or yesterday. */
const shareSwitches = [
  'ALPACA_API_KEY_ID',
  'FINNHUB_API_KEY',
  'TWELVE_DATA_API_KEY',
  'ALPHAVANTAGE_API_KEY',
  'TIINGO_API_KEY',
  'fiq-server sources allow cboe',
  'fiq-server sources allow yahoo',
  'fiq-server sources allow dxfeed',
]

/** Shown while no source has recent prices of US shares. */
export const weeksOld =
  "Without a key, the price of a US share is its close in the SEC's fails-to-deliver files, which is weeks old. For daily use, add Alpaca's free key: fiq setup."

const noPrice =
  "US shares have no price yet. Your contact for the SEC adds closes that are weeks old, and Alpaca's free key prices for daily use: fiq setup."

/** The note for a server without recent prices of US shares. */
export function weeksOldNote(areas: readonly Area[]): string {
  const quotes = areas.find(({ area }) => area === 'quotes')
  return quotes?.add.includes('SEC_USER_AGENT') ? noPrice : weeksOld
}

/** Whether US shares are answered from a file that is weeks old, or not at all. */
export function isWeeksOld(areas: readonly Area[]): boolean {
  const quotes = areas.find(({ area }) => area === 'quotes')
  const add = quotes?.add.join(' ') ?? ''
  return shareSwitches.every((each) => add.includes(each))
}
