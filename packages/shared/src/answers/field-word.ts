/** Fields whose word is not their own name in lower case. */
export const fieldWords = {
  asOf: 'as of',
  averageDailyVolume: 'mean volume',
  averageDailyVolume3M: 'mean volume',
  changePercent: 'change %',
  cik: 'CIK',
  committeeName: 'committee',
  currency: 'cur',
  extendedChangePercent: 'extended %',
  extendedPrice: 'extended',
  gapPercent: 'gap %',
  listName: 'list',
  marketCap: 'cap',
  marketState: 'state',
  matchedName: 'name',
  preMarketChangePercent: 'pre %',
  preMarketPrice: 'pre',
  previousClose: 'prev close',
  relativeVolume: '× mean',
  reportedAt: 'reported',
  settlementDate: 'settled',
  sharesShort: 'shares short',
  totalRaised: 'raised',
} as const

/**
 * The word above the values of a field, in the terminal and on the pages.
 *
 * @example fieldWord('dollarVolume') // 'dollar volume'
 */
export function fieldWord(field: string): string {
  const known = Object.hasOwn(fieldWords, field)
  if (known) return fieldWords[field as keyof typeof fieldWords]
  return field.replace(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
