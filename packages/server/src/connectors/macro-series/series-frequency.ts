/** Newest observations that are looked at. */
const pointsMax = 60

/** Longest usual gap in days, and how often a series with such gaps has a value. */
const rhythms = [
  [4, 'daily'],
  [10, 'weekly'],
  [20, 'biweekly'],
  [45, 'monthly'],
  [120, 'quarterly'],
  [240, 'semiannual'],
  [500, 'annual'],
] as const

/**
 * How often a series has a value, by the median gap between its newest observations: weekends and
 * holidays of a daily series do not count as gaps of it.
 *
 * @param points oldest first
 * @returns `null` for fewer than three observations, or rarer ones than a year
 */
export function frequencyOf(points: readonly { date: string }[]): string | null {
  const days = points.slice(-pointsMax).map(({ date }) => Date.parse(date) / 86_400_000)
  if (days.length < 3) return null
  const gaps = days.slice(1).map((day, at) => day - days[at]!)
  const median = gaps.sort((a, b) => a - b)[gaps.length >> 1]!
  return rhythms.find(([longest]) => median <= longest)?.[1] ?? null
}
