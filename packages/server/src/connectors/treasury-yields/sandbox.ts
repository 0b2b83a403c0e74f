import { hashText, mix, normal, waves } from '../../upstreams/sandbox/market/random.ts'
import { type SandboxAnswer, unknownAddress } from '../../upstreams/sandbox/market/route.ts'
import { dayMs, nyseCalendar } from '../../upstreams/sandbox/market/sessions.ts'

/** Columns of the par yield curve with their years to maturity. */
const tenors: readonly [string, number][] = [
  ['1 Mo', 1 / 12],
  ['1.5 Month', 1 / 8],
  ['2 Mo', 1 / 6],
  ['3 Mo', 0.25],
  ['4 Mo', 1 / 3],
  ['6 Mo', 0.5],
  ['1 Yr', 1],
  ['2 Yr', 2],
  ['3 Yr', 3],
  ['5 Yr', 5],
  ['7 Yr', 7],
  ['10 Yr', 10],
  ['20 Yr', 20],
  ['30 Yr', 30],
]

/** `/…/daily-treasury-rates.csv/2026/all?type=daily_treasury_yield_curve`: newest first. */
export const sandboxYields: SandboxAnswer = (request, now, seed) => {
  const [, year] = /\/daily-treasury-rates\.csv\/(\d{4})\/all$/.exec(request.url.pathname) ?? []
  if (year === undefined) return unknownAddress(request)
  const calendar = nyseCalendar()
  const key = mix(hashText('treasury'), seed)
  const rows: string[] = []
  // Yields of a day are published in the evening.
  for (let day = Date.UTC(Number(year), 0, 1); day < now - dayMs; day += dayMs) {
    const date = new Date(day).toISOString().slice(0, 10)
    if (!date.startsWith(year)) break
    if (!calendar.session(date)) continue
    const years = 1970 + day / (365.25 * dayMs)
    const level = 3.6 + 0.8 * waves(key, years) + 0.03 * normal(key, day / dayMs)
    const yields = tenors.map(([, maturity]) => (level + 0.35 * Math.log1p(maturity)).toFixed(2))
    rows.push(`${date.slice(5, 7)}/${date.slice(8)}/${year},${yields.join(',')}`)
  }
  return `Date,${tenors.map(([name]) => `"${name}"`).join(',')}\n${rows.reverse().join('\n')}\n`
}
