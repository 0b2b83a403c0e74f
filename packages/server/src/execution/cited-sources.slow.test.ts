import {
  execute,
  type GraphQLField,
  getNamedType,
  isInputObjectType,
  isObjectType,
  Kind,
  parse,
  parseValue,
  print,
  visit,
} from 'graphql'
import { expect, test } from 'vitest'
import { areaQueriesOf } from '../commands/mirror/area-queries.ts'
import { connectors } from '../connectors/connectors.ts'
import type { Upstream } from '../sources/connector.ts'
import { testContext } from '../sources/testing/describe-connector.ts'
import { rememberedSandbox } from '../upstreams/testing/sandbox-upstream.ts'
import type { Transport } from '../upstreams/transport.ts'
import { buildSchema } from './build-schema.ts'
import type { ExecutionContext, SourceEntry } from './resolver.ts'

/**
 * Tests the sources that every field cites, for several pages of its rows. A new field is tested
 * without a change here.
 */
const schema = buildSchema(connectors)
const now = () => new Date('2026-11-18T17:00:00Z')
const sandbox = rememberedSandbox(now)
const chosen = {
  tickers: ['AAPL', 'PFE', 'LMT', '^GSPC', 'BTC'],
  ciks: ['0001067983'],
  countries: ['USA', 'DEU'],
  series: ['GDP', 'SP500'],
  names: ['Apple'],
  ranges: ['1y'],
}

/** Fields whose rows have only days of another meaning, and what `asOf` is instead. */
const otherDays: Readonly<Record<string, string>> = {
  'Query.gdp': 'a forecast of a year is published before the year ends',
  'Query.interestRates': 'a month is dated by its first day, and has the rate of its last one',
  'Query.policyRates': 'a month is dated by its first day, and has the rate of its last one',
  'Entity.governmentContracts': 'the amount of a contract is known after its first day',
}

/** Pages that have other newest rows than the whole list. */
const pages = [
  undefined,
  '{ limit: 1 }',
  '{ limit: 1, offset: 2 }',
  '{ limit: 1, sort: "ASC" }',
  '{ limit: 3, until: "2025-06-30" }',
]

const areas = connectors.flatMap((connector) =>
  Object.entries(connector.fields).flatMap(([coordinate, field]) => {
    const fetches = (field.sources ?? connector.upstreams).length > 0
    return fetches ? [[coordinate, { ...connector, fields: { [coordinate]: field } }] as const] : []
  }),
)

test.each(areas)(
  'behavior: %s cites the day of its rows, and the document with them',
  async (coordinate, connector) => {
    const wrong = new Set<string>()
    const [, name] = coordinate.split('.')
    for (const { text } of areaQueriesOf(schema, connector, chosen))
      for (const page of hasFilter(coordinate) ? pages : [undefined]) {
        const answer = await answerTo(withFilter(text, coordinate, page))
        // The other sources are those of the parent field.
        const own = answer.sources.filter(({ path }) => lastName(path) === name)
        const says = (what: string, { source, asOf, sourceUrl }: SourceEntry) =>
          wrong.add(`${what}: ${source}, ${asOf}, ${sourceUrl}, ${page}`)
        for (const source of own) {
          if (source.asOf !== null && Date.parse(source.asOf) > now().getTime())
            says('future', source)
          if (!answer.fetched.has(source.sourceUrl)) says('not fetched', source)
          if (page !== undefined || answer.postedBy.has(source.sourceUrl)) continue
          const without = await answerTo(text, source.sourceUrl)
          if (without.text === answer.text) says('unused', source)
        }
        for (const [path, sources] of Map.groupBy(own, ({ path }) => path)) {
          const newest = newestDays(valueAt(answer.data, path))
          const isDated = sources.some(({ asOf }) => newest.has(asOf?.slice(0, 10)))
          if (newest.size > 0 && !isDated && !(coordinate in otherDays)) says('day', sources[0]!)
        }
      }
    expect([...wrong]).toEqual([])
  },
)

/** The name of the field at a path, without positions of lists. */
function lastName(path: string): string | undefined {
  return path.split('.').findLast((step) => !/^\d+$/.test(step))
}

/**
 * The newest past day in each field of the rows. Rows have days of several meanings; expirations and
 * announced days are in the future.
 */
function newestDays(rows: unknown): Set<string | undefined> {
  const columns = new Map<string, string[]>()
  collectDays(rows, '', columns)
  const past = [...columns.values()].map((times) =>
    times.filter((time) => Date.parse(time) <= now().getTime()),
  )
  return new Set(past.map((times) => times.toSorted().at(-1)?.slice(0, 10)).filter(Boolean))
}

/** Days and instants below a value, by the path of their field. */
function collectDays(value: unknown, at: string, into: Map<string, string[]>): void {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(value))
    into.set(at, [...(into.get(at) ?? []), value])
  if (typeof value !== 'object' || value === null) return
  for (const [key, each] of Object.entries(value))
    collectDays(each, Array.isArray(value) ? at : `${at}.${key}`, into)
}

function valueAt(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], data)
}

async function answerTo(text: string, down?: string) {
  const fetched = new Set<string>()
  const postedBy = new Set<string>()
  const upstreams: Transport = {
    mode: 'sandbox',
    async fetch(request) {
      const url = request.url.href
      // The address of a POST does not lead to its answer, so the source is cited by its own.
      const post = request.method === 'POST' ? upstreamsOf(request.url) : []
      for (const upstream of post) postedBy.add(upstream.url)
      for (const each of [url, ...post.map((upstream) => upstream.url)]) fetched.add(each)
      return sandbox.fetch(
        url === down ? { ...request, url: new URL('https://down.example/') } : request,
      )
    },
  }
  const sources: SourceEntry[] = []
  const notes: unknown[] = []
  const contextValue: ExecutionContext = {
    connectors: testContext(upstreams, { now }),
    cite: (entries) => void sources.push(...entries),
    // A source may be cited because it has nothing, and is then missed.
    miss: (path, unanswered) => void notes.push(path, unanswered),
    warn: (path, warnings) => void notes.push(path, warnings),
  }
  const { data, errors } = await execute({ schema, document: parse(text), contextValue })
  const json = JSON.stringify([data ?? null, errors?.map(String), notes])
  const [copy] = JSON.parse(json) as unknown[]
  return { data: copy, text: json, sources, fetched, postedBy }
}

function upstreamsOf({ host }: URL): Upstream[] {
  const all = connectors.flatMap(({ upstreams, fields }) => [
    ...upstreams,
    ...Object.values(fields).flatMap(({ sources = [] }) => sources),
  ])
  return all.filter(({ hosts }) => hosts.includes(host))
}

function fieldAt(coordinate: string): GraphQLField<unknown, unknown> {
  const [typeName = '', name = ''] = coordinate.split('.')
  const type = schema.getType(typeName)
  return (isObjectType(type) ? type.getFields()[name] : undefined)!
}

function hasFilter(coordinate: string): boolean {
  const filter = fieldAt(coordinate).args.find(({ name }) => name === 'filter')
  const input = filter && getNamedType(filter.type)
  return isInputObjectType(input) && 'until' in input.getFields()
}

function withFilter(text: string, coordinate: string, page: string | undefined): string {
  if (page === undefined) return text
  const [, name] = coordinate.split('.')
  const filter = {
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: 'filter' },
    value: parseValue(page),
  } as const
  const paged = visit(parse(text), {
    enter(node) {
      if (node.kind !== Kind.FIELD || node.name.value !== name) return undefined
      const others = (node.arguments ?? []).filter((each) => each.name.value !== 'filter')
      return { ...node, arguments: [...others, filter] }
    },
  })
  return print(paged)
}
