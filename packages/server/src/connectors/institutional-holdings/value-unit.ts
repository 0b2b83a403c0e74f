/** The unit of the values of a form 13F: dollars, or thousands of them. */
export type ValueUnit = 1 | 1_000

/** Counts the positions of a report in shares, to determine the unit of its values. */
export type UnitEvidence = {
  /** Shares held directly, not options or debt. */
  add(value: number, shares: number): void
  /** @param filed day of the filing, which decides where the figures allow both units */
  unit(filed: string): ValueUnit
}

/** Since then the form asks for dollars, before for thousands. */
const firstDayInDollars = '2023-01-03'
/**
 * The median price of the shares in a report lies between USD 12.50 and 500. A quotient below or
 * above these bounds has one unit only: USD 0.50 would be the median in dollars, or USD 12,500 the one
 * in thousands.
 */
const medianBounds = { lowest: 0.5, highest: 12.5 }
/** Managers report from this value of their securities on, USD. */
const threshold = 100_000_000

/** The unit that the day of a filing prescribes. */
export function unitPrescribed(filed: string): ValueUnit {
  return filed < firstDayInDollars ? 1_000 : 1
}

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
    unit(filed) {
      const half = (below + between + above) / 2
      if (below > half) return 1_000
      if (above > half) return 1
      const isTooSmall = total > 0 && total < threshold && total * 1_000 >= threshold
      return isTooSmall && below + between > above ? 1_000 : unitPrescribed(filed)
    },
  }
}

/** Prices of shares beyond these are errors of the report, USD. */
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
    ? 'The report states thousands where the form asks for dollars; the prices of its shares show it.'
    : 'The report states dollars where the form asks for thousands; the prices of its shares show it.'
}
