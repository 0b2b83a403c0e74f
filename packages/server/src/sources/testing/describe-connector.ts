import { catalog, toolNamed } from '@fiq/shared/catalog/catalog'
import { FiqError } from '@fiq/shared/errors'
import {
  buildSchema,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isObjectType,
  isScalarType,
  parse,
  validate,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import type { Transport } from '../../upstreams/transport.ts'
import { baseSchema } from '../base-schema.ts'
import type { Connector, ConnectorContext, FileStore } from '../connector.ts'
import { fetching } from '../fetching.ts'

/** One call of a field, with arguments coerced by the schema. */
export type ContractCall = {
  coordinate: string
  args: Readonly<Record<string, unknown>>
  parent?: unknown
}

/** An entity of the directory of the sandbox. */
export const apple = {
  id: 'cik:0000320193',
  name: 'Apple Inc.',
  type: 'EQUITY',
  ticker: 'AAPL',
  tickers: ['AAPL'],
  cik: '0000320193',
}

/** An empty file store. */
export const emptyFiles: FileStore = {
  bars: () => undefined,
  series: () => undefined,
  tickers: () => [],
}

/** A connector context over one transport, with every source enabled. */
export function testContext(
  upstreams: Transport,
  parts: Partial<ConnectorContext> = {},
): ConnectorContext {
  const kept = new Map<string, Promise<unknown>>()
  return {
    ...fetching,
    upstreams,
    files: emptyFiles,
    now: () => new Date('2026-11-18T17:00:00Z'),
    // A test may spread this context and replace a part, so builds receive the replaced context.
    async cached(key, _maxAgeSeconds, build) {
      if (!kept.has(key)) kept.set(key, build(this))
      return kept.get(key) as ReturnType<typeof build>
    },
    oneByOne: upstreams.mode === 'mirror',
    // Like a service without keys, although the recordings were made with keys.
    enabled: ({ key, isOnlyOne = false, isLiveOnly = false }) =>
      upstreams.mode === 'recorded' ||
      upstreams.mode === 'live' ||
      (key === undefined && !isLiveOnly) ||
      isOnlyOne,
    ...parts,
  }
}

/**
 * Tests that every connector passes in its own test file.
 *
 * @param calls one for each field that uses an upstream: with its upstreams down it fails with a
 * code, and requests only their hosts. Misbehaviour over HTTP is tested for all connectors in
 * `execution/misbehaving-upstreams.test.ts`
 * @param beside connectors whose types its tools also select
 */
export function describeConnector(
  connector: Connector,
  calls: readonly ContractCall[] = [],
  beside: readonly Connector[] = [],
): void {
  const sdl = [connector, ...beside].map((each) => each.sdl).join('\n')
  const schema = buildSchema(`${baseSchema}\n${sdl}\n${missingRoot(connector)}`)

  describe(`contract of ${connector.area}`, () => {
    test('default: states its sources with hosts and licence', () => {
      for (const { hosts, licence, url, name, delay } of connector.upstreams) {
        expect(hosts.length).toBeGreaterThan(0)
        for (const host of hosts) expect(host).toMatch(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/)
        expect(new URL(url).protocol).toBe('https:')
        for (const text of [licence.text, name, delay]) expect(text).not.toBe('')
      }
    })

    test('default: every type and field of the SDL is described', () => {
      expect(undescribed(schema)).toEqual([])
    })

    test('default: every field with arguments or an object behind it has a price', () => {
      expect(unpriced([connector, ...beside], schema)).toEqual([])
    })

    test.each(Object.keys(connector.fields))('default: %s exists and has a price', (coordinate) => {
      const { rate } = connector.fields[coordinate]!
      const field = fieldAt(schema, coordinate)
      expect(field).toBeDefined()
      expect(Number.isInteger(rate.credits) && rate.credits >= 0).toBe(true)
      const args = field!.args.map(({ name }) => name)
      if (rate.timesOf) expect(args).toContain(rate.timesOf)
      if (rate.pagesOf) expect(args).toContain(rate.pagesOf.split('.')[0])
    })

    describeTools(connector, schema)
    for (const call of calls) describeHosts(connector, call)
  })
}

function describeTools(connector: Connector, schema: GraphQLSchema): void {
  const tools = catalog.filter(({ name }) => connector.fields[`Query.${name}`])
  test.runIf(tools.length > 0)(
    'default: tools have valid queries, equal arguments and bounds',
    () => {
      for (const { name, query, inputSchema, variables, category } of tools) {
        expect(validate(schema, parse(query)).map(({ message }) => message)).toEqual([])
        const args = fieldAt(schema, `Query.${name}`)!.args.map((arg) => arg.name)
        expect(args).toEqual(expect.arrayContaining(Object.keys(inputSchema.properties ?? {})))
        expect(connector.category).toBe(category)
        expect(() => connector.fields[`Query.${name}`]!.bounds?.(variables)).not.toThrow()
      }
    },
  )
  test.each(
    tools.filter(({ inputSchema }) => inputSchema.required?.length).map(({ name }) => name),
  )('error: %s without its arguments is BAD_INPUT', (name) => {
    const { bounds } = connector.fields[`Query.${name}`]!
    expect(() => bounds?.(emptyInput(name))).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
  })
}

/** Required texts and lists, all empty: valid for the schema, but out of bounds. */
function emptyInput(name: string): Record<string, unknown> {
  const { required = [], properties = {} } = toolNamed(name)!.inputSchema
  return Object.fromEntries(
    required.map((key) => [key, properties[key]!.type === 'array' ? [] : '']),
  )
}

function describeHosts(connector: Connector, { coordinate, args, parent }: ContractCall) {
  test(`error: ${coordinate} asks its own hosts only`, async () => {
    const requests: string[] = []
    const upstreams: Transport = {
      mode: 'recorded',
      fetch: async ({ url }) => {
        requests.push(url.host)
        throw new FiqError('UPSTREAM_UNAVAILABLE', 'down')
      },
    }
    await expect(
      connector.fields[coordinate]!.resolve(parent, args, testContext(upstreams)),
    ).rejects.toBeInstanceOf(FiqError)
    expect(requests.length).toBeGreaterThan(0)
    const { sources = connector.upstreams } = connector.fields[coordinate]!
    const hosts = sources.flatMap((upstream) => upstream.hosts)
    for (const host of requests) expect(hosts).toContain(host)
  })
}

function fieldAt(
  schema: GraphQLSchema,
  coordinate: string,
): GraphQLField<unknown, unknown> | undefined {
  const [typeName = '', fieldName = ''] = coordinate.split('.')
  const type = schema.getType(typeName)
  return isObjectType(type) ? type.getFields()[fieldName] : undefined
}

function undescribed(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (type.name.startsWith('__') || !isObjectType(type)) return []
    return Object.values(type.getFields())
      .filter((field) => !field.description)
      .map((field) => `${type.name}.${field.name}`)
  })
}

/**
 * Fields without a price that need one: root fields, fields added to Entity, and fields with
 * arguments are fetches.
 */
function unpriced(connectors: readonly Connector[], schema: GraphQLSchema): string[] {
  const priced = new Set(connectors.flatMap(({ fields }) => Object.keys(fields)))
  const base = buildSchema(`${baseSchema}\nextend type Query { base: Boolean }`)
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (type.name.startsWith('__') || !isObjectType(type)) return []
    return Object.values(type.getFields()).flatMap((field) => {
      const coordinate = `${type.name}.${field.name}`
      const leaf = isScalarType(getNamedType(field.type)) || isEnumType(getNamedType(field.type))
      const fetched = type.name === 'Query' || (type.name === 'Entity' && !leaf)
      if (fieldAt(base, coordinate) || coordinate === 'Query.base') return []
      return (fetched || field.args.length > 0) && !priced.has(coordinate) ? [coordinate] : []
    })
  })
}

/** A root field for connectors that only extend Entity, because a schema needs one. */
function missingRoot({ sdl }: Connector): string {
  return sdl.includes('extend type Query') ? '' : 'extend type Query { "Nothing." base: Boolean }'
}
