import { expect, test } from 'vitest'
import { areaArguments, areaSelection } from './area-selection.ts'

test('default: writes the arguments that have a value', () => {
  const limited = areaSelection('derivatives.options', ({ argument }) =>
    argument === 'filter' ? '{limit: 5}' : undefined,
  )
  expect(limited).toMatch(/^derivatives \{ options\(filter: \{limit: 5\}\) \{ symbol /)
  const bounded = areaSelection('derivatives.options', ({ argument, type }) =>
    type === 'Float' ? `$${argument}` : undefined,
  )
  expect(bounded).toMatch(/options\(minStrike: \$minStrike, maxStrike: \$maxStrike\)/)
})

test('default: without values no field has parentheses', () => {
  expect(areaSelection('financials', () => undefined)).not.toMatch(/[()%]/)
})

test('default: lists the arguments of all fields of an area', () => {
  expect(areaArguments('market')).toEqual([])
  expect(areaArguments('shortInterest')).toEqual([
    { argument: 'filter', type: 'ArrayFilterInput' },
    { argument: 'knownOn', type: 'String' },
  ])
  expect(areaArguments('relationships')).toContainEqual({
    argument: 'kinds',
    type: '[RelationshipKind!]',
  })
})
