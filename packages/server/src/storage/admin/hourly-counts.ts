import type { Database } from '../database/database.ts'
import { type Prunable, prunedMax } from '../database/pruning.ts'

/**
 * `quotes`: quotes to callers without a payment, by the hour. `recent-quotes`: the same by five
 * minutes. `source`: requests to an upstream, by its host and the hour.
 */
export type CountKind = 'quotes' | 'recent-quotes' | 'source'

/** A count within one hour or five minutes, UTC. */
export type HourlyCount = {
  kind: CountKind
  /** Beginning of the hour, or of the five minutes, Unix milliseconds. */
  hour: number
  /** The host of a source; otherwise empty. */
  name: string
  calls: number
  /** Failed requests of a source; for quotes, the requests refused instead of quoted. */
  failed: number
  /** Sum of their durations. */
  milliseconds: number
}

/** Counts that all instances add to one table. */
export type HourlyCounts = Prunable & {
  add(counts: readonly HourlyCount[]): Promise<void>
  /** From an hour on, oldest first. */
  since(kind: CountKind, fromMs: number): Promise<readonly HourlyCount[]>
}

export const hourMs = 3_600_000
export const fiveMinutesMs = hourMs / 12

/** Width of a count of each kind. */
export const widthMs: Readonly<Record<CountKind, number>> = {
  quotes: hourMs,
  'recent-quotes': fiveMinutesMs,
  source: hourMs,
}

/** How long counts are kept. Each covers the longest range that a page shows of them. */
const storedMs: Readonly<Record<CountKind, number>> = {
  quotes: 366 * 24 * hourMs,
  'recent-quotes': 24 * hourMs,
  source: 31 * 24 * hourMs,
}
const kinds = Object.keys(storedMs) as CountKind[]

const addSql = `insert into hourly_counts (kind, hour, name, calls, failed, milliseconds)
  values (?, ?, ?, ?, ?, ?)
  on conflict (kind, hour, name) do update set calls = hourly_counts.calls + excluded.calls,
    failed = hourly_counts.failed + excluded.failed,
    milliseconds = hourly_counts.milliseconds + excluded.milliseconds`
const sinceSql = 'select * from hourly_counts where kind = ? and hour >= ? order by hour, name'
const pruneSql = `delete from hourly_counts where (kind, hour, name) in (
  select kind, hour, name from hourly_counts where kind = ? and hour < ? order by hour limit ?)`

/** Creates the counts over their table. */
export function createHourlyCounts(database: Pick<Database, 'scan' | 'write'>): HourlyCounts {
  return {
    async add(counts) {
      if (counts.length === 0) return
      // Every instance uses the same order, so that two of them cannot deadlock.
      const ordered = counts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      await database.write(
        ...ordered.map(({ kind, hour, name, calls, failed, milliseconds }) => ({
          sql: addSql,
          values: [kind, hour, name, calls, failed, Math.round(milliseconds)],
        })),
      )
    },
    since: async (kind, fromMs) =>
      (await database.scan(sinceSql, kind, fromMs)).map((row) => ({
        kind,
        hour: Number(row['hour']),
        name: String(row['name']),
        calls: Number(row['calls']),
        failed: Number(row['failed']),
        milliseconds: Number(row['milliseconds']),
      })),
    async prune(nowMs, rowsMax = prunedMax) {
      const { results } = await database.write(
        ...kinds.map((kind) => ({
          sql: pruneSql,
          values: [kind, nowMs - storedMs[kind], rowsMax],
        })),
      )
      return results.reduce((sum, { changes }) => sum + changes, 0)
    },
  }
}

function keyOf({ kind, hour, name }: HourlyCount): string {
  return `${kind} ${hour} ${name}`
}
