import type { Tariff } from '@fiq/shared/pricing/tariff'
import type { Database, Row } from './database.ts'

/** The tariff before the one in force. */
export type EarlierTariff = {
  tariff: Tariff
  /** Unix milliseconds. What was quoted with it may be paid until then. */
  paidUntilMs: number
}

const latestSql = 'select version, rates, begun_at from tariffs order by begun_at desc limit 2'
const beginSql = `insert into tariffs (version, rates, begun_at) values (?, ?, ?)
  on conflict (version) do update set rates = excluded.rates, begun_at = excluded.begun_at`

/**
 * Begins a tariff, unless it is the one in force, and says which was in force before: quotes are
 * not kept, so whoever was given one by the server of a moment ago is held to its tariff.
 *
 * @param quotedMs - how long a quote may be paid.
 * @returns undefined when there was none before, or none of its quotes can be paid any more.
 */
export async function beginTariff(
  database: Pick<Database, 'read' | 'write'>,
  tariff: Tariff,
  { nowMs, quotedMs }: { nowMs: number; quotedMs: number },
): Promise<EarlierTariff | undefined> {
  const [latest, before] = await database.read(latestSql)
  const isInForce = latest?.['version'] === tariff.version
  if (!isInForce) {
    const values = [tariff.version, JSON.stringify(tariff.rates), nowMs]
    await database.write({ sql: beginSql, values })
  }
  const earlier = isInForce ? before : latest
  const begunAt = isInForce ? Number(latest?.['begun_at']) : nowMs
  const paidUntilMs = begunAt + quotedMs
  if (!earlier || nowMs > paidUntilMs) return undefined
  return { tariff: tariffOf(earlier), paidUntilMs }
}

function tariffOf({ version, rates }: Row): Tariff {
  return { version: String(version), rates: JSON.parse(String(rates)) as Tariff['rates'] }
}
