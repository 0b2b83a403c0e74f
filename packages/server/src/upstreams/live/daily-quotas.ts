import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * Limits of a host or an owner that outlast a run of the server: requests per day, and pauses after
 * a refusal. Times are Unix milliseconds.
 */
export type DailyQuotas = {
  /** Counts a request. @returns `false`, without counting, when the day's requests are used up. */
  spend(group: string, perDay: number, nowMs: number): boolean
  /** Whether the day's requests are used up. */
  isSpent(group: string, perDay: number, nowMs: number): boolean
  /** End of the pause after an owner refused our requests. */
  restsUntil(owner: string, nowMs: number): number | undefined
  /**
   * Records a refusal by an owner. It causes a pause of an hour, and of a day if no request
   * succeeded after the previous one.
   */
  refused(owner: string, nowMs: number): void
  /** Ends the series of refusals. Ignored during a pause: the response was to an earlier request. */
  answered(owner: string, nowMs: number): void
}

const hourMs = 3_600_000

/** The UTC day of an instant, ISO 8601. */
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/**
 * @param file stores the counts, so that a restart neither resets the day nor ends a pause. A second
 * process, such as `check-live` beside the server, counts in the same file.
 */
export function dailyQuotas(file?: string): DailyQuotas {
  let state = read(file)
  let version = versionOf(file)
  const current = () => {
    const stored = versionOf(file)
    if (stored !== undefined && stored !== version) [state, version] = [read(file), stored]
    return state
  }
  const keep = () => {
    if (file === undefined) return
    write(file, state)
    version = versionOf(file)
  }
  return {
    isSpent(group, perDay, nowMs) {
      const { day, counts } = current()
      return day === dayAt(nowMs) && (counts[group] ?? 0) >= perDay
    },
    spend(group, perDay, nowMs) {
      const today = dayAt(nowMs)
      if (current().day !== today) state = { ...state, day: today, counts: {} }
      const spent = state.counts[group] ?? 0
      if (spent >= perDay) return false
      state.counts[group] = spent + 1
      keep()
      return true
    },
    restsUntil(owner, nowMs) {
      const until = current().rests[owner]?.until ?? 0
      return nowMs < until ? until : undefined
    },
    refused(owner, nowMs) {
      const known = current().rests[owner]
      // Responses to requests in progress belong to the same refusal.
      if (known && nowMs < known.until) return
      state.rests[owner] = { until: nowMs + (known ? 24 : 1) * hourMs }
      keep()
    },
    answered(owner, nowMs) {
      const known = current().rests[owner]
      if (!known || nowMs < known.until) return
      delete state.rests[owner]
      keep()
    },
  }
}

const stateSchema = z.object({
  day: z.string(),
  counts: z.record(z.string(), z.number()),
  rests: z.record(z.string(), z.object({ until: z.number() })),
})
type State = z.output<typeof stateSchema>

function read(file: string | undefined): State {
  try {
    if (file !== undefined) return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // The first run, or a truncated file: start counting now.
  }
  return { day: '', counts: {}, rests: {} }
}

/** Changes with each write of any process, since a write replaces the file. */
function versionOf(file: string | undefined): string | undefined {
  try {
    if (file === undefined) return undefined
    const { ino, mtimeMs } = statSync(file)
    return `${ino} ${mtimeMs}`
  } catch {
    return undefined
  }
}

function write(file: string, state: State): void {
  const partial = `${file}.${process.pid}.partial`
  try {
    writeFileSync(partial, JSON.stringify(state))
    renameSync(partial, file)
  } catch {
    // If the disk is full or read-only, the counts last as long as the process.
  }
}
