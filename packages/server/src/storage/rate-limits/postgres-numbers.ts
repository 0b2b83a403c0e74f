import type { Call } from '../../scheduling/call-or-rest.ts'
import { type Database, skipLocked } from '../database/database.ts'

/** Maximum rows deleted in one statement. */
const forgottenMax = 10_000

const clock = 'coalesce(?::bigint, (extract(epoch from clock_timestamp()) * 1000000)::bigint)'

/**
 * GCRA in one statement, so that concurrent requests see each other's updates. `used_until` is the
 * theoretical arrival time of GCRA. In a conflict `excluded.used_until` is the current time plus one
 * interval. All times are microseconds.
 */
const takeSql = `insert into rate_limits as known (key, used_until, used)
  values (?, ${clock} + ?::bigint, 0)
  on conflict (key) do update set
    used = greatest(known.used_until - excluded.used_until + ?::bigint, 0),
    used_until = case
      when greatest(known.used_until - excluded.used_until + ?::bigint, 0) + ?::bigint <= ?::bigint
      then greatest(known.used_until + ?::bigint, excluded.used_until)
      else known.used_until end
  returning used`
const peekSql = `select greatest(used_until - ${clock}, 0) as used from rate_limits where key = ?`
const forgetSql = `delete from rate_limits where key in (
  select key from rate_limits where used_until < ${clock} limit ? ${skipLocked})`

/**
 * The table of a rate limit. `SharedNumbers` of the rate limit, which it implements, describes
 * `take` and `peek`.
 */
export type PostgresNumbers = {
  take(key: string, spacing: { interval: number; tolerance: number }): Promise<number | undefined>
  peek(key: string): Promise<number | undefined>
  /** Deletes at most 10,000 rows whose time has passed: they equal a missing row. */
  forget(): Promise<void>
}

/**
 * The numbers of a rate limit in PostgreSQL, for instances that share no Redis.
 *
 * @param nowMicros - Tests only: a clock in place of that of the database.
 */
export function postgresNumbers(
  database: Pick<Database, 'read' | 'write'>,
  call: Call,
  nowMicros: () => number | null = () => null,
): PostgresNumbers {
  return {
    take: (key, { interval, tolerance }) =>
      call(async () => {
        const values = [
          key,
          nowMicros(),
          interval,
          interval,
          interval,
          interval,
          tolerance,
          interval,
        ]
        const { results } = await database.write({ sql: takeSql, values })
        return Number(results[0]?.rows[0]?.['used'])
      }),
    peek: (key) =>
      call(async () => {
        const [row] = await database.read(peekSql, nowMicros(), key)
        return Number(row?.['used'] ?? 0)
      }),
    async forget() {
      await database.write({ sql: forgetSql, values: [nowMicros(), forgottenMax] })
    },
  }
}

/** Instances report in the same table, under keys that no caller has. Times in microseconds. */
const beatSql = `with now as (
    select (extract(epoch from clock_timestamp()) * 1000000)::bigint as micros
  ), mine as (
    insert into rate_limits (key, used_until, used)
    select ?, micros + ?::bigint, 0 from now
    on conflict (key) do update set used_until = excluded.used_until
    returning key
  )
  select 1 + count(*) as instances from rate_limits, now
  where key like 'instance:%' and key not in (select key from mine) and used_until > micros`

/**
 * Counts the instances: this one, which each `beat` reports, and those that reported within the
 * last `forgottenAfterSeconds`.
 */
export function postgresPresence(
  database: Pick<Database, 'write'>,
  call: Call,
  { id, forgottenAfterSeconds }: { id: string; forgottenAfterSeconds: number },
): { beat(): Promise<number | undefined> } {
  const values = [`instance:${id}`, forgottenAfterSeconds * 1_000_000]
  return {
    beat: () =>
      call(async () => {
        const { results } = await database.write({ sql: beatSql, values })
        return Number(results[0]?.rows[0]?.['instances'])
      }),
  }
}
