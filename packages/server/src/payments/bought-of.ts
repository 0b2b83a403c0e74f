import { isObject } from '@fiq/shared/json'
import { argumentsOf } from '@fiq/shared/pricing/bind-plan'
import type { PlannedField } from '@fiq/shared/pricing/plan-operation'
import { creditsFor } from '@fiq/shared/pricing/price-plan'
import type { PricedRequest } from '@fiq/shared/pricing/price-request'
import { sanitise } from '@fiq/shared/sanitise'
import {
  coerceInputLiteral,
  type GraphQLArgument,
  type GraphQLInputField,
  getNullableType,
  isInputObjectType,
} from 'graphql'
import { areasByField } from '../accounts/plan-scope.ts'
import type { Connector } from '../sources/connector.ts'
import { splitCredits } from '../storage/credits/credit-areas.ts'
import type { AreaCredits, Bought } from '../storage/credits/credit-store.ts'

/** Most field names and argument values that the description contains. */
const namesMax = 3
const valuesMax = 4
/** Items of one list that are considered. */
const listedMax = 1_000
const nameCharactersMax = 32
const valueCharactersMax = 20

/**
 * Describes what an operation buys: its priced fields, the arguments of its root fields that differ
 * from their defaults, and the credits of each area. An adjustment, such as the minimum, is divided among the areas in
 * proportion.
 *
 * @example boughtOf(connectors)(priced).text // 'quotes\nAAPL, MSFT'
 */
export function boughtOf(
  connectors: readonly Pick<Connector, 'area' | 'fields'>[],
): (priced: PricedRequest) => Bought {
  const areaOf = areasByField(connectors)
  return ({ bound, price }) => {
    const charged = new Map(
      price.rows.filter((row) => row[3] === undefined).map(([path, , credits]) => [path, credits]),
    )
    const fields = pricedFields(bound.plan.fields).filter(({ path }) => charged.has(path))
    const weights = new Map<string, number>()
    // Fields of two branches may have the same path. The row of a path is counted once.
    for (const { path, coordinate } of fields) {
      const area = areaOf.get(coordinate) ?? 'other'
      weights.set(area, (weights.get(area) ?? 0) + (charged.get(path) ?? 0))
      charged.delete(path)
    }
    const names = fields.map(({ field }) => field.name.slice(0, nameCharactersMax))
    const values = bound.plan.fields.flatMap((planned) =>
      textsIn(chosenIn(argumentsOf(bound, planned), planned.field.args)),
    )
    return {
      text: [listed(names, namesMax), listed(values, valuesMax)].join('\n').trimEnd(),
      areas: shared(weights, creditsFor(price.amount)),
    }
  }
}

function pricedFields(fields: readonly PlannedField[]): readonly PlannedField[] {
  return fields
    .filter(({ isPriced }) => isPriced)
    .flatMap((planned) => [
      ...(planned.rate ? [planned] : []),
      ...planned.branches.flatMap((branch) => pricedFields(branch.fields)),
    ])
}

function shared(weights: ReadonlyMap<string, number>, credits: number): readonly AreaCredits[] {
  const areas = [...weights].map(([area, weight]) => ({ area, credits: weight }))
  if (areas.length === 0) return []
  return splitCredits(areas, credits)
    .filter((each) => each.credits > 0)
    .sort((a, b) => b.credits - a.credits)
}

/** The values that differ from their defaults, also in input objects. */
function chosenIn(
  values: Readonly<Record<string, unknown>>,
  inputs: readonly (GraphQLArgument | GraphQLInputField)[],
): readonly unknown[] {
  return inputs.flatMap((input) => {
    const type = getNullableType(input.type)
    const value = values[input.name]
    if (isInputObjectType(type) && isObject(value))
      return chosenIn(value, Object.values(type.getFields()))
    const literal = input.default?.literal
    return literal && coerceInputLiteral(literal, type) === value ? [] : [value]
  })
}

/** Texts and numbers in arguments, including those in lists and in one level of input objects. */
function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [sanitise(value.slice(0, valueCharactersMax)).trim()]
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null || depth > 2) return []
  const values = Array.isArray(value) ? value.slice(0, listedMax) : Object.values(value)
  return values.flatMap((each) => textsIn(each, depth + 1))
}

function listed(texts: readonly string[], max: number): string {
  const all = [...new Set(texts)].filter((text) => text !== '')
  const rest = all.length - max
  return [...all.slice(0, max), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
}
