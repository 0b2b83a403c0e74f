import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import type { ParsedArguments, Run } from '../../command-line/declaration.ts'
import { argumentOf } from '../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../compose/context.ts'
import { currentName, settingKeys } from '../../config/setting-keys.ts'
import { checkSetting, type SettingOrigin } from '../../config/settings.ts'
import { type Column, renderTable } from '../../terminal/format/table.ts'

/** Creates the run of `config list`, `get`, `set`, `unset` or `path`. */
export function configRun(action: keyof typeof runs): Run {
  return runs[action]
}

const runs = {
  async list({ output, settings }: CliContext) {
    output.print({
      value: settings.origins,
      view: (screen) => renderTable({ columns }, settings.origins, screen),
    })
  },

  async get({ output, settings }: CliContext, args: ParsedArguments) {
    const name = requireName(argumentOf(args, 'name'), output)
    const value = settings.origins.find((origin) => origin.name === name)?.value
    output.print({ value: value ?? null, view: () => value ?? '' })
  },

  async set({ output, settings, stored }: CliContext, args: ParsedArguments) {
    const name = requireName(argumentOf(args, 'name'), output)
    const value = checkSetting(name, argumentOf(args, 'value'))
    await stored.set(settings.profile, name, value)
    output.note(`${name} is ${value} in profile ${settings.profile}.`)
  },

  async unset({ output, settings, stored }: CliContext, args: ParsedArguments) {
    const name = requireName(argumentOf(args, 'name'), output)
    await stored.unset(settings.profile, name)
    output.note(`${name} is no longer set in profile ${settings.profile}.`)
  },

  async path({ output, stored }: CliContext) {
    output.print({ value: stored.path, view: () => stored.path })
  },
}

const columns: readonly Column<SettingOrigin>[] = [
  { title: 'setting', width: 20, cell: ({ name }) => name, tone: () => 'bold' },
  { title: 'value', width: 28, cell: ({ value }) => value, grows: true },
  { title: 'from', width: 20, cell: ({ from }) => from },
]

function requireName(given: string, output: CliContext['output']): string {
  const name = currentName(given)
  if (name !== given) output.warn(`${given} is now ${name}.`)
  const names = settingKeys.filter(({ stored }) => stored).map((key) => key.name)
  if (names.includes(name)) return name
  throw new FiqError('USAGE', `There is no setting "${name.slice(0, 60)}".`, {
    facts: [...didYouMean(name, names), `Settings: ${names.join(', ')}`],
  })
}
