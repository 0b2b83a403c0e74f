import { toolNamed } from '../catalog/catalog.ts'
import { FiqError } from '../errors.ts'
import { isObject, type Json } from '../json.ts'
import { entityAreas } from '../schema/entity-areas.ts'
import { didYouMean } from '../spelling/did-you-mean.ts'

/** An area of an entity, and the bounds of its lists; by default those of the schema. */
type Area = { name: string; filter?: Json }

/** Names of the areas; `financials.income` is a part of `financials`. */
export const areaNames: readonly string[] = Object.keys(entityAreas)

/** The variable of each tool that takes areas, and its type. */
const takers: Readonly<Record<string, string>> = {
  entityByTicker: '$ticker: String!',
  entitiesByTickers: '$tickers: [String!]!',
}

/** Whether the tool takes `areas` from MCP 2025-11-25 on. */
export function takesAreas(tool: string): boolean {
  return Object.hasOwn(takers, tool)
}

const limitMax = 500

/** Input `areas`, JSON Schema. */
export const areasSchema = {
  type: 'array',
  minItems: 1,
  maxItems: areaNames.length,
  description:
    'Data areas to return, instead of the price: names, or { name, limit, filter }. describe tells what an area holds and costs.',
  items: {
    anyOf: [
      { type: 'string', enum: areaNames },
      {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'One of the names' },
          limit: {
            type: 'integer',
            minimum: 1,
            maximum: limitMax,
            description: 'Most items of each list, newest first; default 20',
          },
          filter: {
            type: 'object',
            description:
              'Bounds of the lists, e.g. { "since": "2026-10-01", "until": "2026-10-31" } (ISO 8601), offset, sort; describe names what else an area takes',
          },
        },
        required: ['name'],
        additionalProperties: false,
      },
    ],
  },
} as const

/**
 * Separates `areas` from the input of a tool.
 *
 * @returns The other members, for the tool's own check, and the areas; no areas for a tool without
 * them.
 * @throws FiqError `BAD_INPUT` naming the area.
 */
export function splitAreas(
  tool: string,
  input: Json,
): { rest: Json; areas: readonly Area[] | undefined } {
  if (!takesAreas(tool) || input['areas'] === undefined) return { rest: input, areas: undefined }
  const { areas: requested, ...rest } = input
  if (!Array.isArray(requested) || requested.length === 0 || requested.length > areaNames.length)
    throw malformed(tool, `areas is a list of 1 to ${areaNames.length} areas, e.g. ["news"]`)
  const areas = requested.map((area) => areaOf(tool, area))
  for (const [at, { name }] of areas.entries()) {
    const other = areas.slice(0, at).find((before) => overlap(before.name, name))
    if (other)
      throw malformed(
        tool,
        other.name === name
          ? `areas names ${name} twice`
          : `areas names ${other.name} and ${name}, one of which is part of the other`,
      )
  }
  return { rest, areas }
}

/** The GraphQL operation of a tool with areas. It has the price of that operation. */
export function areasOperation(
  tool: string,
  rest: Json,
  areas: readonly Area[],
): { query: string; variables: Json } {
  const variables: Record<string, unknown> = { ...rest }
  const declared = [takers[tool]!]
  const selections = areas.map(({ name, filter }) => {
    if (!filter) return entityAreas[name]!.replace(/\(filter: %\w+\)/g, '')
    let at = 0
    return entityAreas[name]!.replace(/%(\w+)/g, (_, type: string) => {
      at += 1
      const variable = `${name.replace('.', '_')}Filter${at > 1 ? at : ''}`
      declared.push(`$${variable}: ${type}`)
      variables[variable] = filter
      return `$${variable}`
    })
  })
  const [argument] = Object.keys(toolNamed(tool)!.variables)
  return {
    query: `query (${declared.join(', ')}) { ${tool}(${argument}: $${argument}) { id name ticker ${selections.join(' ')} } }`,
    variables,
  }
}

function areaOf(tool: string, requested: unknown): Area {
  const { name, limit, filter, ...others } = isObject(requested) ? requested : { name: requested }
  if (typeof name !== 'string')
    throw malformed(tool, 'an area is a name, or { "name": "…", "limit": …, "filter": {…} }')
  if (!Object.hasOwn(entityAreas, name))
    throw malformed(tool, `there is no area "${name.slice(0, 40)}"`, [
      ...similarArea(name),
      `Areas: ${areaNames.join(', ')}`,
    ])
  const [other] = Object.keys(others)
  if (other !== undefined)
    throw malformed(
      tool,
      `"${other.slice(0, 40)}" of area ${name} is not an input; an area is { "name": "${name}", "limit": 5, "filter": {…} }`,
    )
  if (limit === undefined && filter === undefined) return { name }
  if (!entityAreas[name]!.includes('%'))
    throw malformed(tool, `area ${name} has no lists: it takes neither limit nor filter`)
  if (filter !== undefined && !isObject(filter))
    throw malformed(tool, `filter of area ${name} is an object`)
  if (limit === undefined) return { name, filter: filter! }
  if (!Number.isInteger(limit) || Number(limit) < 1 || Number(limit) > limitMax)
    throw malformed(tool, `limit of area ${name} is a whole number from 1 to ${limitMax}`)
  return { name, filter: { ...filter, limit } }
}

/** The fact that suggests an area for a name: one that it is a part of, or is close to. */
export function similarArea(name: string, names = areaNames): readonly string[] {
  const end = `.${name.toLowerCase()}`
  const whole = names.find((each) => each.toLowerCase().endsWith(end))
  return whole === undefined ? didYouMean(name, names) : [`Did you mean ${whole}?`]
}

function overlap(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`)
}

function malformed(tool: string, problem: string, facts: readonly string[] = []): FiqError {
  return new FiqError('BAD_INPUT', `${tool}: ${problem}.`, { facts })
}
