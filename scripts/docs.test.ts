import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandNames } from '../packages/cli/src/commands/declarations.ts'

const root = join(import.meta.dirname, '..')
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...globSync(['docs/**/*.md', 'packages/*/README.md'], { cwd: root }),
]
const text = new Map(pages.map((page) => [page, readFileSync(join(root, page), 'utf8')]))

/** The sources, without tests, where options and variables are declared. */
const sources = globSync(['packages/*/src/**/*.{ts,tsx}', '{scripts,e2e}/**/*.{ts,mjs}'], {
  cwd: root,
  exclude: (path) => /^(packages|scripts).*\.test\.tsx?$/.test(path),
})
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n')
const declared = new Set(sources.match(/--[a-z][a-z0-9-]+|\bFIQ_[A-Z0-9_]+|\bfiq_[a-z_]+/g))
const options = new Set(
  [...sources.matchAll(/'?([\w-]+)'?: \{ type: '/g)].map(([, name]) => `--${name}`),
)
/** Options of npm, Node and curl. */
const foreign = ['--global', '--inspect', '--inspect-brk', '--unix-socket', '--min-semi-space-size']

/** Files generated from the test files of each area. The page names them relative to one folder. */
const namesBelow: Readonly<Record<string, string>> = {
  'docs/data/fields.md': 'packages/server/src/connectors',
}

describe.each(pages)('%s', (page) => {
  test('behavior: every path of the repository that it names exists', () => {
    const named = [...withoutBlocks(text.get(page)!).matchAll(/`([^`\n]+)`/g)].map(
      ([, span = '']) => span,
    )
    expect(named.filter(isPath).filter((path) => !exists(path, page))).toEqual([])
  })

  test('behavior: every block of code is closed', () => {
    const fences = [...text.get(page)!.matchAll(/^ *```(.*)$/gm)].map(([, language]) => language)
    expect(fences.length % 2).toBe(0)
    expect(fences.filter((language, at) => at % 2 === 1 && language !== '')).toEqual([])
  })

  test('behavior: every option, variable and metric that it names exists', () => {
    const words = text
      .get(page)!
      .match(/(?<![\w-])--[a-z][a-z0-9-]+|\bFIQ_[A-Z0-9_]+|\bfiq_[a-z_]+/g)
    const unknown = (word: string) =>
      !declared.has(word) && !options.has(word) && !foreign.includes(word)
    expect((words ?? []).filter(unknown)).toEqual([])
  })

  test('behavior: every command of fiq that it names exists', () => {
    const code = text.get(page)!.match(/^```[\s\S]*?^```|`[^`\n]+`/gm) ?? []
    const words = code.flatMap((part) =>
      [...part.matchAll(/(?:^|[`$&;(]|bin\/) *fiq ([a-z][a-z-]+)/gm)].map(([, name = '']) => name),
    )
    // `fiq purchase NAME REQUEST` is the text whose digest is the nonce of a purchase.
    const known = [...commandNames, 'purchase']
    expect(words.filter((name) => !known.includes(name))).toEqual([])
  })

  test('behavior: every page and heading that it links to exists', () => {
    const links = [...withoutBlocks(text.get(page)!).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)]
    expect(links.map(([, link = '']) => link).filter((link) => !isLinked(link, page))).toEqual([])
  })
})

test('behavior: the index names every page below docs', () => {
  const index = text.get('docs/README.md')!
  const missing = pages
    .filter((page) => page.startsWith('docs/') && page !== 'docs/README.md')
    .map((page) => page.slice('docs/'.length))
    .filter((page) => !index.includes(`](${page})`))
  expect(missing).toEqual([])
})

/** Whether the text is a source file, or a path that begins with a folder of the repository. */
function isPath(span: string): boolean {
  if (!/^[\w.@<*-]+(\/[\w.@<>*-]*)+$/.test(span)) return false
  return (
    /^(packages|scripts|e2e|docs|deploy|bin|server|cli|shared)\//.test(span) ||
    /\.(ts|tsx|mjs)$/.test(span)
  )
}

/** Whether the path exists at the root or below `packages`. `<name>` and `*` match any name. */
function exists(path: string, page: string): boolean {
  const pattern = path.replaceAll(/<[^>]*>/g, '*')
  const below = [root, join(root, 'packages'), join(root, namesBelow[page] ?? '')]
  return below.some((folder) =>
    pattern.includes('*')
      ? globSync(pattern, { cwd: folder }).length > 0
      : existsSync(join(folder, pattern)),
  )
}

function isLinked(link: string, page: string): boolean {
  const [path = '', heading] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(root, target))) return false
  return heading === undefined || headingsOf(text.get(target) ?? '').includes(heading)
}

/** Anchors of headings, as on GitHub. */
function headingsOf(page: string): string[] {
  return [...withoutBlocks(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function withoutBlocks(page: string): string {
  return page.replaceAll(/^```[\s\S]*?^```/gm, '')
}
