import { FiqError } from '@fiq/shared/errors'
import { figureMax } from '@fiq/shared/indicators/indicator'
import { z } from 'zod'
import type { Bar } from '../../sources/connector.ts'

/** Maximum bars in one query. Ten years of daily bars are 2,520. */
export const barsMax = 5_000

/** Cached, because bounds, resolver and each retry check the same list. */
const checked = new WeakMap<object, readonly Bar[]>()

/**
 * Checks the bars of an argument in a plain loop. A zod schema takes ten times as long for the
 * first 5,000 bars and blocks the event loop.
 *
 * @throws FiqError `BAD_INPUT` naming the argument
 */
export function passedBars(bars: unknown): readonly Bar[] {
  if (!Array.isArray(bars) || bars.length === 0) throw refusal('bars', 'at least one bar')
  if (bars.length > barsMax) throw refusal('bars', `at most ${barsMax} bars`)
  let parsed = checked.get(bars)
  if (!parsed) {
    parsed = (bars as readonly BarInput[]).map(barOf)
    checked.set(bars, parsed)
  }
  return parsed
}

/** `BarInput` after coercion. Omitted members may be absent. */
type BarInput = Readonly<Record<keyof Bar, unknown>>

function barOf({ date, open, high, low, close, volume }: BarInput, at: number): Bar {
  if (typeof date !== 'string' || !(isoDate.test(date) || isoInstant.test(date)))
    throw refusal(`bars.${at}.date`, 'not an ISO 8601 date or instant')
  return {
    date,
    open: open == null ? null : figure(open, at, 'open'),
    high: high == null ? null : figure(high, at, 'high'),
    low: low == null ? null : figure(low, at, 'low'),
    close: figure(close, at, 'close'),
    volume: volume == null ? null : figure(volume, at, 'volume', 0),
  }
}

const isoDate = z.regexes.date
const isoInstant = z.regexes.datetime({ offset: true })

function figure(value: unknown, at: number, field: keyof Bar, least = -figureMax): number {
  if (typeof value === 'number' && value >= least && value <= figureMax) return value
  throw refusal(`bars.${at}.${field}`, `not a number from ${least} to ${figureMax}`)
}

function refusal(argument: string, fault: string): FiqError {
  return new FiqError('BAD_INPUT', `${argument} is not acceptable: ${fault}.`, {
    facts: [`Argument: ${argument}`, `Limit: ${barsMax} bars`],
  })
}
