import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import type { Given, Run } from '../../command-line/declaration.ts'
import { argumentOf } from '../../command-line/given.ts'
import type { CliContext } from '../../compose/context.ts'
import { type Column, renderTable } from '../../terminal/format/table.ts'

/** The run of one of `profile list|create|use|remove`. */
export function profileRun(action: keyof typeof runs): Run {
  return runs[action]
}

type ProfileRow = { name: string; used: boolean }

/** The profile there always is. */
const standard = 'default'

const runs = {
  async list({ output, settings, stored }: CliContext) {
    const names = [...new Set([standard, ...stored.profiles(), settings.profile])].sort()
    const value = names.map((name) => ({ name, used: name === settings.profile }))
    output.print({ value, view: (screen) => renderTable({ columns }, value, screen) })
  },

  async create({ output, stored }: CliContext, given: Given) {
    const name = argumentOf(given, 'name')
    if (name === standard || !(await stored.create(name)))
      throw new FiqError('USAGE', `There is a profile "${name}" already.`, {
        remedy: `fiq profile use ${name}`,
      })
    output.note(`Made. Next: fiq profile use ${name}`)
  },

  async use({ output, stored }: CliContext, given: Given) {
    const name = requireProfile(argumentOf(given, 'name'), stored)
    await stored.use(name)
    output.note(`${name} is the profile in use.`)
  },

  async remove({ output, settings, stored }: CliContext, given: Given) {
    const name = requireProfile(argumentOf(given, 'name'), stored)
    if (name === (stored.current() ?? standard) || name === settings.profile)
      throw new FiqError('USAGE', `The profile "${name}" is in use.`, {
        remedy: 'Use another one first: fiq profile use default',
      })
    await stored.remove(name)
    output.note(`Removed ${name}. Its wallets and payments are where they were.`)
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
    remedy: 'fiq profile create makes one.',
  })
}
