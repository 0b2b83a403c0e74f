import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { archives } from '../../upstreams/mirror/bulk-archives.ts'
import { readMirrorIndex } from '../../upstreams/mirror/mirror-index.ts'
import { readZipFile } from '../../upstreams/mirror/zip-file.ts'
import { mirrorPath } from '../../upstreams/mirror-path.ts'
import { type CountedFailure, countedFailures } from './counted-failures.ts'
import { replayMirror } from './replay-mirror.ts'

/** The state of a mirror for one area. */
export type AreaStatus = {
  area: string
  files: number
  /** Uncompressed. */
  bytes: number
  /** Time of receipt of its oldest file, ISO 8601; `null` without files. */
  oldest: string | null
  newest: string | null
  questions: number
  /** Number of queries with a complete answer. */
  answered: number
  /** Number of values older than the area allows. */
  stale: number
  missing: readonly CountedFailure[]
}

/** An archive in a mirror, with data of every filer in it. */
export type ArchiveStatus = {
  path: string
  bytes: number
  /** Number of files in it; `null` if it is damaged. */
  files: number | null
  /** The upstream's time and the time of receipt, ISO 8601. */
  asOf: string | null
  retrievedAt: string
}

export type MirrorStatus = { folder: string; archives: ArchiveStatus[]; areas: AreaStatus[] }

/**
 * `fiq-server mirror status`: the answers of each area from the mirror, their age, and missing
 * files.
 */
export async function mirrorStatus(folder: string, now: () => Date): Promise<MirrorStatus> {
  const root = resolve(folder)
  const replayed = await replayMirror(root, now)
  const areas = replayed.map(({ area, results, sources, read }) => {
    const times = [...read.values()].map(({ retrievedAt }) => retrievedAt).sort()
    const bytes = [...read.values()].reduce((sum, file) => sum + file.bytes, 0)
    return {
      area,
      files: read.size,
      bytes,
      oldest: times[0] ?? null,
      newest: times.at(-1) ?? null,
      questions: results.length,
      answered: results.filter(({ failures }) => failures.length === 0).length,
      stale: sources.filter(({ stale }) => stale).length,
      missing: countedFailures(results),
    }
  })
  return { folder: root, archives: await archivesIn(root), areas }
}

async function archivesIn(root: string): Promise<ArchiveStatus[]> {
  const { entries } = await readMirrorIndex(root)
  const statuses: ArchiveStatus[] = []
  for (const { request } of archives) {
    const path = mirrorPath(request.url)
    const file = join(root, path)
    const stats = await stat(file).catch(() => undefined)
    if (!stats?.isFile()) continue
    const time = stats.mtime.toISOString()
    const { asOf, retrievedAt } = entries.find((entry) => entry.path === path) ?? {
      asOf: time,
      retrievedAt: time,
    }
    const files = await filesIn(file).catch(() => null)
    statuses.push({ path, bytes: stats.size, files, asOf, retrievedAt })
  }
  return statuses
}

async function filesIn(file: string): Promise<number> {
  return [...(await readZipFile(file)).names()].length
}
