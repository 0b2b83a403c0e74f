import { expect, test } from 'vitest'
import { filterOptions } from './filter-options.ts'
import { renamedIn } from './renamed.ts'

const chosen = (options: Record<string, string>, globals: Record<string, unknown> = {}) => ({
  declaration: { name: 'holdings', summary: '', options: filterOptions },
  args: { arguments: {}, options },
  globals,
})

test('default: does not warn about new names', () => {
  expect(renamedIn(chosen({ sort: '-date' }, { maxSpend: '1' }), { FIQ_MAX_SPEND: '1' })).toEqual(
    [],
  )
})

test.each([
  [chosen({}, { maxPrice: '1' }), {}, '--max-price is now --max-spend'],
  [chosen({}), { FIQ_MAX_PRICE: '1' }, 'FIQ_MAX_PRICE is now FIQ_MAX_SPEND'],
  [chosen({ sort: 'desc' }), {}, '--sort DESC is now --sort -date'],
  [chosen({ sort: 'ASC' }), {}, '--sort ASC is now --sort date'],
])('behavior: an old name reports its new one', (given, env, words) => {
  expect(renamedIn(given, env)).toEqual([expect.stringContaining(words)])
})

test('behavior: the share price of a screen is not a renamed option', () => {
  expect(renamedIn(chosen({ maxPrice: '5' }), {})).toEqual([])
})

test('behavior: a command that sorts by fields never took DESC', () => {
  const declaration = { name: 'quote', summary: '', options: [] }
  expect(renamedIn({ ...chosen({ sort: 'DESC' }), declaration }, {})).toEqual([])
})
