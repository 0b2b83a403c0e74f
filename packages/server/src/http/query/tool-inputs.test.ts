import { catalog } from '@fiq/shared/catalog/catalog'
import { expect, test } from 'vitest'
import { inputChecks } from './tool-inputs.ts'

const checks = inputChecks(catalog)
const refused = (pointer: string) =>
  expect.objectContaining({
    code: 'BAD_INPUT',
    facts: expect.arrayContaining([`Pointer: ${pointer}`]),
  })

test.each(catalog.map(({ name }) => [name]))(
  'error: %s: its schema compiles, and refuses another input',
  (name) => {
    expect(() => checks.get(name)!({ nothing: 1 })).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT' }),
    )
  },
)

test('default: returns a valid input itself, and names the place of a fault', () => {
  const check = checks.get('quotes')!
  const input = { tickers: ['AAPL'] }
  expect(check(input)).toBe(input)
  expect(() => check({})).toThrow(refused('/tickers'))
  expect(() => check({ ...input, limit: 1 })).toThrow(refused('/limit'))
  expect(() => check({ tickers: [1] })).toThrow(refused('/tickers/0'))
})
