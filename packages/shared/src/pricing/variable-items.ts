import { bounds } from '../bounds.ts'
import { FiqError } from '../errors.ts'

/** Members of an object in a list that do not count as items. A bar has six. */
const membersInListFree = 20

/**
 * Refuses variables with too many values before coercion: coercion takes time for each item of a
 * list, and graphql prints every member of a refused object. A body can contain 300,000 items, or
 * 40,000 members.
 *
 * @throws FiqError `QUERY_TOO_LARGE`
 */
export function refuseManyItems(variables: Readonly<Record<string, unknown>>): void {
  count(variables, false, { items: 0, members: 0 })
}

function count(value: object, isItem: boolean, sums: { items: number; members: number }): void {
  const isList = Array.isArray(value)
  const size = isList ? value.length : Object.keys(value).length
  if (isList) sums.items += size
  else sums.members += isItem ? Math.max(0, size - membersInListFree) : size
  refuseOver(sums.items, bounds.variableItemsMax, 'The lists of the variables', 'items')
  refuseOver(sums.members, bounds.variableMembersMax, 'The objects of the variables', 'members')
  for (const inner of isList ? value : Object.values(value))
    if (typeof inner === 'object' && inner !== null) count(inner, isList, sums)
}

function refuseOver(sum: number, most: number, subject: string, unit: string): void {
  if (sum > most)
    throw new FiqError('QUERY_TOO_LARGE', `${subject} have more than ${most} ${unit}.`)
}
