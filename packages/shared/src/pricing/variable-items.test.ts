import { bounds } from '@fiq/shared/bounds'
import { expect, test } from 'vitest'
import { refuseManyItems } from './variable-items.ts'

const { variableItemsMax: most } = bounds

test.each([
  ['one list', { tickers: Array(most).fill('A') }],
  ['lists in lists', { grid: [Array(most - 2).fill(1), []] }],
  ['lists in objects', { filter: { tags: Array(most - 1).fill('A') }, tickers: ['A'] }],
])('default: %s may have as many items as the limit', (_, variables) => {
  expect(() => refuseManyItems(variables)).not.toThrow()
  const more = { ...variables, one: [null] }
  expect(() => refuseManyItems(more)).toThrow(expect.objectContaining({ code: 'QUERY_TOO_LARGE' }))
})

test('default: a value that is not a list has no items', () => {
  expect(() => refuseManyItems({ name: 'A', none: null, filter: { limit: 5 } })).not.toThrow()
})

test('behavior: counts members of objects, also within lists, and an object in a list has 20 free', () => {
  const members = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, at]))
  const { variableMembersMax } = bounds
  for (const variables of [
    { f: members(variableMembersMax - 1) },
    { f: [members(variableMembersMax - 1 + 20)] },
    { f: [{ g: members(variableMembersMax - 1) }] },
  ]) {
    expect(() => refuseManyItems(variables)).not.toThrow()
    expect(() => refuseManyItems({ ...variables, g: null })).toThrow('members')
  }
})
