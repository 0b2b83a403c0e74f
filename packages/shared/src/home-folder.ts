import { homedir, userInfo } from 'node:os'
import { isAbsolute, resolve } from 'node:path'

/**
 * The home folder of this user. An empty or relative `HOME` would put wallet and journal into the
 * current folder, so the user database replaces it.
 */
export function homeFolder(
  home = homedir(),
  ofUser: () => string = () => userInfo().homedir,
): string {
  if (isAbsolute(home)) return home
  try {
    return resolve(ofUser())
  } catch {
    // A container may run as a user without an entry.
    return resolve(home)
  }
}
