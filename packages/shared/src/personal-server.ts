import { isObject, jsonOf } from './json.ts'
/**
 * Folder shared by a personal server and its client, below fiq's state folder. A file in it holds
 * the server's address and key.
 */
export const personalFolder = 'personal'
export const personalFile = 'server.json'

/** Contents of the file. */
export type PersonalServer = {
  /** `http://127.0.0.1:PORT` */
  url: string
  /** Sent as `Authorization: Bearer KEY`. */
  key: string
  pid: number
  version: string
}

/** Parses the file; `undefined` for any other text. */
export function readPersonalServer(text: string): PersonalServer | undefined {
  const { url, key, pid, version } = objectIn(text)
  if (typeof url !== 'string' || !/^http:\/\/(127\.0\.0\.1|\[::1\]):\d{1,5}$/.test(url)) return
  if (typeof key !== 'string' || !/^fiq_[\w-]{43}$/.test(key)) return
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 1) return
  if (typeof version !== 'string' || !/^[\w.+-]{1,64}$/.test(version)) return
  return { url, key, pid, version }
}

function objectIn(text: string): Record<string, unknown> {
  const value = jsonOf(text)
  return isObject(value) ? value : {}
}

/** `path.isAbsolute` and `path.join`, which a browser does not have. */
type Paths = { isAbsolute(path: string): boolean; join(...parts: string[]): string }

/**
 * The state folder of fiq for this user: `FIQ_HOME`, else `fiq` below `XDG_STATE_HOME` or
 * `~/.local/state`. A relative path in `XDG_STATE_HOME` is ignored, as the XDG specification
 * requires.
 */
export function stateFolderOf(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
  { isAbsolute, join }: Paths,
): string {
  const own = env['FIQ_HOME']
  if (own) return isAbsolute(own) ? own : join(home, own)
  const base = env['XDG_STATE_HOME']
  return join(base && isAbsolute(base) ? base : join(home, '.local', 'state'), 'fiq')
}
