import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What of a source is looked at here. */
type Source = { hosts: readonly string[] }

/** Where answers of live sources stay, in a folder for each host. */
export function storedAnswersFolder(dataDir: string): string {
  return join(dataDir, 'upstream-cache')
}

/**
 * Deletes the stored answers of sources that are off: their key was taken away, or a person switched
 * their owner off. A host that any enabled source asks keeps its answers.
 */
export function forgetSourcesOff<source extends Source>(
  dataDir: string,
  upstreams: readonly source[],
  enabled: (upstream: source) => boolean,
): void {
  const folder = storedAnswersFolder(dataDir)
  const kept = new Set(upstreams.filter(enabled).flatMap(({ hosts }) => hosts))
  for (const host of foldersIn(folder))
    if (!kept.has(host)) rmSync(join(folder, host), { recursive: true, force: true })
}

/** Deletes the stored answers of these sources. */
export function forgetStored(dataDir: string, upstreams: readonly Source[]): void {
  for (const host of upstreams.flatMap(({ hosts }) => hosts))
    rmSync(join(storedAnswersFolder(dataDir), host), { recursive: true, force: true })
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
