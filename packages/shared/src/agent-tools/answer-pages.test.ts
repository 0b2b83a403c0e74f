import { expect, test } from 'vitest'
import { budgetOf, nextUri, pageRequestOf, readUri } from './answer-pages.ts'

const id = '0123456789abcdef'.repeat(2)

test('default: a URI names an answer and a page, and the next one', () => {
  const read = readUri(`fiq://answer/${id}?table=a.0.b&columns=x,y&format=csv`)
  expect(read).toMatchObject({ id, request: { table: 'a.0.b', columns: ['x', 'y'] } })
  expect(readUri(nextUri(id, read!.request, 40))).toMatchObject({
    request: { ...read!.request, from: 40 },
  })
  expect(readUri('https://fiq.example')).toBeUndefined()
  expect(readUri('fiq://answer/1')).toBeUndefined()
})

test.each([
  [{ from: -1 }, 'from must be a whole number from 0'],
  // Without rows, the next page would begin where this one does.
  [{ rows: 0 }, 'rows must be a whole number from 1'],
  [{ columns: 5 }, 'columns must be names of columns'],
  [{ format: 'csv' }, 'format must be csv for a table only'],
])('error: %j gives an error that names the mistake', (given, message) =>
  expect(() => pageRequestOf(given)).toThrow(message),
)

test('error: a budget is 0 or at least 4,000 bytes', () => {
  expect(budgetOf({ 'fiq/budget': 0 }, 5)).toBe(0)
  expect(budgetOf(undefined, 5)).toBe(5)
  for (const budget of [1, 3_999, '4000', -1])
    expect(() => budgetOf({ 'fiq/budget': budget }, 5)).toThrow('fiq/budget')
})
