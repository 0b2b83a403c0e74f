import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import type { ParsedArguments } from '../../command-line/declaration.ts'
import { argumentOf } from '../../command-line/parsed-arguments.ts'
import { showServer, startAlerts } from '../../command-line/show-server.ts'
import type { CliContext } from '../../compose/context.ts'
import type { PersonalPorts } from '../../personal/personal-ports.ts'
import { promptSetting } from '../../personal/prompt-setting.ts'
import { type ServerSettings, settingsInText } from '../../personal/settings-file.ts'
import { type SetupEntry, setupEntries, setupWord } from '../../personal/setup-keys.ts'
import { wrap } from '../../terminal/format/text-width.ts'

/** `fiq setup` */
export async function run(context: CliContext, args: ParsedArguments): Promise<void> {
  const { output } = context
  const entries = entriesOf(args)
  const personal = await context.personal()
  const changes = context.hasPipedInput
    ? settingsInText(await context.readText('-'))
    : await promptAll(context, personal, entries)
  personal.changeSettings(changes)
  const set = Object.keys(personal.readSettings())
  await check(changes, { personal, output })
  const { settingsFile: file } = personal
  const running = Object.keys(changes).length > 0 ? await personal.stop() : undefined
  if (!running) {
    output.print({
      value: { file, set },
      view: () => `${file} holds: ${set.join(', ') || 'nothing'}`,
    })
    return
  }
  output.note(`${file} holds: ${set.join(', ') || 'nothing'}. The server restarts with it.`)
  await showServer(context, await personal.start())
  await startAlerts(context)
}

/** Reports for each new contact or key whether its source accepts it. */
async function check(
  changes: ServerSettings,
  { personal, output }: { personal: PersonalPorts; output: CliContext['output'] },
): Promise<void> {
  const entries = setupEntries.filter(({ variables }) =>
    variables.some(({ name }) => changes[name]),
  )
  if (entries.length === 0) return
  output.note('Checking each source with one request.')
  const checks = await personal.check([...new Set(entries.map((entry) => entry.check.area))])
  for (const { name, check } of entries) {
    const found = checks.find(({ source }) => source === check.source)
    if (!found || found.verdict === 'unasked') output.note(`${name}: stored, not checked.`)
    else if (found.verdict === 'failed')
      output.warn(`${name}: stored, but its source does not answer: ${found.problem ?? 'unknown'}`)
    else output.note(`${name}: its source answers, ${found.ms} ms.`)
  }
}

/** @throws FiqError `USAGE` for a word that selects no entry. */
function entriesOf(args: ParsedArguments): readonly SetupEntry[] {
  const word = argumentOf(args, 'what').toLowerCase()
  const chosen = setupEntries.filter(({ name }) => word === '' || setupWord(name) === word)
  if (chosen.length > 0) return chosen
  const words = setupEntries.map(({ name }) => setupWord(name))
  throw new FiqError('USAGE', `There is no entry "${word.slice(0, 40)}" to set up.`, {
    facts: [...didYouMean(word, words), `Entries: ${words.join(', ')}`],
  })
}

async function promptAll(
  context: CliContext,
  personal: PersonalPorts,
  entries: readonly SetupEntry[],
): Promise<ServerSettings> {
  if (!context.canPrompt)
    throw new FiqError('USAGE', 'There is no terminal for a prompt.', {
      remedy:
        'Run the command in a terminal, or pass lines NAME=value on standard input: fiq setup < keys.env',
    })
  const { columns } = context.output.screen
  const write = (text: string) => personal.write(`${wrap(text, columns).join('\n')}\n`)
  write(
    'Press Enter to keep the stored value or to skip a key. Type - to remove the stored value, or . to finish and keep what you entered. Ctrl-C stores nothing.',
  )
  const settings = personal.readSettings()
  const changes: Record<string, string> = {}
  for (const entry of entries) {
    personal.write('\n')
    write(`${entry.name} adds ${entry.adds}.`)
    write(entry.instructions)
    const { entered, isFinished } = await promptEntry(entry, { settings, personal, columns })
    Object.assign(changes, entered)
    if (isFinished) break
  }
  return changes
}

/** Prompts for related values. If the first is left empty, skips the others. */
async function promptEntry(
  { variables }: SetupEntry,
  ports: { settings: ServerSettings; personal: PersonalPorts; columns: number },
): Promise<{ entered: ServerSettings; isFinished: boolean }> {
  const { settings, personal, columns } = ports
  const entered: Record<string, string> = {}
  let reply = ''
  for (const variable of variables) {
    const state = settings[variable.name] === undefined ? '' : ' (set)'
    reply = await promptSetting(variable, personal, { commands: ['', '.', '-'], state, columns })
    if (reply === '' || reply === '.') break
    if (reply === '-') {
      for (const { name } of variables) entered[name] = ''
      break
    }
    entered[variable.name] = reply
  }
  const isFinished = reply === '.'
  const isPart = Object.keys(entered).length > 0 && Object.keys(entered).length < variables.length
  return isPart && variables.some(({ name }) => !(name in entered) && settings[name] === undefined)
    ? { entered: {}, isFinished }
    : { entered, isFinished }
}
