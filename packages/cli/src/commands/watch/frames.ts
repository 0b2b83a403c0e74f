/** What the chart shows: a range of the past in bars of a width, shortest first. */
export type Frame = { name: string; range: string; interval: string; isIntraday: boolean }

export const frames: readonly Frame[] = [
  { name: '1D', range: '1d', interval: '5m', isIntraday: true },
  { name: '1W', range: '5d', interval: '30m', isIntraday: true },
  { name: '1M', range: '1mo', interval: '1d', isIntraday: false },
  { name: '3M', range: '3mo', interval: '1d', isIntraday: false },
  { name: '6M', range: '6mo', interval: '1d', isIntraday: false },
  { name: '1Y', range: '1y', interval: '1d', isIntraday: false },
  { name: '5Y', range: '5y', interval: '1wk', isIntraday: false },
]
