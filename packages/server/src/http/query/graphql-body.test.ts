import { expect, test } from 'vitest'
import { bodyOf, parametersOf } from './graphql-body.ts'

test('default: reads an operation, and its length without reading it', () => {
  const text = JSON.stringify({ query: '{ a }', variables: { b: 1 }, operationName: 'c' })
  const body = bodyOf(text)
  expect(body.characters).toBe(text.length)
  expect(body.read()).toEqual({ query: '{ a }', variables: { b: 1 }, operationName: 'c' })
  expect(bodyOf('{').characters).toBe(1)
})

test.each([
  { query: '{ a }' },
  { query: '{ a }', variables: null, operationName: null, extensions: null },
  { query: '{ a }', operationName: '', other: 1 },
])('default: absent members: %o', (json) => {
  const operation = { query: '{ a }', variables: {}, operationName: undefined }
  expect(bodyOf(JSON.stringify(json)).read()).toEqual(operation)
  expect(parametersOf({ query: '{ a }', variables: '', extensions: '' }).read()).toEqual(operation)
})

test.each([
  ['null', 'BAD_REQUEST', 'The field "body" is not an object.'],
  ['[{"query":"{ a }"}]', 'BAD_REQUEST', 'The server accepts no batches. Send one operation'],
  ['{}', 'BAD_REQUEST', 'The field "query" is not a text.'],
  ['{"query":"","variables":[]}', 'BAD_REQUEST', 'The field "variables" is not an object.'],
  ['{"query":"","extensions":"a"}', 'BAD_REQUEST', 'The field "extensions" is not an object.'],
  ['{"query":"","operationName":1}', 'BAD_REQUEST', 'The field "operationName" is not a text.'],
  ['{"query":', 'BAD_JSON', 'The request body is not JSON.'],
])('error: %s: %s', (text, code, message) => {
  expect(() => bodyOf(text).read()).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(message) }),
  )
})

test.each([
  [{ query: '{ a }', variables: '{' }, 'BAD_JSON', 'The parameter "variables" is not JSON.'],
  [{ query: '{ a }', variables: '1' }, 'BAD_REQUEST', 'The field "variables" is not an object.'],
  [
    // Joined by a comma they would be JSON, and the length of the list says nothing of its depth.
    { query: '{ a }', variables: ['{"a":[1', '2]}'] },
    'BAD_REQUEST',
    'The field "variables" is not a text.',
  ],
  [
    { query: '{ a }', extensions: '['.repeat(101) },
    'BAD_REQUEST',
    '"extensions" nests deeper than 100 brackets.',
  ],
])('error: parameters %o', (query, code, message) => {
  expect(() => parametersOf(query).read()).toThrow(expect.objectContaining({ code, message }))
})
