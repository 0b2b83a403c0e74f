import { foldText } from './fold-text.ts'

/**
 * Whether a registered name is that of a company or of a part of it: it begins with the trade name,
 * as whole words. A trade name of several words may be at any place, as in `SIKORSKY, A LOCKHEED
 * MARTIN COMPANY`. Ignores spaces within: `EXXONMOBIL` is `Exxon Mobil`.
 *
 * @param trade the trade name, as `plainCompanyName` returns it
 * @example namesCompany('BOEING AEROSPACE OPERATIONS, INC', 'BOEING') // true
 */
export function namesCompany(registered: string, trade: string): boolean {
  const tradeWords = foldText(trade).split(' ')
  const words = foldText(registered).replace(/^the /, '').split(' ')
  const lastStart = tradeWords.length > 1 ? words.length : 1
  for (let start = 0; start < lastStart; start += 1)
    if (holdsAt(words, start, tradeWords.join(''))) return true
  return false
}

function holdsAt(words: readonly string[], start: number, joined: string): boolean {
  let text = ''
  for (const word of words.slice(start)) {
    text += word
    if (text.length >= joined.length) return text === joined
  }
  return false
}
