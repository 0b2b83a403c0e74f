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
  const searchWords = words.toLowerCase().slice(0, 200).split(/\s+/).filter(Boolean)
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
