import os from 'node:os'
import path, { isAbsolute, join } from 'node:path'
import { homeFolder } from '@fiq/shared/home-folder'
import { stateFolderOf } from '@fiq/shared/personal-server'

/** Folders of fiq's files. Never the current directory. */
export type Folders = {
  /** Settings, wallets and API keys. */
  config: string
  /** Journal and budget. */
  state: string
  /** Data that can be fetched again. */
  cache: string
  /**
   * Sockets of this login: in the session's runtime folder if it has one, otherwise below the
   * state.
   */
  runtime: string
}

/**
 * The folders of this user: one folder with `FIQ_HOME`, else the XDG folders with their defaults.
 * Relative paths in XDG variables are ignored, as the XDG specification requires.
 */
export function foldersOf(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): Folders {
  const own = env['FIQ_HOME']
  if (own) {
    const folder = isAbsolute(own) ? own : join(home, own)
    return { config: folder, state: folder, cache: folder, runtime: join(folder, 'run') }
  }
  const at = (variable: string, ...fallback: string[]) => {
    const base = env[variable]
    return join(base && isAbsolute(base) ? base : join(home, ...fallback), 'fiq')
  }
  const runtime = env['XDG_RUNTIME_DIR']
  const state = stateFolderOf(env, home, { isAbsolute, join })
  return {
    config: at('XDG_CONFIG_HOME', '.config'),
    state,
    cache: at('XDG_CACHE_HOME', '.cache'),
    runtime: runtime && isAbsolute(runtime) ? join(runtime, 'fiq') : join(state, 'run'),
  }
}

/** The home folder of this user, always absolute. */
export function homeOfUser(): string {
  return homeFolder(os, path)
}
