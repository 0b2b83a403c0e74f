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

/** Removes duplicates by DOI or title. Keeps the first. */
export function withoutCopies(papers: readonly Paper[]): Paper[] {
  const seen = new Set<string>()
  return papers.filter(({ doi, title }) => {
    const keys = [`t ${foldText(title)}`, ...(doi ? [`d ${doi.toLowerCase()}`] : [])]
    const isCopy = keys.some((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    return !isCopy
  })
}
