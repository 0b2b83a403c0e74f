import { defined } from '@fiq/shared/defined'
import { type PriceBounds, priceBounds, type Tariff } from '@fiq/shared/pricing/tariff'
import type { Database, Row } from '../database/database.ts'

/** The tariff before the current one. */
export type EarlierTariff = {
  tariff: Tariff
  /** Unix milliseconds. Quotes with this tariff may be paid until then. */
  paidUntilMs: number
}

const latestSql = 'select version, terms, begun_at from tariffs order by begun_at desc limit 2'
const beginSql = `insert into tariffs (version, terms, begun_at) values (?, ?, ?)
  on conflict (version) do update set terms = excluded.terms, begun_at = excluded.begun_at`

/**
 * Starts a tariff, unless it is already in force, and returns the previous one. Quotes are not
 * stored, so a quote from before the restart is checked with its tariff.
 *
 * @param quotedMs - Validity of a quote in milliseconds.
 * @returns `undefined` if there was no earlier tariff, or all of its quotes have expired.
 */
export async function beginTariff(
  database: Pick<Database, 'read' | 'write'>,
  tariff: Tariff,
  { nowMs, quotedMs }: { nowMs: number; quotedMs: number },
): Promise<EarlierTariff | undefined> {
  const [latest, before] = await database.read(latestSql)
  const isInForce = latest?.['version'] === tariff.version
  if (!isInForce) {
    await database.write({ sql: beginSql, values: [tariff.version, termsOf(tariff), nowMs] })
  }
  const earlier = isInForce ? before : latest
  const begunAt = isInForce ? Number(latest?.['begun_at']) : nowMs
  const paidUntilMs = begunAt + quotedMs
  if (!earlier || nowMs > paidUntilMs) return undefined
  return { tariff: tariffOf(earlier), paidUntilMs }
}

type Terms = Pick<Tariff, 'rates' | 'unavailable'> & {
  bounds: Omit<PriceBounds, 'amountMin' | 'amountMax'> & { amountMin: string; amountMax: string }
}

/** Everything that determines prices, so that a later program computes the same prices. */
function termsOf({ rates, unavailable, bounds = priceBounds }: Tariff): string {
  const { amountMin, amountMax, ...rest } = bounds
  const texts = { amountMin: String(amountMin), amountMax: String(amountMax) }
  const terms: Terms = { rates, bounds: { ...rest, ...texts }, ...defined({ unavailable }) }
  return JSON.stringify(terms)
}

function tariffOf({ version, terms }: Row): Tariff {
  const { bounds, ...rest } = JSON.parse(String(terms)) as Terms
  const [amountMin, amountMax] = [BigInt(bounds.amountMin), BigInt(bounds.amountMax)]
  return { version: String(version), ...rest, bounds: { ...bounds, amountMin, amountMax } }
}
