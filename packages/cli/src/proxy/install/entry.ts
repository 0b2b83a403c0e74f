import { isAbsolute, join } from 'node:path'
import { defined } from '@fiq/shared/defined'
import type { Command } from './edit-config.ts'

type EntryWorld = {
  /** Command that starts this program. */
  program: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  home: string
  serverUrl: string
  /**
   * Whether it is the user's own server, which is found by its file because its address changes.
   */
  isPersonal: boolean
  profile: string
}

/** Variables that determine the folders of wallets, journal and agent socket. */
const folderVariables = ['XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME', 'XDG_RUNTIME_DIR']

/**
 * The command with which an agent starts this program, with the current server and folders, which
 * the agent's environment does not have. It contains no secret.
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
