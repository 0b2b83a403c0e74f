import { foldText } from '../../names/fold-text.ts'

/** One row of `research`. */
export type Paper = {
  title: string
  authors: readonly string[]
  /** ISO 8601 day; the first day of the period if the source states only a year or month. */
  publishedAt: string | null
  source: string
  venue: string | null
  doi: string | null
  citations: number | null
  url: string
}

/**
 * Removes duplicates by DOI, or by title and family name of the first author: editorials and reviews
 * share their title with others. Keeps the first.
 */
export function withoutCopies(papers: readonly Paper[]): Paper[] {
  const seen = new Set<string>()
  return papers.filter(({ doi, title, authors }) => {
    const family = foldText(authors[0] ?? '')
      .split(' ')
      .at(-1)
    const keys = [`t ${family} ${foldText(title)}`, ...(doi ? [`d ${doi.toLowerCase()}`] : [])]
    const isCopy = keys.some((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    return !isCopy
  })
}
