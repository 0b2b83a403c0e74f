import type { ListedEntry } from '../../packages/server/src/sources/sanctions/listed-entry.ts'
import { arabicSpellings, cyrillicSpellings, persianSpellings } from './usual-spellings.ts'

type ListedName = { text: string; entry: Pick<ListedEntry, 'type'> }

/**
 * `same`: an invented person has the name of a listed one. `shorter`: the given name and the surname,
 * without the patronymic or the further names of the listed one.
 */
export type Namesake = 'same' | 'shorter'

/**
 * Recognises invented people with the name of a listed person: given name and surname agree in one of
 * the usual Latin spellings. Knows Arabic, Persian and Cyrillic names.
 */
export function namesakesIn(
  names: readonly ListedName[],
): (invented: string) => Namesake | undefined {
  const byGiven = new Map<string, Map<string, Namesake>>()
  for (const { text, entry } of names) {
    const parts = entry.type === 'individual' ? partsOf(text) : undefined
    if (!parts) continue
    const surnames = byGiven.get(parts.given) ?? new Map<string, Namesake>()
    byGiven.set(parts.given, surnames)
    if (surnames.get(parts.surname) !== 'same') surnames.set(parts.surname, parts.kind)
  }
  const matching = new Map<string, (readonly [string, Namesake])[]>()
  const surnamesOf = (given: string) => {
    const found =
      matching.get(given) ??
      [...byGiven].flatMap(([each, surnames]) => (isSpelled(given, each) ? [...surnames] : []))
    matching.set(given, found)
    return found
  }
  return (invented) => {
    const [given = '', surname = ''] = invented.split(' ')
    const kinds = surnamesOf(given).flatMap(([each, kind]) =>
      isSpelled(surname, each) ? [kind] : [],
    )
    return kinds.includes('same') ? 'same' : kinds[0]
  }
}

/** First given name and surname of `SURNAME, Given names` or `Given names Surname`, plain. */
function partsOf(text: string): { given: string; surname: string; kind: Namesake } | undefined {
  const [last = '', first, ...rest] = plain(text).split(',')
  if (rest.length > 0) return undefined
  const words = `${first ?? ''} ${last}`.trim().split(' ')
  if (words.length < 2) return undefined
  const surname = first === undefined ? words.at(-1)! : last.replaceAll(' ', '')
  return { given: words[0]!, surname, kind: words.length === 2 ? 'same' : 'shorter' }
}

/** Small letters without marks and articles. `Abd al-Rahman` is one word. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z,\s-]/g, '')
    .replace(/[\s-]+/g, ' ')
    .replace(/\babd(?:u[lr]|al)?(?: (?:al|ul|ar|ur|el))? (?=[a-z])/g, 'abd')
    .replace(/(^|[ ,])(?:al|el|a[dnrstz]|ash) (?=[a-z])/g, '$1')
    .replaceAll(', ', ',')
}

const patterns = new Map<string, RegExp | undefined>()

function isSpelled(word: string, latin: string): boolean {
  if (!patterns.has(word)) {
    const pattern =
      arabicSpellings.get(word) ?? persianSpellings.get(word) ?? cyrillicSpellings(word)
    patterns.set(word, pattern === undefined ? undefined : new RegExp(`^(?:${pattern})$`))
  }
  return patterns.get(word)?.test(latin) ?? false
}
