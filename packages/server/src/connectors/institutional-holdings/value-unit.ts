/** The unit of the values in a form 13F: dollars, or thousands of dollars. */
export type ValueUnit = 1 | 1_000

/** Collects the positions in shares of a report, to determine the unit of its values. */
export type UnitEvidence = {
  /** Adds a position of shares, not of options or debt. */
  add(value: number, shares: number): void
  /**
   * @param filed day of the filing, which decides if the figures allow both units
   * @param isPart whether the report only adds holdings to another one, so that its total is small
   */
  unit(filed: string, isPart?: boolean): ValueUnit
}

/** From this day the form requires dollars, before it thousands. */
const firstDayInDollars = '2023-01-03'
/**
 * The median price of the shares in a report is assumed between USD 12.50 and 500. A quotient of
 * value and shares below or above these bounds has only one possible unit: otherwise the median
 * would be USD 0.50 (in dollars) or USD 12,500 (in thousands).
 */
const medianBounds = { lowest: 0.5, highest: 12.5 }
/**
 * From this number of positions on, a median price above USD 500 is no longer an accident of the
 * choice, so a quotient that would mean one in thousands is in dollars.
 */
const positionsMin = 5
/** Managers must report from this total value on, USD. */
const threshold = 100_000_000
/** Managers that have to report still hold most of the threshold: a smaller total is in thousands. */
const leastTotal = threshold / 10

/** The unit that the day of a filing prescribes. */
export function unitPrescribed(filed: string): ValueUnit {
  return filed < firstDayInDollars ? 1_000 : 1
}

/** Creates empty evidence. */
export function unitEvidence(): UnitEvidence {
  let [below, between, above, total] = [0, 0, 0, 0]
  return {
    add(value, shares) {
      if (!(value > 0 && shares > 0)) return
      const price = value / shares
      if (price < medianBounds.lowest) below += 1
      else if (price > medianBounds.highest) above += 1
      else between += 1
      total += value
    },
    unit(filed, isPart = false) {
      const positions = below + between + above
      const half = positions / 2
      if (below > half) return 1_000
      if (above > half) return 1
      const isTooSmall = total < leastTotal && total * 1_000 >= threshold
      if (isTooSmall && !isPart && below + between > above) return 1_000
      const isTooDear = positions >= positionsMin && between + above > half
      return isTooDear ? 1 : unitPrescribed(filed)
    },
  }
}

/** Share prices outside these bounds are errors of the report, USD. */
const priceBounds = { lowest: 0.000_1, highest: 2_000_000 }

/** Why the value of a position is doubtful; `null` if it is plausible. */
export function valueWarning(
  { value, shares }: { value: number; shares: number | null },
  unit: ValueUnit,
  filed: string,
): string | null {
  const price = shares ? value / shares : null
  if (price !== null && (price < priceBounds.lowest || price > priceBounds.highest))
    return `The report values a share at USD ${Number(price.toPrecision(3))}.`
  if (unit === unitPrescribed(filed)) return null
  return unit === 1_000
    ? 'The report states thousands where the form asks for dollars; its prices and its total show it.'
    : 'The report states dollars where the form asks for thousands; the prices of its shares show it.'
}
