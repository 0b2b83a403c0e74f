import { buildSchema, type GraphQLOutputType } from 'graphql'
import { expect, test } from 'vitest'
import { Kind, shapeOf } from './type-shape.ts'

const schema = buildSchema(
  'type Query { a: Int! b: [String!] c: [[Query!]]! d: Kind e: Query } enum Kind { ONE }',
)
const of = (name: string) =>
  shapeOf(schema.getQueryType()!.getFields()[name]!.type as GraphQLOutputType)

test('default: null may replace a value, an object, or neither', () => {
  expect(of('a')).toEqual({ isNonNull: true, isInnerNonNull: true, leaf: Kind.integer })
  expect(of('b')).toMatchObject({ isNonNull: false, isInnerNonNull: true, leaf: Kind.other })
  expect(of('c')).toMatchObject({ isNonNull: true, isInnerNonNull: true, leaf: Kind.other })
  expect(of('e')).toMatchObject({ isNonNull: false, isInnerNonNull: false, leaf: Kind.other })
})

test('behavior: completes a custom scalar with its own function', () => {
  expect(of('d').leaf).toBe(Kind.leaf)
})
