import { isAbsolute, join } from 'node:path'
import { defined } from '@fiq/shared/defined'
import type { Command } from './edit-config.ts'

type EntryWorld = {
  /** Words with which this program is started. */
  program: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  home: string
  serverUrl: string
  /** The user's own server is found by its file: its address changes. */
  isPersonal: boolean
  profile: string
}

/** Variables that decide where wallets, journal and the socket of the unlocked wallet are. */
const folderVariables = ['XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME', 'XDG_RUNTIME_DIR']

/**
 * How an agent starts this program: with the server and the folders of now, which it would not know
 * from its own variables. It holds no secret.
 */
export function entryFor(client: string, world: EntryWorld): Command {
  const { program, env, home, serverUrl, isPersonal, profile } = world
  const [command = 'fiq', ...words] = program
  const own = env['FIQ_HOME']
  const folders = own
    ? { FIQ_HOME: isAbsolute(own) ? own : join(home, own) }
    : Object.fromEntries(
        folderVariables.flatMap((name) => {
          const folder = env[name]
          return folder && isAbsolute(folder) ? [[name, folder]] : []
        }),
      )
  const args = [
    ...words,
    ...['mcp', '--client', client],
    ...(profile === 'default' ? [] : ['--profile', profile]),
    ...(isPersonal ? [] : ['--url', serverUrl]),
  ]
  return {
    command,
    args,
    ...defined({ env: Object.keys(folders).length > 0 ? folders : undefined }),
  }
}
