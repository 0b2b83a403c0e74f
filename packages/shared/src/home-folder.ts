/** What `node:os` and `node:path` tell about the user and their folders. */
type Os = { homedir(): string; userInfo(): { homedir: string } }
type Path = { isAbsolute(path: string): boolean; resolve(path: string): string }

/**
 * The home folder of this user. An empty or relative `HOME` would put wallet and journal into the
 * current folder, so the user database replaces it.
 */
export function homeFolder(os: Os, path: Path): string {
  const home = os.homedir()
  if (path.isAbsolute(home)) return home
  try {
    return path.resolve(os.userInfo().homedir)
  } catch {
    // A container may run as a user without an entry.
    return path.resolve(home)
  }
}
