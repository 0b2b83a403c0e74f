import { Kind, parse } from 'graphql'
import { expect, test } from 'vitest'
import { conditionOf, eitherOf, everyOf, holds } from './conditions.ts'

const conditionIn = (text: string) => {
  const [operation] = parse(text).definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('not an operation')
  return conditionOf(operation.selectionSet.selections[0]!)
}

test.each([
  ['{ a }', {}, true],
  ['{ a @skip(if: true) }', {}, false],
  ['{ a @include(if: false) }', {}, false],
  ['query ($v: Boolean!) { a @skip(if: $v) }', { v: true }, false],
  ['query ($v: Boolean!) { a @include(if: $v) }', { v: true }, true],
  ['query ($v: Boolean!) { a @include(if: $v) @skip(if: $v) }', { v: true }, false],
])('default: %s with %j', (text, variables, expected) => {
  expect(holds(conditionIn(text), variables)).toBe(expected)
})

test('behavior: both and either', () => {
  const v = conditionIn('query ($v: Boolean!) { a @include(if: $v) }')
  const w = conditionIn('query ($w: Boolean!) { a @include(if: $w) }')
  const truth = (variables: { v: boolean; w: boolean }) => [
    holds(everyOf(v, w), variables),
    holds(eitherOf(v, w), variables),
  ]
  expect([
    truth({ v: true, w: true }),
    truth({ v: true, w: false }),
    truth({ v: false, w: false }),
  ]).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ])
})
