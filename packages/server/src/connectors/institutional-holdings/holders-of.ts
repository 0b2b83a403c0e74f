import type { HolderIndex } from './holder-index.ts'
import type { Position, PositionKind } from './position-table.ts'
import type { ValueUnit } from './value-unit.ts'

/**
 * A manager's holding of a security, one row for each kind of position. Amounts of the newest
 * quarter.
 */
export type HolderPosition = {
  name: string
  cik: string
  period: string
  filed: string
  cusip: string
  kind: PositionKind
  amount: number
  /** USD. */
  value: number
  /** Unit of the values in the report. */
  unit: ValueUnit
}

/**
 * The managers that hold securities, largest amount first, equal ones by their identifier. Sums the
 * rows of one manager for one security and kind.
 *
 * @param cusips of the share classes of one ticker
 */
export function holdersOf(
  { positions, holders }: HolderIndex,
  cusips: readonly string[],
): HolderPosition[] {
  const rows = cusips.flatMap((cusip) =>
    summed(positions.of(cusip), holders).map(({ holder, ...position }) => ({
      ...holders[holder]!,
      ...position,
      cusip,
    })),
  )
  return rows.sort(
    (a, b) =>
      b.amount - a.amount ||
      (a.cik === b.cik ? (a.kind < b.kind ? -1 : 1) : a.cik < b.cik ? -1 : 1),
  )
}

/** The sums by manager and kind, each with the newest report. */
function summed(positions: readonly Position[], holders: HolderIndex['holders']): Position[] {
  const sums = new Map<string, Position>()
  for (const position of positions) {
    const { cik, filed } = holders[position.holder]!
    const key = `${cik}|${position.kind}`
    const known = sums.get(key)
    if (!known) sums.set(key, { ...position })
    else {
      known.amount += position.amount
      known.value += position.value
      if (filed > holders[known.holder]!.filed) known.holder = position.holder
    }
  }
  return [...sums.values()]
}
