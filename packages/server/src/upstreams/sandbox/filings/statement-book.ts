import type { Instrument } from '../market/instrument.ts'
import { hashText, mix, normal, uniform } from '../market/random.ts'

/** Figures of one quarter in whole USD. `quarter` counts from 0 in each year. */
export type StatementBook = (year: number, quarter: number) => Readonly<Figures>
type Figures = ReturnType<ReturnType<typeof figuresOf>>
export type Measure = keyof Figures

/** Computes each quarter of a company once. */
export function statementBook(instrument: Instrument, seed: number): StatementBook {
  const quarterOf = figuresOf(instrument, seed)
  const cache = new Map<number, Figures>()
  return (year, quarter) => {
    const at = year * 4 + quarter
    const found = cache.get(at) ?? quarterOf(year, quarter)
    cache.set(at, found)
    return found
  }
}

/** Invents the figures of a company. */
function figuresOf({ symbol, anchor, shares }: Instrument, seed: number) {
  const key = mix(hashText(symbol), seed)
  const million = (value: number) => Math.round(value / 1e6) * 1e6
  const growth = 0.03 + 0.12 * uniform(key, 21)
  const margin = 0.05 + 0.25 * uniform(key, 22)
  const yearly = (anchor * shares) / (3 + 9 * uniform(key, 23))
  return (year: number, quarter: number) => {
    const time = year + quarter / 4
    const season = 1 + (quarter === 3 ? 0.12 : -0.04)
    const noise = 1 + 0.03 * normal(key, year * 4 + quarter)
    const revenue = million((yearly / 4) * (1 + growth) ** (time - 2026) * season * noise)
    const cost = million(revenue * (0.4 + 0.25 * uniform(key, 24)))
    const operating = million(revenue * margin * noise)
    const research = million((revenue - cost - operating) * 0.4)
    const tax = million(operating * 0.17)
    const assets = million(4.5 * revenue)
    const liabilities = million(assets * 0.6)
    const fromOperations = million(operating * 1.15)
    const capital = million(revenue * 0.06)
    return {
      revenue,
      cost,
      gross: revenue - cost,
      research,
      selling: revenue - cost - operating - research,
      operating,
      tax,
      net: operating - tax,
      cash: million(assets * 0.12),
      current: million(assets * 0.35),
      inventory: million(assets * 0.04),
      assets,
      currentLiabilities: million(assets * 0.28),
      debt: million(assets * 0.22),
      liabilities,
      equity: assets - liabilities,
      fromOperations,
      fromInvesting: -million(capital * 1.3),
      fromFinancing: -million(fromOperations * 0.6),
      capital,
      depreciation: million(revenue * 0.05),
      dividends: million(operating * 0.2),
      shares,
    }
  }
}
