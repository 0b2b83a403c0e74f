import type { Declaration } from '../../command-line/declaration.ts'

const name = {
  name: 'name',
  description: 'letters, digits, - and _',
  completes: 'profiles',
} as const
const load = (action: 'list' | 'create' | 'use' | 'remove') => async () => {
  const { profileRun } = await import('./run.ts')
  return { run: profileRun(action) }
}

/** `fiq profile …` */
export const profile: Declaration = {
  name: 'profile',
  summary: 'List, create, select and remove profiles (named sets of settings)',
  description:
    'Settings, sign-ins and known payees are stored per profile. --profile overrides FIQ_PROFILE, and FIQ_PROFILE overrides the profile in use.',
  examples: ['fiq profile create work', 'fiq profile use work', 'fiq profile list'],
  commands: [
    {
      name: 'list',
      summary: 'List the profiles, and mark the one in use',
      fields: ['name', 'used'],
      examples: ['fiq profile list'],
      load: load('list'),
    },
    {
      name: 'create',
      summary: 'Create an empty profile',
      arguments: [name],
      examples: ['fiq profile create work'],
      load: load('create'),
    },
    {
      name: 'use',
      summary: 'Use a profile from now on',
      arguments: [name],
      examples: ['fiq profile use work'],
      load: load('use'),
    },
    {
      name: 'remove',
      summary: 'Remove a profile with its settings; wallets and payments stay',
      arguments: [name],
      examples: ['fiq profile remove work'],
      load: load('remove'),
    },
  ],
}
