import { foldText } from '../../names/fold-text.ts'

/** One row of `research`. */
export type Paper = {
  title: string
  authors: readonly string[]
  /** ISO 8601 day; a year's or month's first day where the source states no more. */
  publishedAt: string | null
  source: string
  venue: string | null
  doi: string | null
  citations: number | null
  url: string
}

/** One of each paper, by DOI or title; the first stays. */
export function withoutCopies(papers: readonly Paper[]): Paper[] {
  const seen = new Set<string>()
  return papers.filter(({ doi, title }) => {
    const keys = [`t ${foldText(title)}`, ...(doi ? [`d ${doi.toLowerCase()}`] : [])]
    const isCopy = keys.some((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    return !isCopy
  })
}
