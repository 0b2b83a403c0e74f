/** The documentation in the form that `scripts/build-docs.ts` writes for the server. */

export type DocsHeading = { id: string; text: string; level: 2 | 3 }

export type DocsPage = {
  /** Name in the address: `/docs/<slug>`. */
  slug: string
  title: string
  /** Markup, escaped by the Markdown renderer, without its H1. */
  html: string
  headings: readonly DocsHeading[]
}

/** Pages for one kind of reader, in reading order. */
export type DocsGroup = {
  title: string
  /** Without the pages of earlier groups. */
  pages: readonly DocsPage[]
  /** All pages that this reader needs, with what they answer. */
  listed: readonly { slug: string; title: string; summary: string }[]
}

/** One section, as the search finds it: the text below one heading. */
export type DocsSection = {
  /** `/docs/<slug>#<id>` */
  href: string
  /** Title of its page. */
  page: string
  heading: string
  text: string
}

/** Maximum results of a search. */
export const resultsMax = 12

/**
 * Finds sections that contain all words. Sections with the words in their heading come first.
 *
 * @param words - As typed.
 */
export function searchSections(
  sections: readonly DocsSection[],
  words: string,
): readonly DocsSection[] {
  const searchWords = wordsOf(words)
  if (searchWords.length === 0) return []
  const scoreOf = ({ page, heading, text }: DocsSection): number => {
    const [inPage, inHeading, inText] = [page, heading, text].map((each) => each.toLowerCase())
    let score = 0
    for (const word of searchWords) {
      const found =
        (inHeading!.includes(word) ? 4 : 0) +
        (inPage!.includes(word) ? 2 : 0) +
        (inText!.includes(word) ? 1 : 0)
      if (found === 0) return 0
      score += found
    }
    return score
  }
  return sections
    .map((section) => ({ section, score: scoreOf(section) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, resultsMax)
    .map(({ section }) => section)
}

/** Maximum characters before the first word that was found, and of a whole excerpt. */
const leadMax = 30
const excerptMax = 100

/** A part of an excerpt, and whether it is one of the words that were searched for. */
export type ExcerptPart = { text: string; isFound: boolean }

/**
 * The text of a section around the first of the words, in parts. Empty if the section has no text.
 * Words that begin with a searched word are preferred to those that contain it.
 *
 * @param words - As typed.
 */
export function excerptOf({ text }: DocsSection, words: string): readonly ExcerptPart[] {
  const plain = text.replace(/\s+/g, ' ').trim()
  const found = wordsOf(words).map(escaped).join('|')
  const within = new RegExp(`(${found})`, 'gi')
  const atStart = new RegExp(`(?<![\\p{L}\\p{N}])(${found})`, 'giu')
  const pattern = plain.search(atStart) < 0 ? within : atStart
  const first = Math.max(0, plain.search(pattern))
  const space = plain.lastIndexOf(' ', Math.max(0, first - leadMax))
  const start = first <= leadMax || space < 0 ? 0 : space + 1
  const cut = plain.slice(start, start + excerptMax)
  const isWhole = start + excerptMax >= plain.length
  const body = isWhole ? cut : `${cut.replace(/\s\S*$/, '')} …`
  return `${start > 0 ? '… ' : ''}${body}`
    .split(pattern)
    .map((part, at) => ({ text: part, isFound: at % 2 === 1 }))
    .filter((part) => part.text !== '')
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().slice(0, 200).split(/\s+/).filter(Boolean)
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
