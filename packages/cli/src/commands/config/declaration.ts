import type { Declaration } from '../../command-line/declaration.ts'
import { settingKeys } from '../../config/setting-keys.ts'

const names = settingKeys.filter(({ stored }) => stored).map(({ name }) => name)
const load = (action: 'list' | 'get' | 'set' | 'unset' | 'path') => async () => {
  const { configRun } = await import('./run.ts')
  return { run: configRun(action) }
}
const oldNames = settingKeys.flatMap(({ oldName }) => oldName ?? [])
const name = {
  name: 'name',
  description: 'name of the setting',
  choices: names,
  oldChoices: oldNames,
}

/** `fiq config list` */
export const config: Declaration = {
  name: 'config',
  summary: 'Show and change settings',
  description: `Settings are stored per profile: ${names.join(', ')}. An option overrides the environment, the environment overrides the profile, and the profile overrides the default.`,
  examples: ['fiq config list', 'fiq config set url https://fiq.example', 'fiq config unset url'],
  commands: [
    {
      name: 'list',
      summary: 'Show every setting and where it comes from',
      fields: ['name', 'value', 'from'],
      examples: ['fiq config list'],
      load: load('list'),
    },
    {
      name: 'get',
      summary: 'Print the value of a setting',
      examples: ['fiq config get url'],
      arguments: [name],
      inPipe: 'text',
      load: load('get'),
    },
    {
      name: 'set',
      summary: 'Store a setting in the profile',
      arguments: [name, { name: 'value', description: 'its value' }],
      examples: ['fiq config set max-spend 0.05'],
      load: load('set'),
    },
    {
      name: 'unset',
      summary: 'Remove a setting from the profile',
      examples: ['fiq config unset max-spend'],
      arguments: [name],
      load: load('unset'),
    },
    {
      name: 'path',
      summary: 'Print the path of the settings file',
      examples: ['fiq config path'],
      inPipe: 'text',
      load: load('path'),
    },
  ],
}
