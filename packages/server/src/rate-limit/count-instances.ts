import type { Redis } from '../redis/open-redis.ts'
import type { Call } from '../scheduling/call-or-rest.ts'
import type { Database } from '../storage/database/database.ts'

/** Says that this instance is there, and counts those that said so lately; undefined when the store is gone. */
export type Presence = { beat(): Promise<number | undefined> }

export const presence = { everyMs: 1_000, forgottenAfterSeconds: 15 } as const

/** The number of instances, as last known. */
export type InstanceCount = { instances(): number; close(): void }

/**
 * Counts the instances that share a store from time to time. While the store is gone the last
 * number stands: it is by how many the limits are divided then.
 */
export async function countInstances({ beat }: Presence): Promise<InstanceCount> {
  let known = 1
  const count = async () => {
    known = Math.max(1, (await beat()) ?? known)
  }
  await count()
  const timer = setInterval(() => void count(), presence.everyMs).unref()
  return { instances: () => known, close: () => clearInterval(timer) }
}

const script = `
local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
redis.call('EXPIRE', KEYS[1], 60)
return redis.call('ZCARD', KEYS[1])
`

export function redisPresence(redis: Redis, id: string): Presence {
  const { forgottenAfterSeconds } = presence
  return {
    beat: () =>
      redis.call(async (client) =>
        Number(await client.eval(script, 1, 'fiq:instances', id, forgottenAfterSeconds)),
      ),
  }
}

/** Beside the limits, under keys that no caller has. */
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

export function postgresPresence(
  database: Pick<Database, 'write'>,
  call: Call,
  id: string,
): Presence {
  const values = [`instance:${id}`, presence.forgottenAfterSeconds * 1_000_000]
  return {
    beat: () =>
      call(async () => {
        const { results } = await database.write({ sql: beatSql, values })
        return Number(results[0]?.rows[0]?.['instances'])
      }),
  }
}
