import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { withPersonalSettings } from '../config/personal-files.ts'
import { settings } from '../config/settings.ts'
import { connectors } from '../connectors/connectors.ts'
import type { Printed } from './printing/operator-ports.ts'
import { allowOwner, listSources, revokeOwner, type SourcesPorts } from './sources.ts'

/** Ports of the sources commands. */
export type SourcesWorld = {
  environment: Readonly<Record<string, string | undefined>>
  now(): Date
  write(line: string): void
  /** Asks on the terminal; absent without one. */
  prompt?: ((question: string) => Promise<string>) | undefined
}

type Options = { dataDir?: string; json?: boolean; yes?: boolean }

/** `sources`: the personal server's sources, and the person's decisions. */
export function sourcesCommands(program: Command, world: SourcesWorld): void {
  const portsOf = ({ dataDir: folder }: Options): SourcesPorts => {
    const flags = { personal: 'on', ...defined({ dataDir: folder }) }
    const { dataDir } = readConfig(flags, world.environment)
    const environment = withPersonalSettings(dataDir, world.environment)
    const isSet = (variable: string) => Boolean(environment[variable])
    return { dataDir, connectors, isSet, now: world.now }
  }
  const print = ({ json }: Options, printed: Printed) =>
    world.write(json ? JSON.stringify(printed.json, null, 2) : printed.text)
  const placed = (command: Command) =>
    command
      .option(settings.dataDir.flag, `${settings.dataDir.help} (${settings.dataDir.variable})`)
      .option('--json', 'print JSON')

  const sources = placed(program.command('sources'))
    .description('sources by their owners, and what the personal server asks')
    .action((options: Options) => print(options, listSources(portsOf(options))))
  placed(sources.command('allow').argument('<owner>', 'one of fiq-server sources'))
    .description('switch on the sources of an owner whose terms leave the decision to you')
    .option('--yes', 'you have read the words, which are printed, and decide so')
    .action(async (owner: string, _: Options, command: Command) => {
      const options = command.optsWithGlobals<Options>()
      const confirm = (words: string) => confirmed(words, options, world)
      print(options, await allowOwner(owner, confirm, portsOf(options)))
    })
  placed(sources.command('revoke').argument('<owner>', 'one that is on'))
    .description('switch them off, and delete what was stored of them')
    .action((owner: string, _: Options, command: Command) => {
      const options = command.optsWithGlobals<Options>()
      print(options, revokeOwner(owner, portsOf(options)))
    })
}

async function confirmed(
  words: string,
  { yes, json }: Options,
  { prompt: ask, write }: SourcesWorld,
): Promise<boolean> {
  if (!json) write(`${words}\n`)
  if (yes) return true
  if (ask) return /^y(es)?$/i.test((await ask('Switch them on? [y/N]: ')).trim())
  throw new FiqError('USAGE', 'The decision is yours, and there is no terminal to ask on.', {
    remedy: 'Run it on a terminal, or read the words and add --yes.',
  })
}
