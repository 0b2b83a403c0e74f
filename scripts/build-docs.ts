import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { errorTable } from '@fiq/shared/errors'
import MarkdownIt from 'markdown-it'
import type {
  DocsGroup,
  DocsHeading,
  DocsPage,
  DocsSection,
} from '../packages/server/src/http/docs/docs-content.ts'

/** Groups of `docs/README.md` for contributors, which the server does not serve. */
const internal = /^You change the code/

/** A page from the list; the file is relative to the repository. */
type Listed = { file: string; slug: string; summary: string }

/** Slug and title of the README, whose heading is only the name of the program. */
const start = { slug: 'start', title: 'Install and start' }

/**
 * Renders the user documentation for the server: the pages in the list of `docs/README.md`, each
 * once, in the first group that lists it. Writes `docs.json` (pages) and `docs-search.json`
 * (sections).
 */
export function buildDocs(root: string, outdir: string): void {
  const groups = listedIn(readFileSync(join(root, 'docs/README.md'), 'utf8'))
  const slugs = new Map(groups.flatMap(({ pages }) => pages.map(({ file, slug }) => [file, slug])))
  const sections: DocsSection[] = []
  const titles = new Map<string, string>()
  const rendered = groups.map(({ pages }) =>
    pages
      .filter(({ slug }) => !titles.has(slug))
      .map((page): DocsPage => {
        const text = readFileSync(join(root, page.file), 'utf8')
        const { built, parts } = renderPage(page, text, slugs)
        titles.set(page.slug, built.title)
        sections.push(...parts)
        return built
      }),
  )
  const list: DocsGroup[] = groups.map(({ title, pages }, at) => ({
    title,
    pages: rendered[at]!,
    listed: pages.map(({ slug, summary }) => ({ slug, summary, title: titles.get(slug)! })),
  }))
  writeFileSync(join(outdir, 'docs.json'), JSON.stringify(list))
  writeFileSync(join(outdir, 'docs-search.json'), JSON.stringify(sections))
}

/** Reads the tables of pages below the headings of the list. */
export function listedIn(markdown: string): readonly { title: string; pages: readonly Listed[] }[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .filter((part) => !internal.test(part))
    .map((part) => {
      const [title = ''] = part.split('\n', 1)
      const rows = [...part.matchAll(/^\| \[[^\]]+\]\(([^)]+\.md)\)[^|]*\| ([^|]+) \|/gm)]
      const pages = rows.map(([, link = '', summary = '']) => {
        const file = join('docs', link)
        const slug = file === 'README.md' ? start.slug : basename(file, '.md').toLowerCase()
        return { file, slug, summary: summary.trim() }
      })
      return { title: title.trim(), pages }
    })
    .filter(({ pages }) => pages.length > 0)
}

function renderPage(
  { file, slug }: Listed,
  text: string,
  slugs: ReadonlyMap<string, string>,
): { built: DocsPage; parts: readonly DocsSection[] } {
  const markdown = new MarkdownIt({ html: false })
  const tokens = markdown.parse(withoutComments(text), {})
  const headings: DocsHeading[] = []
  const parts: DocsSection[] = []
  let title = slug
  const used = new Set<string>()
  for (const [at, token] of tokens.entries()) {
    const inline = tokens[at + 1]
    if (token.type === 'heading_open' && inline) {
      const words = plainText(inline)
      if (token.tag === 'h1') title = slug === start.slug ? start.title : words
      const id = anchorOf(words, used)
      token.attrSet('id', id)
      if (token.tag === 'h2' || token.tag === 'h3')
        headings.push({ id, text: words, level: token.tag === 'h2' ? 2 : 3 })
      parts.push({ href: `/docs/${slug}#${id}`, page: title, heading: words, text: '' })
    } else if (parts.length > 0 && (token.type === 'inline' || token.type === 'fence')) {
      const part = parts.at(-1)!
      const words = token.type === 'inline' ? plainText(token) : token.content
      if (words !== part.heading) part.text += ` ${words}`
    }
    if (slug === 'errors' && token.type === 'tr_open') nameErrorRow(tokens, at)
    for (const child of token.children ?? []) relink(child, file, slugs)
  }
  drawParts(markdown)
  const from = tokens.findIndex(({ type, tag }) => type === 'heading_close' && tag === 'h1') + 1
  const html = markdown.renderer.render(tokens.slice(from), markdown.options, {})
  return { built: { slug, title, html, headings }, parts }
}

/**
 * Uses the code of an error as the anchor of its row, because the `type` of a problem links to it.
 */
function nameErrorRow(tokens: readonly Token[], at: number): void {
  const [cell] = tokens[at + 2]?.children ?? []
  if (cell?.type === 'code_inline' && Object.hasOwn(errorTable, cell.content))
    tokens[at]!.attrSet('id', cell.content)
}

type Renderer = InstanceType<typeof MarkdownIt>
type Token = ReturnType<Renderer['parse']>[number]

function plainText(token: Token): string {
  return (token.children ?? []).map(({ content }) => content).join('')
}

/** Removes comments outside code, which mark blocks for tests. */
function withoutComments(text: string): string {
  return text.replace(/^<!--.*?-->\n/gms, '')
}

/** Names anchors of headings like GitHub, so that the same links work in both places. */
export function anchorOf(text: string, used: Set<string>): string {
  const plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
  let id = plain
  for (let count = 1; used.has(id); count += 1) id = `${plain}-${count}`
  used.add(id)
  return id
}

/** Directs links to pages of the server, because other files of the repository are not on it. */
function relink(token: Token, file: string, slugs: ReadonlyMap<string, string>): void {
  if (token.type !== 'link_open') return
  const href = String(token.attrGet('href') ?? '')
  if (/^https?:/.test(href)) token.attrSet('rel', 'noreferrer')
  if (/^(https?:|#)/.test(href)) return
  const [path = '', anchor] = href.split('#')
  const target = relative('.', join(dirname(file), path))
  const slug = slugs.get(target)
  if (slug === undefined) {
    // A link without an address becomes text.
    token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'href')
    return
  }
  token.attrSet('href', `/docs/${slug}${anchor === undefined ? '' : `#${anchor}`}`)
}

/** Makes tables and code blocks scrollable, focusable, and named by their place in the page. */
function drawParts(markdown: Renderer): void {
  const { rules } = markdown.renderer
  const placeOf = (tokens: readonly Token[], at: number, types: readonly string[]) =>
    tokens.slice(0, at + 1).filter(({ type }) => types.includes(type)).length
  rules.table_open = (tokens, at) =>
    `<div class="scroll" tabindex="0" role="region" aria-label="Table ${placeOf(tokens, at, ['table_open'])}"><table>`
  rules.table_close = () => '</table></div>'
  const code = (tokens: readonly Token[], at: number) => {
    const { content, info } = tokens[at]!
    const title = /^(sh|console|bash)$/.test(info.trim()) ? 'Terminal' : info.trim() || 'Text'
    const text = markdown.utils.escapeHtml(content.trimEnd())
    return `<div class="code"><p><span>${markdown.utils.escapeHtml(title)}</span><button class="btn sm scripted" type="button" data-copy>Copy</button></p><pre tabindex="0" role="region" aria-label="Code ${placeOf(tokens, at, ['fence', 'code_block'])}"><code>${text}</code></pre></div>`
  }
  rules.code_inline = (tokens, at) => {
    const { content } = tokens[at]!
    // A longer one, or one of several words, may break between lines.
    const isName = content.length <= 24 && !content.includes(' ')
    return `<code${isName ? ' class="name"' : ''}>${markdown.utils.escapeHtml(content)}</code>`
  }
  rules.fence = code
  rules.code_block = code
}
