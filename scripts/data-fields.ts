import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQueries } from '../packages/server/src/commands/mirror/run-queries.ts'
import { sandboxHosts } from '../packages/server/src/connectors/connectors.ts'
import type { Connector, Upstream } from '../packages/server/src/sources/connector.ts'
import { testContext } from '../packages/server/src/sources/testing/describe-connector.ts'
import { sandboxTransport } from '../packages/server/src/upstreams/sandbox/sandbox.ts'
import { table } from './markdown.ts'
import { chosenByDefault, now, questionsOfField, readerOf, schema } from './read-real-answers.ts'
import { filesRead, realAnswers } from './real-answers.ts'
import { recordedAnswers } from './recorded-answers.ts'

const folder = join(import.meta.dirname, '../packages/server/src/connectors')
const indicators = join(import.meta.dirname, '../packages/shared/src/indicators')

/** A priced field: its price, sources and tests. */
export type DataField = {
  area: string
  /** Type and name, e.g. `Query.quotes`. */
  coordinate: string
  credits: number
  /** Whether only its fields have sources. */
  isGroup: boolean
  transports: readonly string[]
  /** In the order in which the server queries them. */
  sources: readonly { id: string; licence: string; delay: string; answers: readonly string[] }[]
  /** Test files, below the folder of the connectors or from the root of the repository. */
  tests: readonly string[]
}

/** All priced fields. Derived from the descriptors, the folders, the real files and the queries. */
export async function dataFields(described: readonly Connector[]): Promise<DataField[]> {
  const ofFiles = await fieldsOfFiles(described)
  return described.flatMap(({ area, upstreams, fields }) =>
    Object.entries(fields).map(([coordinate, { rate, sources = upstreams }]) => ({
      area,
      coordinate,
      credits: rate.credits,
      isGroup: sources.length === 0 && upstreams.length > 0,
      transports: transportsOf(sources, ofFiles.has(coordinate)),
      sources: sources.map((source) => ({
        id: source.id,
        licence: source.licence.class,
        delay: source.delay,
        answers: answersOf(coordinate, source),
      })),
      tests: testsOf(area, coordinate),
    })),
  )
}

/** A section for each area: a table of its fields, and a list of sources for those that share it. */
export function areaSections(fields: readonly DataField[]): readonly string[] {
  return [...Map.groupBy(fields, ({ area }) => area)].flatMap(([area, own]) => [
    `## ${area}`,
    table(
      ['field', 'credits', 'transports', 'tests'],
      own.map(({ coordinate, credits, transports, tests }) => [
        `\`${coordinate}\``,
        String(credits),
        transports.join(', '),
        tests.map((file) => `\`${file}\``).join(', '),
      ]),
    ),
    ...[...Map.groupBy(own, sourceList)].map(([list, of]) =>
      list.replace('FIELDS', of.map(({ coordinate }) => `\`${coordinate}\``).join(', ')),
    ),
  ])
}

function sourceList({ sources, isGroup }: DataField): string {
  if (isGroup) return 'FIELDS: the sources of its fields.'
  if (sources.length === 0) return 'FIELDS: computed by the server, without a source.'
  const lines = sources.map(
    ({ id, licence, delay, answers }, at) =>
      `${at + 1}. \`${id}\` (${licence}; ${delay}): ${answers.join(', ') || 'written by hand'}`,
  )
  return `Sources of FIELDS:\n\n${lines.join('\n')}`
}

/** The real files that were read for the field, or for the shared look-up of the source. */
function answersOf(coordinate: string, source: Upstream): string[] {
  const reader = readerOf(source)
  const fields = reader === undefined ? [coordinate] : Object.keys(reader.fields)
  const files = new Set(fields.flatMap((field) => filesRead[field]?.[source.id] ?? []))
  const recorded = recordedAnswers
    .filter(
      (answer) => answer.source === source.id && [coordinate, ...fields].includes(answer.field),
    )
    .map(({ file, isWhole }) => `\`recorded/${file}\`${isWhole ? '' : ' (excerpt)'}`)
  return [...[...files].sort().map(nameOf), ...recorded]
}

/** The section of the page that names the sources without a real response. */
export function unprovenSection(described: readonly Connector[]): readonly string[] {
  const ids = unprovenSources(described).map((id) => `\`${id}\``)
  return [
    '## Unproven sources',
    `No real answer of these sources is at hand. Their parsers follow the documentation of the source, and may fail on its first real answer: ${ids.join(', ')}. \`fiq-server check-live --record DIR\` records one.`,
  ]
}

/** Ids of the sources without a real response, whose parsers are unproven. */
export function unprovenSources(described: readonly Connector[]): readonly string[] {
  const proven = new Set([
    ...Object.values(filesRead).flatMap((of) => Object.keys(of)),
    ...recordedAnswers.map(({ source }) => source),
  ])
  const all = described.flatMap(({ upstreams, fields }) => [
    ...upstreams,
    ...Object.values(fields).flatMap(({ sources = [] }) => sources),
  ])
  return [...new Set(all.map(({ id }) => id))].filter((id) => !proven.has(id)).sort()
}

function nameOf(file: string): string {
  const { altered } = realAnswers.find((answer) => answer.file === file) ?? {}
  return altered === undefined ? `\`${file}\`` : `\`${file}\` (${altered})`
}

/** The tests that name the field or have its name; otherwise those of the whole area. */
function testsOf(area: string, coordinate: string): string[] {
  const files = testFilesOf(area)
  const ownName = `${coordinate.split('.')[1]}.test.ts`
  const named = files.filter((file) => {
    const text = readFileSync(join(folder, area, file), 'utf8')
    return text.includes(`'${coordinate}'`) || file === ownName
  })
  // The client computes indicators too, so their rules are in the shared package.
  const shared = area === 'technicals' && existsSync(join(indicators, ownName)) ? [ownName] : []
  const chosen = named.length + shared.length > 0 ? named : files
  return [
    ...chosen.map((file) => `${area}/${file}`),
    ...shared.map((file) => `packages/shared/src/indicators/${file}`),
  ]
}

function testFilesOf(area: string): string[] {
  return readdirSync(join(folder, area)).filter((file) => file.endsWith('.test.ts'))
}

/**
 * A mirror and the sandbox have no keys. The sandbox replaces a source with a key only if the area
 * has no other source.
 */
function transportsOf(sources: readonly Upstream[], asksFiles: boolean): string[] {
  const keyless = sources.length === 0 || sources.some(({ key }) => key === undefined)
  return [
    'live',
    ...(keyless ? ['mirror'] : []),
    ...(keyless || sources.some(({ isOnlyOne }) => isOnlyOne) ? ['sandbox'] : []),
    ...(asksFiles ? ['files'] : []),
  ]
}

/** The fields that read imported data, found by querying each in the sandbox. */
async function fieldsOfFiles(described: readonly Connector[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const upstreams = sandboxTransport({ now, hosts: sandboxHosts })
  for (const connector of described)
    for (const coordinate of Object.keys(connector.fields)) {
      const looked = <none>(nothing: none) => {
        found.add(coordinate)
        return nothing
      }
      const files = {
        bars: () => looked(undefined),
        series: () => looked(undefined),
        tickers: () => looked([]),
      }
      const questions = questionsOfField(connector, coordinate, chosenByDefault)
      const calls = { stopped: () => false, on: () => undefined }
      await runQueries(schema, questions, testContext(upstreams, { now, files }), calls)
    }
  return found
}
