import type { Row } from './benches.ts'

type Page = { path: string; p50Ms: number; p95Ms: number }

/** Rows of the pages. The first page is plain text, which the others are compared with. */
export function firstPaintRows({ pages: [text, ...pages] }: { pages: [Page, ...Page[]] }): Row[] {
  const shown = ({ p50Ms, p95Ms }: Page) => `p50 ${p50Ms} ms, p95 ${p95Ms} ms`
  return pages.map((page) => ({
    figure: `\`${page.path}\``,
    ours: shown(page),
    peer: `a line of text ${shown(text)}`,
    goal: 'p50 under 300 ms',
  }))
}
