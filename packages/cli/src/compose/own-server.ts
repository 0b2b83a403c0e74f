import type { PersonalServer } from '@fiq/shared/personal-server'
import { type Folders, foldersOf } from '../config/folders.ts'
import { personalServerIn } from '../config/personal-server.ts'
import { resolveSettings } from '../config/settings.ts'
import { storedSettings } from '../config/stored-settings.ts'
import type { SendRequest } from '../http/send-request.ts'
import type { ApprovalTerminal } from '../terminal/approval-terminal.ts'
import type { World } from './world.ts'

/**
 * The settings of this run, and the world whose requests to the user's own server carry its key.
 */
export function readSettings(outside: World, flags: Readonly<Record<string, unknown>>) {
  const { env, home } = outside
  const folders = foldersOf(env, home)
  const stored = storedSettings(outside.settingsFile(folders.config))
  const personal = ownServer(outside, folders)
  const settings = resolveSettings({ flags, env, stored, personal })
  const isUnset = settings.origins.some(({ name, from }) => name === 'url' && unset.has(from))
  if (!personal && !isUnset) return { world: outside, folders, stored, settings }
  const own = () => ownServer(outside, folders)
  const send = toOwnServer(outside.send, own, isUnset ? settings.url : undefined)
  return { world: { ...outside, send }, folders, stored, settings }
}

/** Origins of an address that the user has not set. */
const unset: ReadonlySet<string> = new Set(['default', 'fiq up'])

/** Ports of `fiq up`, `down` and `setup`, loaded on demand. */
export async function personalOf(
  { program: words, home, env, send, onStop, onAbruptEnd, process: { clock, processes } }: World,
  { state: stateDir }: Folders,
  terminal: ApprovalTerminal,
) {
  const { openPersonal } = await import('../personal/open-personal.ts')
  const { isAlive } = processes
  const { sleep } = clock
  const ports = { words, home, env, send, isAlive, sleep, onStop, onAbruptEnd }
  return openPersonal({ stateDir, ...ports, terminal })
}

/** The server that this user runs on this machine, if its process exists. */
function ownServer({ process: { processes } }: World, { state }: Folders) {
  const server = personalServerIn(state)
  return server && processes.isAlive(server.pid) ? server : undefined
}

/**
 * Adds the key of the user's own server to requests to that server only. Requests to the unset
 * address go to the own server that runs at that time, because agents start `fiq mcp` before the
 * server.
 */
function toOwnServer(
  send: SendRequest,
  own: () => PersonalServer | undefined,
  unsetUrl: string | undefined,
): SendRequest {
  return (request) => {
    const { origin, pathname, search } = request.url
    const server = own()
    if (!server || (origin !== server.url && origin !== unsetUrl)) return send(request)
    const headers = { authorization: `Bearer ${server.key}`, ...request.headers }
    return send({ ...request, url: new URL(pathname + search, server.url), headers })
  }
}
