/** Number of newest observations to consider. */
const pointsMax = 60

/** Longest usual gap in days, by frequency. */
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
 * The frequency of a series, by the median gap between its newest observations. With the median,
 * weekends and holidays do not change the frequency of a daily series.
 *
 * @param points oldest first
 * @returns `null` for fewer than three observations, or gaps longer than a year
 */
export function frequencyOf(points: readonly { date: string }[]): string | null {
  const days = points.slice(-pointsMax).map(({ date }) => Date.parse(date) / 86_400_000)
  if (days.length < 3) return null
  const gaps = days.slice(1).map((day, at) => day - days[at]!)
  const median = gaps.sort((a, b) => a - b)[gaps.length >> 1]!
  return rhythms.find(([longest]) => median <= longest)?.[1] ?? null
}
