import { z } from 'zod'
import type { ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { usableRows } from '../../sources/usable-rows.ts'
import { feedItems } from '../../upstreams/feed.ts'
import { plainText } from '../../upstreams/plain-text.ts'
import { childrenOf, textAt } from '../../upstreams/xml.ts'
import type { Paper } from './paper.ts'

const catalogue = (id: string, name: string, host: string, url: string): Upstream => ({
  id,
  name,
  hosts: [host],
  url,
  licence: { class: 'public', text: 'CC0 metadata; papers stay with their publishers' },
  delay: 'daily',
})

export const openAlex = catalogue(
  'openalex',
  'OpenAlex',
  'api.openalex.org',
  'https://openalex.org',
)
export const crossref = catalogue(
  'crossref',
  'Crossref',
  'api.crossref.org',
  'https://www.crossref.org',
)
export const arxiv = catalogue('arxiv', 'arXiv', 'export.arxiv.org', 'https://arxiv.org')

/** Number of papers in one request, the most relevant ones. */
const papersMax = 100

type Papers = Promise<Sourced<readonly Paper[]>>

/** Works by relevance. @throws FiqError `UPSTREAM_…` */
export async function loadFromOpenAlex(text: string, context: ConnectorContext): Papers {
  const url = new URL(`https://api.openalex.org/works?per-page=${papersMax}`)
  url.searchParams.set('search', text)
  const { body, answer } = await context.json(url, openAlexSchema)
  const value = body.results.map((work) => {
    const doi = work.doi?.replace(/^https:\/\/doi\.org\//, '') ?? null
    return {
      title: plainText(work.display_name),
      authors: (work.authorships ?? []).flatMap(({ author }) => author.display_name ?? []),
      publishedAt: work.publication_date ?? null,
      source: openAlex.name,
      venue: work.primary_location?.source?.display_name ?? null,
      doi,
      citations: work.cited_by_count ?? null,
      url: doi ? `https://doi.org/${doi}` : work.id,
    }
  })
  return { value, provenance: [provenanceOf(openAlex, answer)] }
}

const name = z.string().nullish()
const openAlexSchema = z.object({
  results: usableRows(
    z.object({
      id: z.string().startsWith('https://openalex.org/'),
      display_name: z.string().min(1),
      doi: z.string().startsWith('https://doi.org/').nullish(),
      publication_date: z.iso.date().nullish(),
      cited_by_count: z.number().int().nullish(),
      authorships: z.array(z.object({ author: z.object({ display_name: name }) })).nullish(),
      primary_location: z.object({ source: z.object({ display_name: name }).nullish() }).nullish(),
    }),
  ),
})

/** Works by relevance, including those of SSRN. @throws FiqError `UPSTREAM_…` */
export async function loadFromCrossref(text: string, context: ConnectorContext): Papers {
  const url = new URL(`https://api.crossref.org/works?rows=${papersMax}`)
  url.searchParams.set('query', text)
  const { body, answer } = await context.json(url, crossrefSchema)
  const value = body.message.items.map((item) => {
    const [title] = item.title
    return {
      title: plainText(title),
      authors: (item.author ?? []).flatMap(
        // The name of an organisation is in one member.
        (each) => [each.given, each.family].filter(Boolean).join(' ') || (each.name ?? []),
      ),
      publishedAt: dayOf(item.issued?.['date-parts']?.[0]),
      source: crossref.name,
      venue: plainText(item['container-title']?.[0] ?? item.publisher ?? '') || null,
      doi: item.DOI,
      citations: item['is-referenced-by-count'] ?? null,
      url: `https://doi.org/${item.DOI}`,
    }
  })
  return { value, provenance: [provenanceOf(crossref, answer)] }
}

const crossrefSchema = z.object({
  message: z.object({
    items: usableRows(
      z.object({
        DOI: z.string(),
        title: z.tuple([z.string().min(1)], z.string()),
        author: z.array(z.object({ given: name, family: name, name })).nullish(),
        issued: z
          .object({ 'date-parts': z.array(z.array(z.number().int().nullable())).nullish() })
          .nullish(),
        'container-title': z.array(z.string()).nullish(),
        publisher: name,
        'is-referenced-by-count': z.number().int().nullish(),
      }),
    ),
  }),
})

/** An ISO day from year, month and day; missing parts become 1. */
function dayOf(parts: readonly (number | null)[] | undefined): string | null {
  const [year, month, day] = parts ?? []
  if (!year || year < 1000 || year > 9999) return null
  const found = [year, month ?? 1, day ?? 1].map((part) => String(part).padStart(2, '0')).join('-')
  return Number.isNaN(Date.parse(found)) ? null : found
}

/** Preprints, newest first. @throws FiqError `UPSTREAM_…` */
export async function loadFromArxiv(text: string, context: ConnectorContext): Papers {
  const url = new URL('https://export.arxiv.org/api/query')
  url.searchParams.set('search_query', `all:"${text.replaceAll('"', ' ')}"`)
  url.searchParams.set('sortBy', 'submittedDate')
  url.searchParams.set('max_results', String(papersMax))
  const { body, answer } = await context.text({ url, expects: 'xml' })
  const value = feedItems(body, url).flatMap((item) => {
    if (item.url === null || item.title === '') return []
    return [
      {
        title: item.title,
        authors: childrenOf(item.element, 'author').flatMap((each) => textAt(each, 'name') ?? []),
        publishedAt: item.publishedAt?.slice(0, 10) ?? null,
        source: arxiv.name,
        venue: textAt(item.element, 'journal_ref'),
        doi: textAt(item.element, 'doi'),
        citations: null,
        url: item.url.replace(/^http:/, 'https:'),
      },
    ]
  })
  return { value, provenance: [provenanceOf(arxiv, answer)] }
}
