import { FiqError, hasCode } from '@fiq/shared/errors'
import type { CliContext } from '../compose/context.ts'
import type { PersonalPorts } from '../personal/personal-ports.ts'
import { promptSetting } from '../personal/prompt-setting.ts'
import { weeksOld } from '../personal/report.ts'
import { setupEntries } from '../personal/setup-keys.ts'
import { factsView } from '../terminal/format/facts.ts'
import type { Screen } from '../terminal/format/screen.ts'
import { wrap } from '../terminal/format/text-width.ts'
import { startAlerts } from './show-server.ts'

/**
 * Commands that need a server that sells, or that concern one. No personal server is offered for
 * them.
 */
const ofSellers: ReadonlySet<string> = new Set(
  'login logout credits topup wallet payments payees proxy mcp'.split(' '),
)

/**
 * Offers to start a server on this machine if none is named and none answers. On a terminal the
 * user reads which program will run, which sources it uses and under which terms. Without a
 * terminal the error names the command.
 *
 * @param command - The words of the command, e.g. `fiq login key`.
 * @returns Whether a server runs now, so that the command can be repeated.
 * @throws FiqError `SERVER_UNREACHABLE` with that remedy, without a terminal, or if the user
 * declines.
 */
export async function offerServer(
  context: CliContext,
  error: unknown,
  command: string,
): Promise<boolean> {
  const { settings, output } = context
  const from = settings.origins.find(({ name }) => name === 'url')?.from
  // After a crash, the file of the user's own server is left, and another process can have its id.
  const isOffered = from === 'default' || (from === 'fiq up' && isRefused(error))
  const isUnreachable = hasCode(error, 'SERVER_UNREACHABLE')
  const [, name = ''] = command.split(' ')
  if (!isUnreachable || !isOffered || ofSellers.has(name)) return false
  const refusal = new FiqError('SERVER_UNREACHABLE', 'No server is running on this machine.', {
    facts: error.facts,
    remedy:
      'Run fiq up: it starts a server with real data, free, for you alone. Or choose a server with --url or fiq config set url.',
    cause: error,
  })
  if (!context.canPrompt) throw refusal
  const personal = await context.personal()
  const facts: [string, string][] = [
    ['  serves', 'only you, on this computer; sells nothing; fiq down stops it'],
    ['  runs', `${personal.program.shown}, in the background`],
    [
      '  sources',
      'open sources (SEC, Treasury, Federal Reserve, ECB, World Bank and others), and those that allow personal use (FRED, FINRA, Kraken, CoinGecko, Google News and others)',
    ],
    [
      '  terms',
      'for your own use: do not publish or pass on the data; not advice; without warranty',
    ],
    ['  note', weeksOld],
  ]
  const screen = { ...output.screen, colour: false }
  personal.write(
    `No server is configured, and none answers at ${settings.url}.\nfiq can run one for you, on this computer, free of charge.\n\n${factsView(facts)(screen)}\n\n`,
  )
  if (!(await isAccepted(personal, screen))) throw refusal
  await promptContact(personal, screen.columns)
  const begun = context.now().getTime()
  const server = await personal.start()
  const seconds = ((context.now().getTime() - begun) / 1_000).toFixed(1)
  const areas = await personal.areas(server)
  const ready = areas.filter(({ isReady }) => isReady).length
  output.note(
    `started  in ${seconds} s; ${ready} of ${areas.length} areas available; fiq setup adds others`,
  )
  await startAlerts(context)
  return true
}

/** Whether no program listens at the port. */
function isRefused(error: unknown): boolean {
  return error instanceof FiqError && Object(error.cause).code === 'ECONNREFUSED'
}

/** Explains which sources are on, and which need a decision of the user. */
const termsWords = [
  'Open sources and sources whose owners allow personal use are on. Use their data for yourself only: do not publish it or pass it on.',
  'Sources whose owners forbid programs, or do not state whether they allow them, are off. Neither we nor you have permission for these. fiq-server sources lists every owner with its terms; its commands allow and revoke switch one owner on or off.',
  'Sources that need a free key are off until fiq setup has the key; their terms are between you and their owner.',
]

/** Enter means yes, because nothing is paid. `t` shows the terms and asks again. */
async function isAccepted(personal: PersonalPorts, screen: Screen): Promise<boolean> {
  for (;;) {
    const reply = (await personal.prompt('Start it? [Y] yes  [n] no  [t] terms: ', false)).trim()
    if (!/^t(erms)?$/i.test(reply)) return reply === '' || /^y(es)?$/i.test(reply)
    const lines = termsWords.map((words) => wrap(words, screen.columns).join('\n'))
    personal.write(`\n${lines.join('\n\n')}\n\n`)
  }
}

/**
 * Prompts for the contact that the SEC requires. Without it the SEC is not queried, and companies
 * are unknown.
 */
async function promptContact(personal: PersonalPorts, columns: number): Promise<void> {
  const [entry] = setupEntries
  const [contact] = entry?.variables ?? []
  if (!entry || !contact || personal.readSettings()[contact.name] !== undefined) return
  const prompt = `${entry.instructions} Press Enter to leave the SEC out.`
  personal.write(`${wrap(prompt, columns).join('\n')}\n`)
  const reply = await promptSetting(contact, personal, { commands: [''], columns })
  if (reply !== '') personal.changeSettings({ [contact.name]: reply })
}
