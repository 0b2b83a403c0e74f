import { readFileSync, renameSync, writeFileSync } from 'node:fs'
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
  answered(owner: string): void
}

const hourMs = 3_600_000

/** The UTC day of an instant, ISO 8601. */
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** @param file stores the counts, so that a restart neither resets the day nor ends a pause */
export function dailyQuotas(file?: string): DailyQuotas {
  let { day, counts, rests } = read(file)
  const keep = () => file !== undefined && write(file, { day, counts, rests })
  return {
    isSpent(group, perDay, nowMs) {
      return day === dayAt(nowMs) && (counts[group] ?? 0) >= perDay
    },
    spend(group, perDay, nowMs) {
      const today = dayAt(nowMs)
      if (day !== today) [day, counts] = [today, {}]
      const spent = counts[group] ?? 0
      if (spent >= perDay) return false
      counts[group] = spent + 1
      keep()
      return true
    },
    restsUntil(owner, nowMs) {
      const until = rests[owner]?.until ?? 0
      return nowMs < until ? until : undefined
    },
    refused(owner, nowMs) {
      const known = rests[owner]
      // Responses to requests in progress belong to the same refusal.
      if (known && nowMs < known.until) return
      rests[owner] = { until: nowMs + (known ? 24 : 1) * hourMs }
      keep()
    },
    answered(owner) {
      if (!rests[owner]) return
      delete rests[owner]
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

function write(file: string, state: State): void {
  try {
    writeFileSync(`${file}.partial`, JSON.stringify(state))
    renameSync(`${file}.partial`, file)
  } catch {
    // If the disk is full or read-only, the counts last as long as the process.
  }
}
