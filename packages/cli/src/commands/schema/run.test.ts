import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql'
import { expect, test } from 'vitest'
import { wrapSchema } from './run.ts'

const schema = `type Query {
  """The first words of a description that is longer than a line."""
  prices(tickers: [String!]!, range: String = "1y", interval: String = "1d"): [Float]

  """
  Another description that is longer than a line, in a block of its own.
  """
  short: Int
}`

test('default: no line is longer than the terminal, and the indentation stays', () => {
  expect(wrapSchema(schema, 40)).toBe(`type Query {
  """
  The first words of a description
  that is longer than a line.
  """
  prices(tickers: [String!]!, range:
    String = "1y", interval: String =
    "1d"): [Float]

  """
  Another description that is longer
  than a line, in a block of its own.
  """
  short: Int
}`)
})

test('behavior: short lines stay, and the wrapped text is the same schema', () => {
  expect(wrapSchema(schema, 100)).toBe(schema)
  const shapeOf = (text: string) =>
    printSchema(lexicographicSortSchema(buildSchema(text))).replaceAll(/"""[^"]*"""\n/g, '')
  expect(shapeOf(wrapSchema(schema, 30))).toBe(shapeOf(schema))
})
