import type { ItemisedQuote } from '@fiq/shared/payment/quote'
import { expect, test, vi } from 'vitest'
import type { HttpAnswer } from '../http-answer.ts'
import { addSecret, quoteAnswer, withoutSecret, withSecret } from '../query/quote-answer.ts'
import { createToolResult } from './tool-result.ts'

const secretOf = (letter: string) => `${letter.repeat(21)}A`

function quoteFor(path: string) {
  const quote: ItemisedQuote = {
    version: 1,
    tariff: 't',
    credits: 5,
    unitPrice: '3000',
    total: '15000',
    rows: [[path, 1, 5]],
    digest: 'd',
  }
  const payTo = `0x${'b'.repeat(40)}`
  const offer = { url: 'http://fiq.test/a', description: 'd', amount: 15_000n, payTo }
  return quoteAnswer(undefined, { ...offer, maxTimeoutSeconds: 60, quote }, secretOf('q'))
}

test('default: caches results of repeated quotes up to a number of bytes, each with its own secret', () => {
  const parse = vi.spyOn(JSON, 'parse')
  const parsed = (work: () => string) => {
    parse.mockClear()
    const result = work()
    return [parse.mock.calls.length > 0, result.includes(secretOf('t'))]
  }
  const cached = (path: string) => withoutSecret(quoteFor(path))
  const a = cached('a')
  const repeated = (answer: HttpAnswer, letter: string) => withSecret(answer, secretOf(letter))
  const size = createToolResult()(quoteFor('a')).length
  const toResult = createToolResult(undefined, 2.5 * (2 * size + 8_000))
  expect(parsed(() => toResult(repeated(a, 's')))).toEqual([true, false])
  expect(parsed(() => toResult(repeated(a, 't')))).toEqual([false, true])
  for (const other of [cached('b'), cached('c')]) toResult(repeated(other, 's'))
  expect(parsed(() => toResult(repeated(a, 't')))).toEqual([true, true])
  parse.mockRestore()
})

test('behavior: bindings have results of their own, and a first quote is not cached', () => {
  const toResult = createToolResult()
  const first = quoteFor('a')
  const again = withSecret(withoutSecret(first), secretOf('q'))
  for (const answer of [again, again, first]) {
    expect(toResult(answer)).toContain('"isError":true')
    expect(toResult(answer, 'extension')).toMatch(/^{"resultType":"payment_required"/)
  }
  expect(toResult(again)).toBe(toResult(first))
})

test('behavior: a secret beside its quote is in the result, the first time too', () => {
  const secretless = withoutSecret(quoteFor('a'))
  const expected = createToolResult()(withSecret(secretless, secretOf('s')))
  const toResult = createToolResult()
  for (const letter of ['t', 's']) {
    const result = toResult(addSecret(secretless, secretOf(letter)))
    expect(result.includes(secretOf(letter))).toBe(true)
  }
  expect(toResult(addSecret(secretless, secretOf('s')))).toBe(expected)
  expect(expected).not.toContain(secretOf('q'))
})
