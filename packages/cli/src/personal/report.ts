import type { PersonalServer } from '@fiq/shared/personal-server'
import type { Area } from './personal-ports.ts'
import { setupEntries } from './setup-keys.ts'

/** The server as JSON; its key is in its file alone. */
export function serverValue({ url, pid, version }: PersonalServer, areas: readonly Area[]) {
  return { running: true, url, pid, version, areas }
}

/** Maximum number of lines about further sources. */
const addsMax = 6

/** The areas that the server can answer, and the settings that would add more. */
export function reportOf(
  { url, pid, version }: PersonalServer,
  areas: readonly Area[],
): [name: string, text: string][] {
  const ready = areas.filter(({ isReady }) => isReady)
  const refused = areas.filter(({ isReady }) => !isReady)
  const names = (list: readonly Area[]) => list.map(({ area }) => area).join(', ')
  return [
    ['server', `${url}, fiq-server ${version}, process ${pid}`],
    ['answers', `${ready.length} of ${areas.length} areas: ${names(ready)}`],
    ...(refused.length > 0 ? [['not yet', names(refused)] as [string, string]] : []),
    ...additions(areas),
    ['more', 'fiq setup adds a contact and free keys; fiq-server sources shows every source'],
  ]
}

/** By setting, the ones that open an area first, then in the order of `fiq setup`. */
function additions(areas: readonly Area[]): [string, string][] {
  const found = setupEntries.flatMap(({ name, variables }) => {
    const settings = variables.map((variable) => variable.name)
    const of = areas.filter(({ add }) =>
      add.some((each) => settings.some((variable) => each.split(' ').includes(variable))),
    )
    const opens = of.filter(({ isReady }) => !isReady)
    return of.length === 0 ? [] : [{ name, of, opens: opens.length }]
  })
  return found
    .sort((a, b) => Number(b.opens > 0) - Number(a.opens > 0))
    .slice(0, addsMax)
    .map(({ name, of }) => ['+', `${name}: ${of.map(({ area }) => area).join(', ')}`])
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
