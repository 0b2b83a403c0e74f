import { FiqError } from '@fiq/shared/errors'
import type { CliContext } from '../compose/context.ts'
import type { PersonalPorts } from '../personal/personal-ports.ts'
import { weeksOld } from '../personal/report.ts'
import { setupEntries } from '../personal/setup-keys.ts'
import { renderFacts } from '../terminal/format/facts.ts'

/** These speak with a server that sells, or about one. */
const ofSellers: ReadonlySet<string> = new Set([
  ...['login', 'logout', 'credits', 'topup', 'wallet', 'payments', 'payees', 'proxy', 'mcp'],
  ...['siwx', 'google', 'key', 'fund', 'balance'],
])

/**
 * Offers to start a server on this machine if none was named and none answers. On a terminal the
 * user reads what runs, which sources it uses and under which terms; elsewhere the error names the
 * command.
 *
 * @returns whether a server runs now, so that the command can be run again.
 * @throws FiqError `SERVER_UNREACHABLE` with that remedy, without a terminal, or if the user
 * declines.
 */
export async function offerServer(
  context: CliContext,
  error: unknown,
  command: string,
): Promise<boolean> {
  const { settings, output } = context
  const isNamed = settings.origins.find(({ name }) => name === 'url')?.from !== 'default'
  const isUnreachable = error instanceof FiqError && error.code === 'SERVER_UNREACHABLE'
  if (!isUnreachable || isNamed || settings.isPersonal || ofSellers.has(command)) return false
  const refusal = new FiqError('SERVER_UNREACHABLE', 'No server runs on this machine.', {
    facts: error.facts,
    remedy:
      'fiq up starts one with real data, for you alone, free; or name a server with --url or fiq config set url.',
    cause: error,
  })
  if (!context.canPrompt) throw refusal
  const personal = await context.personal()
  const facts: [string, string][] = [
    ['runs', `${personal.program.shown}, in the background on this machine; fiq down ends it`],
    [
      'asks',
      'open sources (SEC, Treasury, Federal Reserve, ECB, World Bank and others), and those that allow personal use (FRED, FINRA, Kraken, CoinGecko, Google News and others); fiq-server sources lists them',
    ],
    [
      'terms',
      'for yourself: do not publish or pass on what you get. Informational only, not advice; provided as is',
    ],
    ['note', weeksOld],
  ]
  const shown = renderFacts(facts, { ...output.screen, colour: false })
  personal.write(
    `No server runs on this machine. fiq can start one, for you alone, free:\n${shown}\n`,
  )
  const reply = (await personal.prompt('Start it? [Y/n]: ', false)).trim()
  if (reply !== '' && !/^y(es)?$/i.test(reply)) throw refusal
  await promptContact(personal)
  const server = await personal.start()
  output.note(`The server runs at ${server.url}. fiq up --status says what it can answer.`)
  return true
}

/** Without it the SEC is not asked, and nothing is known of companies. */
async function promptContact(personal: PersonalPorts): Promise<void> {
  const [{ name = '', prompt = '' } = {}] = setupEntries[0]!.variables
  if (personal.readSettings()[name] !== undefined) return
  personal.write(`${setupEntries[0]!.where}\n`)
  const reply = (await personal.prompt(`${prompt} (Enter to leave the SEC out): `, false)).trim()
  if (reply !== '') personal.changeSettings({ [name]: reply })
}
