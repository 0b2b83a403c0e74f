import type { Instrument } from './instrument.ts'
import { hashText, mix, normal, uniform } from './random.ts'
import type { SessionList } from './sessions.ts'

/** Prices and volume in a part of a session. */
export type WalkBar = { open: number; high: number; low: number; close: number; volume: number }

/**
 * All prices of one instrument, determined by the seed. Closes are a random walk around a trend,
 * fixed at the anchor day. Within a session the price moves from open to close between high and
 * low. Bars of any length and quotes read the same path, so they are consistent.
 */
export type PriceWalk = {
  /** Close of the session with this index. */
  closeOf(index: number): number
  /** Price at a fraction 0 to 1 of the session. */
  priceAt(index: number, fraction: number): number
  /** The part of the session between two fractions; 0 to 1 is its daily bar. */
  bar(index: number, from: number, to: number): WalkBar
  /** Lowest and highest price of whole sessions, both indices included. */
  extremes(from: number, to: number): { low: number; high: number }
}

/** Creates the prices of an instrument. The same seed gives the same prices. */
export function priceWalk(instrument: Instrument, list: SessionList, seed: number): PriceWalk {
  const key = mix(hashText(instrument.symbol), seed)
  const round = rounding(instrument.anchor)
  const closeOf = closes(instrument, list, key, round)
  let last: { index: number; day: DayPath } | undefined
  let year: { from: number; to: number; low: number; high: number } | undefined
  const dayOf = (index: number) => {
    if (last?.index !== index)
      last = { index, day: dayPath(instrument, key, index, closeOf, round) }
    return last.day
  }
  const priceAt = (index: number, fraction: number) => pathPrice(dayOf(index), fraction, round)
  return {
    closeOf,
    priceAt,
    bar(index, from, to) {
      const day = dayOf(index)
      if (from <= 0 && to >= 1) {
        const { open, high, low, close, volume } = day
        return { open, high, low, close, volume }
      }
      const volume = volumeShare(day, to) - volumeShare(day, from)
      return { ...extremes(day, from, to, round), volume }
    },
    extremes(from, to) {
      if (year?.from === from && year.to === to) return year
      const found = { from, to, low: Infinity, high: -Infinity }
      for (let index = from; index <= to; index += 1) {
        const { low, high } = dayPath(instrument, key, index, closeOf, round)
        found.low = Math.min(found.low, low)
        found.high = Math.max(found.high, high)
      }
      year = found
      return found
    },
  }
}

type DayPath = WalkBar & { highAt: number; lowAt: number; swing: number; waves: number[] }

/** Closes by session index, extended as the list of sessions grows. */
function closes(
  { anchor, volatility, memory, drift }: Instrument,
  list: SessionList,
  key: number,
  round: (price: number) => number,
): (index: number) => number {
  const offsets: number[] = [0]
  const extendTo = (index: number) => {
    for (let at = offsets.length; at <= index; at += 1)
      offsets.push(memory * (offsets[at - 1] as number) + volatility * normal(key, at))
  }
  extendTo(list.anchor)
  const pinned = offsets[list.anchor] as number
  return (index) => {
    extendTo(index)
    const offset = (offsets[index] as number) - pinned
    return round(anchor * Math.exp(offset + drift * (index - list.anchor)))
  }
}

function dayPath(
  { volatility, volume }: Instrument,
  key: number,
  index: number,
  closeOf: (index: number) => number,
  round: (price: number) => number,
): DayPath {
  const close = closeOf(index)
  const previous = closeOf(Math.max(0, index - 1))
  const day = mix(key, index + 1_000_003)
  const open = round(previous * Math.exp(0.3 * volatility * normal(day, 1)))
  const high = round(Math.max(open, close) * Math.exp(0.4 * volatility * Math.abs(normal(day, 2))))
  const low = round(Math.min(open, close) / Math.exp(0.4 * volatility * Math.abs(normal(day, 3))))
  return {
    open,
    high,
    low,
    close,
    volume: Math.round(volume * Math.exp(0.3 * normal(day, 4))),
    highAt: 0.02 + 0.96 * uniform(day, 5),
    lowAt: 0.02 + 0.96 * uniform(day, 6),
    swing: 0.5 * volatility,
    waves: [7, 8, 9, 10, 11, 12, 13, 14].map((salt) => normal(day, salt)),
  }
}

/**
 * The price at a fraction of the session: a line of log prices from open to close, with waves that
 * vanish at both ends, between low and high.
 */
function pathPrice(day: DayPath, fraction: number, round: (price: number) => number): number {
  if (fraction <= 0) return day.open
  if (fraction >= 1) return day.close
  let swing = 0
  for (let wave = 0; wave < day.waves.length; wave += 1) {
    const order = wave + 1
    swing += ((day.waves[wave] as number) * Math.sin(Math.PI * order * fraction)) / order
  }
  const line = Math.log(day.open) + fraction * Math.log(day.close / day.open)
  return clamp(round(Math.exp(line + day.swing * swing)), day.low, day.high)
}

function extremes(day: DayPath, from: number, to: number, round: (price: number) => number) {
  const open = pathPrice(day, from, round)
  const close = pathPrice(day, to, round)
  let high = Math.max(open, close)
  let low = Math.min(open, close)
  const steps = Math.min(60, Math.ceil((to - from) * 390))
  for (let step = 1; step < steps; step += 1) {
    const price = pathPrice(day, from + ((to - from) * step) / steps, round)
    high = Math.max(high, price)
    low = Math.min(low, price)
  }
  if (from < day.highAt && day.highAt <= to) high = day.high
  if (from < day.lowAt && day.lowAt <= to) low = day.low
  return { open, high, low, close }
}

/** Share of the volume traded up to a fraction of the session, with more at both ends. */
function volumeShare({ volume }: DayPath, fraction: number): number {
  const at = clamp(fraction, 0, 1)
  return Math.round(volume * (0.5 * at + 0.25 * (1 - (1 - at) ** 3) + 0.25 * at ** 3))
}

/** Rounds to cents, or to four significant figures below a dollar. */
function rounding(anchor: number): (price: number) => number {
  const scale = anchor >= 1.5 ? 100 : 10 ** (4 - Math.floor(Math.log10(anchor)) - 1)
  return (price) => Math.max(1, Math.round(price * scale)) / scale
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
