import { schemaText, tariff } from '@fiq/shared/schema/contract'
import fc from 'fast-check'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { typedPrice } from './typed-price.ts'

const contract = { schema: buildSchema(schemaText), tariff }
const priced = (query: string, variables = '', operationName?: string) =>
  typedPrice(contract, { query, variables, operationName })

test('default: prices the text in the editor, itemised', () => {
  const quotes = 'query ($t: [String!]!) { quotes(tickers: $t) { price } }'
  expect(priced(quotes, '{ "t": ["A", "B", "C", "D", "E", "F"] }')).toEqual({
    is: 'priced',
    price: { credits: 6, amount: 18_000n, rows: [['quotes', 6, 6]] },
  })
})

test('behavior: handles an empty text, comments, introspection and several operations', () => {
  expect(priced('')).toEqual({ is: 'empty' })
  expect(priced('# hello\n')).toEqual({ is: 'empty' })
  expect(priced('{ __typename }')).toEqual({ is: 'free' })
  const two = 'query A { __typename } query B { marketStatus { session } }'
  expect(priced(two)).toEqual({ is: 'free' })
  expect(priced(two, '', 'B')).toMatchObject({ is: 'priced' })
})

test.each([
  ['{ quots }', '', /quots/],
  ['{', '', /Syntax/i],
  ['{ __typename }', '[1]', /not a JSON object/],
  ['{ __typename }', '{', /not JSON/],
])('error: %s with %s gives the reason', (query, variables, words) => {
  const result = priced(query, variables)
  expect(result.is === 'invalid' ? result.message : result.is).toMatch(words)
})

test('error: the page works with any typed text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (query, variables) => {
      expect(priced(query, variables)).toHaveProperty('is')
    }),
  )
})
