/** The documentation as `scripts/build-docs.ts` writes it for the server. */

export type DocsHeading = { id: string; text: string; level: 2 | 3 }

export type DocsPage = {
  /** Name in the address: `/docs/<slug>`. */
  slug: string
  title: string
  /** Summary of the page, for the list of pages. */
  summary: string
  /** Markup, escaped by the Markdown renderer, without its H1. */
  html: string
  headings: readonly DocsHeading[]
}

/** Pages for one kind of reader, in reading order. */
export type DocsGroup = { title: string; pages: readonly DocsPage[] }

/** A part of a page for the search: the text below one heading. */
export type DocsSection = {
  /** `/docs/<slug>#<id>` */
  href: string
  /** Title of its page. */
  page: string
  heading: string
  text: string
}

/** Most results that a search shows. */
export const resultsMax = 12

/**
 * Sections that hold all words, those with the words in their headings first.
 *
 * @param words - As typed.
 */
export function searchSections(
  sections: readonly DocsSection[],
  words: string,
): readonly DocsSection[] {
  const wanted = words.toLowerCase().slice(0, 200).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return []
  const scoreOf = ({ page, heading, text }: DocsSection): number => {
    const [inPage, inHeading, inText] = [page, heading, text].map((each) => each.toLowerCase())
    let score = 0
    for (const word of wanted) {
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
