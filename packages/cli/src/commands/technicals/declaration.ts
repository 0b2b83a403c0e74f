import { historyIntervals, historyRanges } from '@fiq/shared/catalog/inputs'
import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq technicals AAPL` */
export const technicals: Declaration = {
  name: 'technicals',
  summary: 'Show technical indicators of a ticker',
  description:
    'RSI, MACD, Bollinger bands, EMA, SMA, ATR, VWMA and MFI over the bars of the range; an indicator without a value shows the reason.',
  arguments: [
    { name: 'ticker', description: 'e.g. AAPL, ^GSPC, BTC-USD, EURUSD=X', completes: 'tickers' },
  ],
  options: [
    {
      flags: '--range <range>',
      description: 'range of the bars',
      choices: historyRanges,
      default: '1y',
    },
    {
      flags: '--interval <interval>',
      description: 'length of a bar',
      choices: historyIntervals,
      default: '1d',
    },
  ],
  fields: ['rsi', 'macd', 'bollinger', 'ema', 'sma', 'atr', 'vwma', 'mfi'],
  examples: ['fiq technicals AAPL', 'fiq technicals BTC-USD --range 3mo --json rsi.value'],
  load: () => import('./run.ts'),
}
