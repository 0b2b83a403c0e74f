import { entityAreas } from './entity-areas.ts'

/** An argument of a field in the selection of an area. `type` is a GraphQL type, e.g. `Int`. */
export type AreaArgument = { argument: string; type: string }

/**
 * GraphQL that selects an area of an entity with all its fields.
 *
 * @param textOf - The text of an argument's value; `undefined` leaves the argument out.
 * @example areaSelection('social', ({ type }) => (type === 'ArrayFilterInput' ? '{limit: 5}' : undefined))
 */
export function areaSelection(
  area: string,
  textOf: (argument: AreaArgument) => string | undefined,
): string {
  return entityAreas[area]!.replace(/\(([^()]*)\)/g, (_, list: string) => {
    const given = argumentsIn(list).flatMap((each) => {
      const value = textOf(each)
      return value === undefined ? [] : [`${each.argument}: ${value}`]
    })
    return given.length > 0 ? `(${given.join(', ')})` : ''
  })
}

/** The arguments of all fields of an area, in their order; one of several fields repeats. */
export function areaArguments(area: string): readonly AreaArgument[] {
  return argumentsIn(entityAreas[area]!)
}

/** The arguments in a text like `period: %FinancialPeriod, filter: %ArrayFilterInput`. */
function argumentsIn(text: string): readonly AreaArgument[] {
  return [...text.matchAll(/(\w+): %([\w[\]!]+)/g)].map(([, argument, type]) => ({
    argument: argument!,
    type: type!,
  }))
}
