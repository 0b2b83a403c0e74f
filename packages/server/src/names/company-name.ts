import { findForms } from './organisation-forms.ts'

/** Words at the end of a registered name that do not belong to the trade name. */
const tails = new Set(['the', 'holding', 'holdings', 'group', 'com', 'and', '&'])

/**
 * The trade name of a company, from its registered name: sponsors, recipients and committees are
 * listed without legal form. Also removes state marks of the SEC (`/DE/`, `/ MA`) and a leading
 * article. Leaves a name unchanged that consists of such words only.
 *
 * @example plainCompanyName('VERTEX PHARMACEUTICALS INC / MA') // 'VERTEX PHARMACEUTICALS'
 */
export function plainCompanyName(name: string): string {
  const words = name
    .replace(/\s*\/.*$/, '')
    .replace(/^the\s+/i, '')
    .replaceAll(',', ' ')
    .trim()
    // The SEC writes `A/S` as `A S`.
    .replace(/(?:\s[a-z]){2,}$/i, (letters) => ` ${letters.replace(/\s/g, '')}`)
    .split(/\s+/)
  let count = words.length
  for (;;) {
    const next = withoutTail(words.slice(0, count))
    if (next === 0 || next === count) break
    count = next
  }
  return words.slice(0, count).join(' ') || name.trim()
}

/** Number of words before the legal form or tail word at the end of the name. */
function withoutTail(words: readonly string[]): number {
  const folded = words.map((word) => word.toLowerCase().replace(/[^a-z0-9&]/g, ''))
  if (tails.has(folded.at(-1) ?? '')) return words.length - 1
  const form = findForms(folded).find(({ start, length }) => start + length === folded.length)
  return form && form.start > 0 ? form.start : words.length
}
