import type { Factors, Rate } from './tariff.ts'

/**
 * The factor of a rate from the values of two arguments; 1 if the rate has no factors. A value
 * outside the table has the highest factor, until the bounds check refuses it.
 */
export function factorOf(args: Readonly<Record<string, unknown>>, { factors }: Rate): number {
  if (!factors) return 1
  const [first, second] = factors.arguments.map((name, at) => args[name] ?? factors.defaults[at])
  const known = ownOf(ownOf(factors.table, first), second)
  return known ?? dearestOf(factors)
}

function ownOf<value>(
  table: Readonly<Record<string, value>> | undefined,
  key: unknown,
): value | undefined {
  return table && typeof key === 'string' && Object.hasOwn(table, key) ? table[key] : undefined
}

function dearestOf({ table }: Factors): number {
  return Math.max(...Object.values(table).flatMap((row) => Object.values(row)))
}
