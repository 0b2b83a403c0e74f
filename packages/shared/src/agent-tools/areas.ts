import { toolNamed } from '../catalog/catalog.ts'
import { defined } from '../defined.ts'
import { FiqError } from '../errors.ts'
import { isObject, type Json } from '../json.ts'
import { areaArguments, areaSelection } from '../schema/area-selection.ts'
import { entityAreas, filterFields } from '../schema/entity-areas.ts'
import { didYouMean } from '../spelling/did-you-mean.ts'

/** An area of an entity, and its inputs, by name; by default those of the schema. */
type Area = { name: string; inputs?: Json }

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
            description:
              'Most items of each list, newest first; default 20, see more in the answer',
          },
          filter: {
            type: 'object',
            description:
              'Bounds of the lists, e.g. { "since": "2026-10-01", "until": "2026-10-31" } (ISO 8601), offset, sort; and what else describe names for the area, e.g. period, knownOn, maxStrike',
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
  const selections = areas.map(({ name, inputs = {} }) => {
    /** The variable of an argument, declared once for all fields of the area that take it. */
    const variableOf = (argument: string, type: string) => {
      const variable = `${name}_${argument}`.replace('.', '_')
      const declaration = `$${variable}: ${type}`
      if (!declared.includes(declaration)) declared.push(declaration)
      return variable
    }
    return areaSelection(name, ({ argument, type }) => {
      const value = argument === 'filter' ? filterIn(inputs, type) : inputs[argument]
      if (value === undefined) return undefined
      const variable = variableOf(argument === 'filter' ? type : argument, type)
      variables[variable] = value
      return `$${variable}`
    })
  })
  const [argument] = Object.keys(toolNamed(tool)!.variables)
  return {
    query: `query (${declared.join(', ')}) { ${tool}(${argument}: $${argument}) { id name ticker ${selections.join(' ')} } }`,
    variables,
  }
}

/** The inputs that are fields of a filter; `undefined` if none is. */
function filterIn(inputs: Json, type: string): Json | undefined {
  const fields = Object.entries(inputs).filter(([name]) => filterFields[type]?.includes(name))
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}

/** Names of the inputs of an area: fields of its filters, and its other arguments. */
export function areaInputs(name: string): readonly string[] {
  const names = areaArguments(name).flatMap(({ argument, type }) =>
    argument === 'filter' ? filterFields[type]! : [argument],
  )
  return [...new Set(names)]
}

function areaOf(tool: string, requested: unknown): Area {
  const { name, limit, filter, ...others } = isObject(requested) ? requested : { name: requested }
  if (typeof name !== 'string')
    throw malformed(tool, 'an area is a name, or { "name": "…", "limit": …, "filter": {…} }')
  if (!Object.hasOwn(entityAreas, name))
    throw malformed(tool, `there is no area "${name.slice(0, 40)}"`, [
      ...similarArea(name),
      `describe { "name": ${JSON.stringify(name.slice(0, 40))} } finds it elsewhere in the schema`,
      `Areas: ${areaNames.join(', ')}`,
    ])
  const [other] = Object.keys(others)
  if (other !== undefined)
    throw malformed(
      tool,
      `"${other.slice(0, 40)}" of area ${name} is not an input; an area is { "name": "${name}", "limit": 5, "filter": {…} }`,
      [describesArea(name)],
    )
  if (limit === undefined && filter === undefined) return { name }
  const known = areaInputs(name)
  if (known.length === 0) throw malformed(tool, `area ${name} takes neither limit nor filter`)
  if (filter !== undefined && !isObject(filter))
    throw malformed(tool, `filter of area ${name} is an object`)
  const inputs = { ...filter, ...defined({ limit }) }
  const unknown = Object.keys(inputs).find((each) => !known.includes(each))
  if (unknown !== undefined)
    throw malformed(tool, `area ${name} has no input "${unknown.slice(0, 40)}"`, [
      ...didYouMean(unknown, known),
      `Inputs: ${known.join(', ')}`,
      describesArea(name),
    ])
  if (limit !== undefined && !isLimit(limit))
    throw malformed(tool, `limit of area ${name} is a whole number from 1 to ${limitMax}`)
  return { name, inputs }
}

function describesArea(name: string): string {
  return `describe { "name": "${name}", "kind": "area" } shows what its filter takes`
}

function isLimit(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= limitMax
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
