import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { research } from './connector.ts'
import { type Paper, withoutCopies } from './paper.ts'

const apple = { name: 'Apple Inc.', ticker: 'AAPL' }
describeConnector(research, [
  { coordinate: 'Query.research', args: { query: 'factor models' } },
  { coordinate: 'Entity.research', args: {}, parent: apple },
])

const { resolve, bounds } = research.fields['Query.research']!
const at = '2026-11-18T17:00:00Z'

test('default: merges catalogues, newest first, each paper once', async () => {
  const fixtures = recordedTransport([
    {
      recorded: { at, url: 'https://api.openalex.org/works?per-page=100&search=alpha' },
      body: {
        results: [
          {
            id: 'https://openalex.org/W1',
            display_name: 'Alpha',
            doi: 'https://doi.org/10.1/A',
            publication_date: '2024-05-01',
            cited_by_count: 3,
            authorships: [{ author: { display_name: 'A. Author' } }],
            primary_location: { source: { display_name: 'Journal' } },
          },
        ],
      },
    },
    {
      recorded: { at, url: 'https://api.crossref.org/works?rows=100&query=alpha' },
      body: {
        message: {
          items: [
            { DOI: '10.1/a', title: ['Alpha again'] },
            {
              DOI: '10.2139/ssrn.1',
              title: ['Beta'],
              author: [{ given: 'B.', family: 'Writer' }],
              issued: { 'date-parts': [[2025, 2]] },
              publisher: 'Elsevier BV',
            },
          ],
        },
      },
    },
    {
      recorded: {
        at,
        url: 'https://export.arxiv.org/api/query?search_query=all%3A%22alpha%22&sortBy=submittedDate&max_results=100',
      },
      body: `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Gamma</title>
        <id>http://arxiv.org/abs/1</id><link href="http://arxiv.org/abs/1"/>
        <published>2026-01-02T00:00:00Z</published><author><name>C</name></author>
        <author><name>D</name></author></entry></feed>`,
    },
  ])
  const { value, provenance } = await resolve(null, { query: 'alpha' }, testContext(fixtures))
  expect(value).toEqual([
    {
      title: 'Gamma',
      authors: ['C', 'D'],
      publishedAt: '2026-01-02',
      source: 'arXiv',
      venue: null,
      doi: null,
      citations: null,
      url: 'https://arxiv.org/abs/1',
    },
    expect.objectContaining({ title: 'Beta', publishedAt: '2025-02-01', venue: 'Elsevier BV' }),
    expect.objectContaining({ title: 'Alpha', doi: '10.1/A', citations: 3, source: 'OpenAlex' }),
  ])
  expect(provenance).toHaveLength(3)
})

test('behavior: a copy has the DOI, or the title and the first author', () => {
  const paper = (title: string, author: string, doi: string | null) => ({
    title,
    authors: [author],
    doi,
    publishedAt: null,
    source: '',
    venue: null,
    citations: null,
    url: '',
  })
  const found = [
    paper('Editorial', 'Ann Lee', '10.1/a'),
    paper('Editorial', 'Bo Ray', '10.1/b'),
    paper('EDITORIAL', 'A. Lee', '10.48550/c'),
    paper('Foreword', 'Cy Fox', '10.1/B'),
  ]
  expect(withoutCopies(found)).toEqual(found.slice(0, 2))
})

test('behavior: the sandbox has papers about anything', async () => {
  const context = testContext(sandboxTransport({ now: () => new Date(at) }))
  const { value } = await research.fields['Entity.research']!.resolve(apple, {}, context)
  expect(new Set((value as { source: string }[]).map(({ source }) => source)).size).toBe(3)
})

test('error: refuses an empty query', () => {
  for (const query of ['', '?', 'x'.repeat(201)])
    expect(() => bounds!({ query })).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
})

const crossrefFolder = new URL(
  '../../../../../../shared/data/recorded/api.crossref.org/',
  import.meta.url,
)
test.skipIf(!existsSync(crossrefFolder))(
  'default: titles without mark-up, organisations as authors (needs ../shared/data)',
  async () => {
    const papersOf = async (file: string) => {
      const body = JSON.parse(readFileSync(new URL(file, crossrefFolder), 'utf8'))
      const url = 'https://api.crossref.org/works?rows=100&query=ecology'
      const context = testContext(recordedTransport([{ recorded: { at, url }, body }]), {
        enabled: ({ id }) => id === 'crossref',
      })
      const filter = { limit: 100 }
      return (await resolve(null, { query: 'ecology', filter }, context)).value as Paper[]
    }
    const papers = await papersOf('works_test_journals_works_1.json')
    const titles = papers.map(({ title }) => title)
    expect(titles).toContain(
      'Ecology and life history of Meta bourneti (Araneae: Tetragnathidae) from Monte Albo (Sardinia, Italy)',
    )
    expect(titles.filter((title) => /<|&\w+;|\s{2}/.test(title))).toEqual([])
    const reports = await papersOf('types_mixed_works_0.json')
    const authors = reports.concat(papers).flatMap((paper) => paper.authors)
    expect(authors.filter((name) => name === '')).toEqual([])
    expect(authors).toContain('Concrete Technology Associates')
  },
)
