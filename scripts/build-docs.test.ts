import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorTable } from '@fiq/shared/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DocsGroup, DocsSection } from '../packages/server/src/http/docs/docs-content.ts'
import { anchorOf, buildDocs, listedIn } from './build-docs.ts'

const root = join(import.meta.dirname, '..')

test('default: the list has a group for each reader, without those for contributors', () => {
  const list = listedIn(readFileSync(join(root, 'docs/README.md'), 'utf8'))
  const slugs = list.flatMap(({ pages }) => pages.map(({ slug }) => slug))
  expect(slugs).toContain('start')
  expect(slugs).toContain('personal')
  expect(slugs).not.toContain('architecture')
})

test('behavior: creates the same anchors as GitHub', () => {
  const used = new Set<string>()
  expect(anchorOf('You use fiq in a terminal', used)).toBe('you-use-fiq-in-a-terminal')
  expect(anchorOf('`fiq up`, and more', used)).toBe('fiq-up-and-more')
  expect(anchorOf('`fiq up`, and more', used)).toBe('fiq-up-and-more-1')
})

describe('the built documentation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-docs-'))
  const read = <value>(name: string) =>
    JSON.parse(readFileSync(join(folder, name), 'utf8')) as value
  beforeAll(() => buildDocs(root, folder))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('behavior: renders each page once, and lists it for every reader who needs it', () => {
    const groups = read<readonly DocsGroup[]>('docs.json')
    const rendered = groups.flatMap(({ pages }) => pages.map(({ slug }) => slug))
    expect(new Set(rendered).size).toBe(rendered.length)
    const integration = groups.find(({ title }) => title === 'You integrate the API')!
    expect(integration.listed.map(({ title }) => title)).toEqual([
      ...['Tools', 'fiq over MCP', 'Sign-in', 'Tariff', 'Errors'],
    ])
    expect(groups[0]!.listed[0]!.title).toBe('Install and start')
  })

  test('behavior: every link of a page leads to an existing heading, or outside', () => {
    const pages = read<readonly DocsGroup[]>('docs.json').flatMap((group) => group.pages)
    const anchors = new Map(
      pages.map(({ slug, html, title }) => [
        slug,
        new Set(
          [...`${html} id="${anchorOf(title, new Set())}"`.matchAll(/ id="([^"]+)"/g)].map(
            ([, id]) => id!,
          ),
        ),
      ]),
    )
    const broken = pages.flatMap(({ slug, html }) =>
      [...html.matchAll(/href="([^"]+)"/g)]
        .map(([, href]) => href!)
        .filter((href) => {
          if (/^https?:/.test(href)) return false
          const [, of = slug, id] = /^(?:\/docs\/([\w-]+))?(?:#(.+))?$/.exec(href) ?? []
          const known = anchors.get(of)
          return !known || (id !== undefined && !known.has(decodeURIComponent(id)))
        })
        .map((href) => `${slug}: ${href}`),
    )
    expect(broken).toEqual([])
  })

  test('behavior: each error code is an anchor, to which the type of its problem links', () => {
    const pages = read<readonly DocsGroup[]>('docs.json').flatMap((group) => group.pages)
    const { html } = pages.find(({ slug }) => slug === 'errors')!
    const anchors = [...html.matchAll(/<tr id="([^"]+)">/g)].map(([, id]) => id)
    expect(anchors).toEqual(Object.keys(errorTable))
  })

  test('behavior: escapes all markup of a page, and shows no comment', () => {
    for (const { pages } of read<readonly DocsGroup[]>('docs.json'))
      for (const { html } of pages) {
        expect(html).not.toMatch(/<script|<!--|&lt;!-- run/)
        expect(html).not.toMatch(/ style="/)
      }
  })

  test('behavior: a short name in a sentence does not break at its hyphens', () => {
    const pages = read<readonly DocsGroup[]>('docs.json').flatMap((group) => group.pages)
    const { html } = pages.find(({ slug }) => slug === 'proxy')!
    expect(html).toContain('<code class="name">--trust</code>')
    expect(html).toContain('<code>fiq proxy approvals</code>')
  })

  test('default: the search has a section for each heading', () => {
    const sections = read<readonly DocsSection[]>('docs-search.json')
    expect(sections.length).toBeGreaterThan(100)
    expect(sections.some(({ text }) => text.includes('402'))).toBe(true)
  })
})
