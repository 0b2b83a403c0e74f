import { z } from 'zod'
import type { Fault } from './fault.ts'

/** The four prices of a bar. */
export type Prices = {
  open: number | null
  high: number | null
  low: number | null
  close: number | null
}

const chart = z.object({
  chart: z.object({
    result: z.array(
      z.object({
        timestamp: z.array(z.number()),
        indicators: z.object({
          quote: z.array(z.record(z.string(), z.array(z.number().nullable()))),
        }),
      }),
    ),
  }),
})

/**
 * Faults of a chart: times that do not increase, prices outside low and high. Other JSON has none.
 */
export function chartFaults(value: unknown): Fault[] {
  const narrowed = chart.safeParse(value)
  if (!narrowed.success) return []
  return narrowed.data.chart.result.flatMap(({ timestamp, indicators }) => {
    const [quote = {}] = indicators.quote
    const at = (name: string, bar: number) => quote[name]?.[bar] ?? null
    return timestamp.flatMap((second, bar) => {
      const named = `bar ${bar + 1} (${new Date(second * 1_000).toISOString().slice(0, 10)})`
      const repeated = bar > 0 && second <= (timestamp[bar - 1] as number)
      const prices = { open: at('open', bar), high: at('high', bar), low: at('low', bar) }
      const wrong = orderFault({ ...prices, close: at('close', bar) })
      return [
        ...(repeated ? [{ line: 1, what: `${named} is not later than the bar before it` }] : []),
        ...(wrong ? [{ line: 1, what: `${named}: ${wrong}` }] : []),
      ]
    })
  })
}

/** Vendors round the four prices separately, so a difference in the fifth digit is not a fault. */
const roundingMax = 1e-4

/** Why the four prices cannot be of one bar; `undefined` if they can. */
export function orderFault({ open, high, low, close }: Prices): string | undefined {
  for (const [name, price] of Object.entries({ open, close })) {
    if (price === null) continue
    if (high !== null && price > high * (1 + roundingMax))
      return `${name} ${price} above high ${high}`
    if (low !== null && price < low * (1 - roundingMax)) return `${name} ${price} below low ${low}`
  }
  return high !== null && low !== null && low > high ? `low ${low} above high ${high}` : undefined
}
