import { ownValue } from '@fiq/shared/own-value'

const words: Readonly<Record<string, string>> = {
  '60m': 'hourly',
  '1d': 'daily',
  '1wk': 'weekly',
  '1mo': 'monthly',
}

/** @example barsWord('1d') // 'daily'; barsWord('5m') // '5-minute' */
export function barsWord(interval: string): string {
  return ownValue(words, interval) ?? `${Number.parseInt(interval, 10)}-minute`
}
