import { atr } from './atr.ts'
import type { Bar } from './bar.ts'
import { bollinger } from './bollinger.ts'
import { ema } from './ema.ts'
import { macd } from './macd.ts'
import { mfi } from './mfi.ts'
import { rsi } from './rsi.ts'
import { sma } from './sma.ts'
import { vwma } from './vwma.ts'

/** A bar without missing fields. `volume` is 0 in rules that do not use it. */
export type WholeBar = { high: number; low: number; close: number; volume: number }

/** One argument of an indicator. Defaults are TA-Lib's. */
export type Parameter = {
  name: string
  default: number
  min: number
  max: number
  /** Whether it is a number of bars; otherwise it is any number. */
  isWhole: boolean
  meaning: string
}

/** The outputs of an indicator at one bar, by their schema names. */
export type Outputs = Readonly<Record<string, number>>

/** An indicator: its arguments, the bar fields that it needs, and its computation. */
export type IndicatorRule = {
  meaning: string
  parameters: readonly Parameter[]
  /** A bar without one of these fields is skipped. */
  needs: readonly (keyof Bar)[]
  /** Bars needed for one value. */
  barsMin(settings: Settings): number
  values(bars: readonly WholeBar[], settings: Settings): (Outputs | null)[]
  /** Reason for a missing value despite enough bars. Absent if the rule then always has a value. */
  gap?: string
}

/** Values of the arguments, by name. */
export type Settings = Readonly<Record<string, number>>

const periodMax = 500
const bars = (name: string, byDefault: number, meaning: string): Parameter => ({
  name,
  default: byDefault,
  min: 2,
  max: periodMax,
  isWhole: true,
  meaning,
})
const period = (byDefault: number) =>
  bars('period', byDefault, `Number of bars in the calculation, 2 to ${periodMax}.`)

const closesOf = (whole: readonly WholeBar[]) => whole.map(({ close }) => close)
const single = (values: readonly (number | null)[]) =>
  values.map((value) => (value === null ? null : { value }))

/** The eight indicators, by their field of the type `Technicals`. */
export const indicatorRules: Readonly<Record<string, IndicatorRule>> = {
  rsi: {
    meaning: "Wilder's relative strength index, 0 to 100.",
    parameters: [period(14)],
    needs: ['close'],
    barsMin: (settings) => settings['period']! + 1,
    values: (whole, settings) => single(rsi(closesOf(whole), settings['period']!)),
    gap: 'The price has not changed.',
  },
  macd: {
    meaning: 'Moving average convergence divergence of the close, in the unit of the price.',
    parameters: [
      bars('fast', 12, 'Number of bars of the fast average. Must be less than slow.'),
      bars('slow', 26, `Number of bars of the slow average, up to ${periodMax}.`),
      bars('signal', 9, `Number of bars of the signal line, 2 to ${periodMax}.`),
    ],
    needs: ['close'],
    barsMin: (settings) => settings['slow']! + settings['signal']! - 1,
    values: (whole, settings) =>
      macd(closesOf(whole), {
        fast: settings['fast']!,
        slow: settings['slow']!,
        signal: settings['signal']!,
      }),
  },
  bollinger: {
    meaning: 'Bollinger bands around the close, in the unit of the price.',
    parameters: [
      period(20),
      {
        name: 'deviations',
        default: 2,
        min: 0.1,
        max: 10,
        isWhole: false,
        meaning:
          'Distance from the middle to each band, in population standard deviations, 0.1 to 10.',
      },
    ],
    needs: ['close'],
    barsMin: (settings) => settings['period']!,
    values: (whole, settings) =>
      bollinger(closesOf(whole), {
        period: settings['period']!,
        deviations: settings['deviations']!,
      }),
  },
  ema: {
    meaning: 'Exponential moving average of the close. Its first value is a simple average.',
    parameters: [period(20)],
    needs: ['close'],
    barsMin: (settings) => settings['period']!,
    values: (whole, settings) => single(ema(closesOf(whole), settings['period']!)),
  },
  sma: {
    meaning: 'Simple moving average of the close.',
    parameters: [period(20)],
    needs: ['close'],
    barsMin: (settings) => settings['period']!,
    values: (whole, settings) => single(sma(closesOf(whole), settings['period']!)),
  },
  atr: {
    meaning: 'Average true range, in the unit of the price.',
    parameters: [period(14)],
    needs: ['high', 'low', 'close'],
    barsMin: (settings) => settings['period']! + 1,
    values: (whole, settings) => single(atr(whole, settings['period']!)),
  },
  vwma: {
    meaning: 'Moving average of the close, weighted by volume.',
    parameters: [period(20)],
    needs: ['close', 'volume'],
    barsMin: (settings) => settings['period']!,
    values: (whole, settings) => single(vwma(whole, settings['period']!)),
    gap: 'Nothing was traded in the period.',
  },
  mfi: {
    meaning: 'Money flow index, 0 to 100.',
    parameters: [period(14)],
    needs: ['high', 'low', 'close', 'volume'],
    barsMin: (settings) => settings['period']! + 1,
    values: (whole, settings) => single(mfi(whole, settings['period']!)),
    gap: 'No money flowed in the period: the price did not change, nothing was traded, or a price was negative.',
  },
}
