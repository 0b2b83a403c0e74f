import { chosenValues, listed, pricedFields } from '@fiq/shared/pricing/bought-text'
import { creditsFor } from '@fiq/shared/pricing/price-plan'
import type { PricedRequest } from '@fiq/shared/pricing/price-request'
import { areasByField } from '../accounts/plan-scope.ts'
import type { Connector } from '../sources/connector.ts'
import { splitCredits } from '../storage/credits/credit-areas.ts'
import type { AreaCredits, Bought } from '../storage/credits/credit-store.ts'

/** Most field names and argument values that the description contains. */
const namesMax = 3
const valuesMax = 4
const nameCharactersMax = 32

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
    return {
      text: [listed(names, namesMax), listed(chosenValues(bound), valuesMax)].join('\n').trimEnd(),
      areas: shared(weights, creditsFor(price.amount)),
    }
  }
}

function shared(weights: ReadonlyMap<string, number>, credits: number): readonly AreaCredits[] {
  const areas = [...weights].map(([area, weight]) => ({ area, credits: weight }))
  if (areas.length === 0) return []
  return splitCredits(areas, credits)
    .filter((each) => each.credits > 0)
    .sort((a, b) => b.credits - a.credits)
}
