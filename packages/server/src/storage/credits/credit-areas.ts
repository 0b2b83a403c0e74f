import type { Database, Row, Statement } from '../database/database.ts'
import type { AreaCredits } from './credit-store.ts'

const addSql = 'insert into credit_areas (entry, area, credits, queries) values (?, ?, ?, ?)'
const findSql = 'select area, -credits as credits from credit_areas where entry = ? order by area'

/** Statements that store the parts of a debit of several areas. The first area counts the query. */
export function addAreaStatements(debit: string, areas: readonly AreaCredits[]): Statement[] {
  return areas.map(({ area, credits }, place) => ({
    sql: addSql,
    values: [debit, area, -credits, place === 0 ? 1 : 0],
  }))
}

/** Reads the parts of a debit. A debit of one area, or of none, has no rows of its own. */
export async function readAreas(
  database: Pick<Database, 'read'>,
  debit: Row,
): Promise<readonly AreaCredits[]> {
  if (debit['area'] !== null) return []
  const rows = await database.read(findSql, String(debit['id']))
  return rows.map(({ area, credits }) => ({ area: String(area), credits: Number(credits) }))
}

/**
 * Statements that store the parts of a refund, in proportion to the parts of its debit. The refunds
 * of a whole debit, in however many rows, return to each area exactly what it was charged.
 *
 * @param range - Refunded credits of the debit: before, and including, this refund.
 */
export function refundAreaStatements(
  refund: string,
  areas: readonly AreaCredits[],
  { before, after }: { before: number; after: number },
): Statement[] {
  const granted = splitCredits(areas, before)
  return splitCredits(areas, after)
    .map(({ area, credits }, place) => ({ area, credits: credits - granted[place]!.credits }))
    .filter(({ credits }) => credits !== 0)
    .map(({ area, credits }) => ({ sql: addSql, values: [refund, area, credits, 0] }))
}

/**
 * Splits whole credits in proportion to weights, in their order. The parts add up to `credits`. If
 * the weights add up to it, the parts equal them.
 */
export function splitCredits(
  weights: readonly AreaCredits[],
  credits: number,
): readonly AreaCredits[] {
  const whole = weights.reduce((sum, each) => sum + each.credits, 0)
  let weight = 0
  let assigned = 0
  return weights.map((each) => {
    weight += each.credits
    const until = Math.floor((weight * credits) / whole)
    const part = { area: each.area, credits: until - assigned }
    assigned = until
    return part
  })
}
