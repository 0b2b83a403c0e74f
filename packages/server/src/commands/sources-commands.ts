import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { withPersonalSettings } from '../config/personal-files.ts'
import { settings } from '../config/settings.ts'
import { connectors } from '../connectors/connectors.ts'
import { printer } from './printing/operator-ports.ts'
import { wrapText } from './printing/wrap-text.ts'
import { allowOwner, listSources, revokeOwner, type SourcesPorts } from './sources.ts'

/** Ports of the sources commands. */
export type SourcesWorld = {
  environment: Readonly<Record<string, string | undefined>>
  now(): Date
  write(line: string): void
  /** Width of the terminal; absent without one. */
  columns?: number | undefined
  /** Asks a question on the terminal; absent without one. */
  prompt?: ((question: string) => Promise<string>) | undefined
}

type Options = { dataDir?: string; json?: boolean; yes?: boolean }

/** `sources`: lists the personal server's sources, and records the user's decisions. */
export function sourcesCommands(program: Command, world: SourcesWorld): void {
  const portsOf = ({ dataDir: folder }: Options): SourcesPorts => {
    const flags = { personal: 'on', ...defined({ dataDir: folder }) }
    const { dataDir } = readConfig(flags, world.environment)
    const environment = withPersonalSettings(dataDir, world.environment)
    const isSet = (variable: string) => Boolean(environment[variable])
    return { dataDir, connectors, isSet, now: world.now }
  }
  const print = printer(world)
  const placed = (command: Command) =>
    command
      .option(settings.dataDir.flag, `${settings.dataDir.help} (${settings.dataDir.variable})`)
      .option('--json', 'print JSON')

  const sources = placed(program.command('sources'))
    .description('list sources by owner, and which of them the personal server uses')
    .action((options: Options) => print(options, listSources(portsOf(options))))
  placed(sources.command('allow').argument('<owner>', 'an owner from fiq-server sources'))
    .description('switch on the sources of an owner whose terms require your own decision')
    .option('--yes', 'confirm without a prompt that you have read the printed terms')
    .action(async (owner: string, _: Options, command: Command) => {
      const options = command.optsWithGlobals<Options>()
      const confirm = (words: string) => confirmed(words, options, world)
      print(options, await allowOwner(owner, confirm, portsOf(options)))
    })
  placed(sources.command('revoke').argument('<owner>', 'an owner whose sources are on'))
    .description('switch the sources of an owner off, and delete their stored answers')
    .action((owner: string, _: Options, command: Command) => {
      const options = command.optsWithGlobals<Options>()
      print(options, revokeOwner(owner, portsOf(options)))
    })
}

async function confirmed(
  words: string,
  { yes, json }: Options,
  { prompt, write, columns }: SourcesWorld,
): Promise<boolean> {
  if (!json) write(`${columns === undefined ? words : wrapText(words, columns)}\n`)
  if (yes) return true
  if (prompt) return /^y(es)?$/i.test((await prompt('Switch them on? [y/N]: ')).trim())
  throw new FiqError(
    'USAGE',
    'This needs your decision, and there is no terminal for the prompt.',
    { remedy: 'Run the command in a terminal, or read the terms and add --yes.' },
  )
}
