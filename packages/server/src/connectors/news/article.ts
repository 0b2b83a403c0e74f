import { foldText } from '../../names/fold-text.ts'
import type { ArrayFilter } from '../../sources/array-filter.ts'

/** One row of `news`: a reference to an article, without its text. */
export type Article = {
  title: string
  /** ISO 8601 date-time. */
  date: string
  /** Publisher, as a name or a domain. */
  source: string
  url: string
  /** ISO 639-1; `null` if the source states none. */
  language: string | null
}

/** The query for every source of news. */
export type NewsQuery = {
  /** Words that must occur: a company's trade name or a free query. */
  text: string
  /** Ticker of the entity, for sources that search by ticker. */
  ticker?: string
  filter: NewsFilter
}

/** NewsFilterInput after coercion. */
export type NewsFilter = ArrayFilter & {
  sources?: readonly string[] | null
  keywords?: readonly string[] | null
  language?: string | null
}

/** Whether an article passes the filter. */
export function passes(article: Article, { sources, keywords, language }: NewsFilter): boolean {
  const title = ` ${foldText(article.title)} `
  const publisher = foldText(`${article.source} ${hostOf(article.url)}`)
  return (
    (!sources?.length || sources.some((source) => publisher.includes(foldText(source)))) &&
    (!keywords?.length || keywords.some((word) => title.includes(` ${foldText(word)} `))) &&
    (!language || article.language === language.toLowerCase())
  )
}

/**
 * Removes the publisher that aggregators and web pages add at the end of a headline.
 *
 * @example withoutPublisher({ title: 'Fed holds - Reuters', source: 'Reuters', … }).title // 'Fed
 * holds'
 */
export function withoutPublisher(article: Article): Article {
  const { title, source, url } = article
  const parts = /^(.*\S)\s+[-–—|»·]\s+(\S.*)$/u.exec(title)
  if (!parts) return article
  const [, headline = '', ending = ''] = parts
  const host = hostOf(url).replace(/^www\./, '')
  const names = [source, source.replace(/^www\./, ''), host, host.replace(/\.[^.]+$/, '')]
  const isPublisher = names.some((name) => bare(name) !== '' && bare(name) === bare(ending))
  return isPublisher ? { ...article, title: headline } : article
}

const bare = (text: string) => foldText(text).replaceAll(' ', '')

/** Removes duplicates by title or address. Keeps the first. */
export function withoutCopies(articles: readonly Article[]): Article[] {
  const seen = new Set<string>()
  return articles.filter(({ title, url }) => {
    const { host, pathname, search } = new URL(url)
    const keys = [`t ${foldText(title)}`, `u ${host.replace(/^www\./, '')}${pathname}${search}`]
    const isCopy = keys.some((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    return !isCopy
  })
}

const hostOf = (url: string) => new URL(url).hostname
