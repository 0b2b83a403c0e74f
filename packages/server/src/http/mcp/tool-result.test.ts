import type { ItemisedQuote } from '@fiq/shared/payment/quote'
import { expect, test, vi } from 'vitest'
import { quoteAnswer } from '../query/quote-answer.ts'
import { createToolResult } from './tool-result.ts'

const secretOf = (letter: string) => `${letter.repeat(21)}A`

function quoteFor(path: string, letter: string) {
  const quote: ItemisedQuote = {
    ...{ version: 1, tariff: 't', credits: 5, unitPrice: '3000', total: '15000' },
    ...{ rows: [[path, 1, 5]], digest: 'd' },
  }
  const payTo = `0x${'b'.repeat(40)}`
  const offer = { url: 'http://fiq.test/a', description: 'd', amount: 15_000n, payTo }
  return quoteAnswer(undefined, { ...offer, maxTimeoutSeconds: 60, quote }, secretOf(letter))
}

test('default: caches results of quotes up to a number of bytes, each sent with its own secret', () => {
  const parse = vi.spyOn(JSON, 'parse')
  const parsed = (work: () => string) => {
    parse.mockClear()
    const result = work()
    return [parse.mock.calls.length > 0, result.includes(secretOf('t'))]
  }
  const size = createToolResult()(quoteFor('a', 's')).length
  const toResult = createToolResult(undefined, 7 * size)
  expect(parsed(() => toResult(quoteFor('a', 's')))).toEqual([true, false])
  expect(parsed(() => toResult(quoteFor('a', 't')))).toEqual([false, true])
  for (const path of ['b', 'c']) toResult(quoteFor(path, 's'))
  expect(parsed(() => toResult(quoteFor('a', 't')))).toEqual([true, true])
  parse.mockRestore()
})
