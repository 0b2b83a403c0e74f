import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import type { ParsedArguments, Run } from '../../command-line/declaration.ts'
import { argumentOf } from '../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../compose/context.ts'
import { type Column, renderTable } from '../../terminal/format/table.ts'

/** Creates the run of `profile list`, `create`, `use` or `remove`. */
export function profileRun(action: keyof typeof runs): Run {
  return runs[action]
}

type ProfileRow = { name: string; used: boolean }

/** The profile that always exists. */
const standard = 'default'

const runs = {
  async list({ output, settings, stored }: CliContext) {
    const names = [...new Set([standard, ...stored.profiles(), settings.profile])].sort()
    const value = names.map((name) => ({ name, used: name === settings.profile }))
    output.print({ value, view: (screen) => renderTable({ columns }, value, screen) })
  },

  async create({ output, stored }: CliContext, args: ParsedArguments) {
    const name = argumentOf(args, 'name')
    if (name === standard || !(await stored.create(name)))
      throw new FiqError('USAGE', `There is already a profile "${name}".`, {
        remedy: `fiq profile use ${name}`,
      })
    output.note(`Created. Next: fiq profile use ${name}`)
  },

  async use({ output, stored }: CliContext, args: ParsedArguments) {
    const name = requireProfile(argumentOf(args, 'name'), stored)
    await stored.use(name)
    output.note(`The profile in use is now ${name}.`)
  },

  async remove({ output, settings, stored }: CliContext, args: ParsedArguments) {
    const name = requireProfile(argumentOf(args, 'name'), stored)
    if (name === (stored.current() ?? standard) || name === settings.profile)
      throw new FiqError('USAGE', `The profile "${name}" is in use.`, {
        remedy: 'First switch to another profile: fiq profile use default',
      })
    await stored.remove(name)
    output.note(`Removed ${name}. Wallets and payments were not changed.`)
  },
}

const columns: readonly Column<ProfileRow>[] = [
  { title: 'profile', width: 40, cell: ({ name }) => name, grows: true, tone: () => 'bold' },
  { title: 'in use', width: 6, cell: ({ used }) => (used ? 'yes' : 'no') },
]

function requireProfile(name: string, stored: CliContext['stored']): string {
  const names = [...new Set([standard, ...stored.profiles()])]
  if (names.includes(name)) return name
  throw new FiqError('USAGE', `There is no profile "${name.slice(0, 64)}".`, {
    facts: [...didYouMean(name, names), `Profiles: ${names.join(', ')}`],
    remedy: 'fiq profile list shows the profiles. fiq profile create makes a new one.',
  })
}
