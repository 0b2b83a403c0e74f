/** Names of periodic reports by form type, without the amendment mark. */
const titles: Readonly<Record<string, string>> = {
  '10-K': 'Annual report',
  '10-K405': 'Annual report',
  '10-KSB': 'Annual report of a small business',
  '10-KT': 'Transition report',
  '10-Q': 'Quarterly report',
  '10-QSB': 'Quarterly report of a small business',
  '10-QT': 'Transition report',
  '20-F': 'Annual report of a foreign issuer',
  '40-F': 'Annual report of a Canadian issuer',
  '6-K': 'Interim report of a foreign issuer',
}

/**
 * The title of a periodic report, or `null` for another form.
 *
 * @example periodicTitle('10-K/A', '2024-09-28') // 'Annual report to 2024-09-28, amended'
 */
export function periodicTitle(form: string, reportDate: string | null): string | null {
  const isAmended = form.endsWith('/A')
  const plain = isAmended ? form.slice(0, -2) : form
  const title = Object.hasOwn(titles, plain) ? titles[plain]! : null
  if (title === null) return null
  return `${title}${reportDate === null ? '' : ` to ${reportDate}`}${isAmended ? ', amended' : ''}`
}
