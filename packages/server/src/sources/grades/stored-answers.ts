import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { diskDaysMax } from './source-grades.ts'

/** The members of a source in use. */
type Source = { hosts: readonly string[] }
type GradedSource = Source & { id: string }

/** Folder of the responses of live sources, with a folder for each host. */
export function storedAnswersFolder(dataDir: string): string {
  return join(dataDir, 'upstream-cache')
}

/**
 * Deletes the stored responses of sources that are off: their key was removed, or the user switched
 * their owner off. A host of any enabled source keeps its responses.
 */
export function forgetSourcesOff<source extends Source>(
  dataDir: string,
  upstreams: readonly source[],
  enabled: (upstream: source) => boolean,
): void {
  const folder = storedAnswersFolder(dataDir)
  const enabledHosts = new Set(upstreams.filter(enabled).flatMap(({ hosts }) => hosts))
  for (const host of foldersIn(folder))
    if (!enabledHosts.has(host)) rmSync(join(folder, host), { recursive: true, force: true })
}

/** Days that responses of a host may stay on disk: the strictest rule of its sources. */
export function diskDaysMaxOf(host: string, sources: readonly GradedSource[]): number {
  return Math.min(...sources.filter(({ hosts }) => hosts.includes(host)).map(diskDaysMax))
}

/** Deletes responses that were stored for longer than the owners of their hosts allow. */
export function forgetExpired(dataDir: string, sources: readonly GradedSource[], now: Date): void {
  const folder = storedAnswersFolder(dataDir)
  for (const host of foldersIn(folder)) {
    const oldest = now.getTime() - diskDaysMaxOf(host, sources) * dayMs
    if (oldest === -Infinity) continue
    for (const file of foldersIn(join(folder, host))) {
      const path = join(folder, host, file)
      const stored = statSync(path, { throwIfNoEntry: false })
      if (stored && stored.mtimeMs <= oldest) rmSync(path, { force: true })
    }
  }
}

const dayMs = 86_400_000

/** Deletes the stored responses of these sources. */
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
