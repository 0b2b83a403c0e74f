import type { PersonalServer } from '@fiq/shared/personal-server'
import type { Area } from './personal-ports.ts'
import { setupEntries, setupWord } from './setup-keys.ts'

/** The server as JSON; its key is in its file alone. */
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

/** Areas that are not answered, and what would open them. */
export type Missing = { areas: string; needs: string; getWith: string }

/** By what opens them, in the order of `fiq setup`; commands of the server last. */
export function missingIn(areas: readonly Area[]): readonly Missing[] {
  const byWay = new Map<string, { needs: string; names: string[] }>()
  for (const area of areas.filter(({ isReady }) => !isReady)) {
    const [getWith, needs] = wayTo(area)
    const held = byWay.get(getWith) ?? { needs, names: [] }
    byWay.set(getWith, { needs, names: [...held.names, area.area] })
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

/** The first entry of `fiq setup` that opens an area, else a command of the server. */
function wayTo({ add }: Area): readonly [getWith: string, needs: string] {
  const entry = setupEntries.find(({ variables }) =>
    variables.some(({ name }) => add.some((each) => each.split(' ').includes(name))),
  )
  if (entry) return [`fiq setup ${setupWord(entry.name)}`, entry.name]
  const command = add.find((each) => each.startsWith('fiq-server '))
  return command ? [command, 'your decision'] : ['', add[0] ?? 'no source yet']
}

/** The switches of which any one brings a price of US shares of today or yesterday. */
const shareSwitches = [
  'ALPACA_API_KEY_ID',
  'FINNHUB_API_KEY',
  'fiq-server sources allow cboe',
  'fiq-server sources allow yahoo',
]

/** Said while no source has prices of US shares that are days old at most. */
export const weeksOld =
  "Without a key a US share is its close in the SEC's fails-to-deliver files, weeks old. Alpaca's free key is the best way to daily use: fiq setup."

/** Whether a US share is answered from a file that is weeks old, or not at all. */
export function isWeeksOld(areas: readonly Area[]): boolean {
  const quotes = areas.find(({ area }) => area === 'quotes')
  const add = quotes?.add.join(' ') ?? ''
  return shareSwitches.every((each) => add.includes(each))
}
