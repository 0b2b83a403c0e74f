import { resolve } from 'node:path'
import { type CountedFailure, countedFailures } from './counted-failures.ts'
import { replayMirror } from './replay-mirror.ts'

/** What a mirror has for one area, now. */
export type AreaStatus = {
  area: string
  files: number
  /** Unpacked. */
  bytes: number
  /** When its files were received, ISO 8601; `null` without files. */
  oldest: string | null
  newest: string | null
  questions: number
  /** Questions answered in full. */
  answered: number
  /** Values that are older than the area allows. */
  stale: number
  missing: readonly CountedFailure[]
}

/**
 * `fiq-server mirror status`: what each area answers from the mirror, how old it is, and which files
 * it lacks.
 */
export async function mirrorStatus(
  folder: string,
  now: () => Date,
): Promise<{ folder: string; areas: AreaStatus[] }> {
  const root = resolve(folder)
  const replayed = await replayMirror(root, now)
  const areas = replayed.map(({ area, asked, sources, read }) => {
    const times = [...read.values()].map(({ retrievedAt }) => retrievedAt).sort()
    const bytes = [...read.values()].reduce((sum, file) => sum + file.bytes, 0)
    return {
      ...{ area, files: read.size, bytes },
      oldest: times[0] ?? null,
      newest: times.at(-1) ?? null,
      questions: asked.length,
      answered: asked.filter(({ failures }) => failures.length === 0).length,
      stale: sources.filter(({ stale }) => stale).length,
      missing: countedFailures(asked),
    }
  })
  return { folder: root, areas }
}
