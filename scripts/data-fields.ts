import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connector, Upstream } from '../packages/server/src/connectors/connector.ts'
import { connectors } from '../packages/server/src/connectors/connectors.ts'

const folder = join(import.meta.dirname, '../packages/server/src/connectors')

export const dataFieldHeads = [
  'field',
  'sources, in order',
  'licence',
  'transports',
  'delay',
  'credits',
  'recorded answers',
  'test',
] as const

/**
 * A row for every priced field: where its values come from, on what terms, through which transports,
 * how late, at what price, and what proves it. Sources, terms and delays stand in the same order.
 * Read from the descriptors and the folders themselves.
 */
export function dataFieldRows(described: readonly Connector[]): string[][] {
  return described.flatMap(({ area, upstreams, fields }) =>
    Object.entries(fields).map(([coordinate, { rate, sources = upstreams }]) => {
      const isGroup = sources.length === 0 && upstreams.length > 0
      const each = (cell: (upstream: Upstream) => string, otherwise: string) =>
        sources.map(cell).join('<br>') || (isGroup ? 'of its fields' : otherwise)
      return [
        `\`${coordinate}\``,
        each(({ id }) => `\`${id}\``, 'computed here'),
        each(({ licence }) => licence.class, 'own'),
        transportsOf(area, sources),
        each(({ delay }) => delay, 'none'),
        String(rate.credits),
        fixturesOf(area, sources).join('<br>') || 'written in the tests',
        testsOf(area, coordinate)
          .map((file) => `\`${area}/${file}\``)
          .join('<br>'),
      ]
    }),
  )
}

/**
 * Answers recorded with the area, and real files that its tests read from outside the repository. A
 * file of a source that the field does not ask, in a folder named after that source, is left out.
 */
function fixturesOf(area: string, sources: readonly Upstream[]): string[] {
  const recorded = join(folder, area, 'fixtures')
  const real = testFilesOf(area).flatMap((file) =>
    realFilesIn(readFileSync(join(folder, area, file), 'utf8')),
  )
  const words = wordsOf(sources)
  const isOfField = (path: string) =>
    !sourceWords.has(path.split('/')[0] as string) || [...words].some((word) => path.includes(word))
  const files = [...(existsSync(recorded) ? readdirSync(recorded) : []), ...real.filter(isOfField)]
  return [...new Set(files)].sort().map((file) => `\`${file}\``)
}

/**
 * Paths below `shared/data` that a test names, whole or as a folder and the names of packed files; a
 * folder whose files are not named one by one stands for all of them.
 */
function realFilesIn(text: string): string[] {
  const paths = [...text.matchAll(/shared\/data\/([\w./=-]*\w)?/g)].map(([, path = '']) => path)
  const names = [...text.matchAll(/'(\w[\w/=-]*(?:\.[\w=-]+)*\.gz)'/g)].map(
    ([, name]) => name as string,
  )
  return [...new Set(paths)].flatMap((path) => {
    if (path.includes('.')) return [path]
    const within = names.map((name) => (path === '' ? name : `${path}/${name}`))
    if (within.length > 0 || path === '') return within
    return paths.some((other) => other.startsWith(`${path}/`)) ? [] : [`${path}/*`]
  })
}

const wordsOf = (upstreams: readonly Upstream[]) =>
  new Set(upstreams.flatMap(({ id }) => id.split('-')))
const sourceWords = wordsOf(connectors.flatMap(({ upstreams }) => upstreams))

/** The tests that name the field, and else those of the whole area. */
function testsOf(area: string, coordinate: string): string[] {
  const files = testFilesOf(area)
  const named = files.filter((file) => {
    const text = readFileSync(join(folder, area, file), 'utf8')
    return text.includes(`'${coordinate}'`)
  })
  return named.length > 0 ? named : files
}

function testFilesOf(area: string): string[] {
  return filesOf(area).filter((file) => file.endsWith('.test.ts'))
}

/** A mirror and the sandbox have no keys; the sandbox stands in where nothing else would answer. */
function transportsOf(area: string, sources: readonly Upstream[]): string {
  const keyless = sources.length === 0 || sources.some(({ key }) => key === undefined)
  return [
    'live',
    ...(keyless ? ['mirror'] : []),
    ...(keyless || sources.some(({ isOnlyOne }) => isOnlyOne) ? ['sandbox'] : []),
    ...(readsFiles(area) ? ['files'] : []),
  ].join(', ')
}

/** Does the area's code, or that of an area it builds on, ask for imported data? */
function readsFiles(area: string): boolean {
  return filesOf(area)
    .filter((file) => !file.endsWith('.test.ts'))
    .some((file) => {
      const text = readFileSync(join(folder, area, file), 'utf8')
      return /\bfiles\.(?:bars|series|tickers)\b/.test(text) || /'\.\.\/price-history\//.test(text)
    })
}

function filesOf(area: string): string[] {
  return readdirSync(join(folder, area)).filter((file) => file.endsWith('.ts'))
}
