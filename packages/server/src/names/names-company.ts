import { foldText } from './fold-text.ts'

/**
 * Whether a registered name is that of a company or of a part of it: it begins with the trade name,
 * as whole words. A trade name of several words may be at any place, as in `SIKORSKY, A LOCKHEED
 * MARTIN COMPANY`; one of a single word only where the name says that it is the owner's, as in
 * `HOSPIRA INC., A PFIZER COMPANY`. Ignores spaces within: `EXXONMOBIL` is `Exxon Mobil`.
 *
 * @param trade the trade name, as `plainCompanyName` returns it
 * @example namesCompany('BOEING AEROSPACE OPERATIONS, INC', 'BOEING') // true
 */
export function namesCompany(registered: string, trade: string): boolean {
  const tradeWords = foldText(trade).split(' ')
  const words = foldText(registered).replace(/^the /, '').split(' ')
  return words.some((_, start) => {
    const before = words.slice(Math.max(0, start - 2), start).join(' ')
    const mayBegin = start === 0 || tradeWords.length > 1 || ofOwner.test(before)
    return mayBegin && holdsAt(words, start, tradeWords.join(''))
  })
}

/** Words before the name of the owner. */
const ofOwner = /\b(?:an?|div|division|dba)$|\b(?:subsidiary|division|part|unit) of$/

function holdsAt(words: readonly string[], start: number, joined: string): boolean {
  let text = ''
  for (const word of words.slice(start)) {
    text += word
    if (text.length >= joined.length) return text === joined
  }
  return false
}
