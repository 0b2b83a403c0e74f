import { encodeHeader } from '@fiq/shared/payment/header-codec'
import { paymentResponseHeader } from '@fiq/shared/payment/payment-response'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeAnswer, readRetryAfter, reasonOf } from './judge-answer.ts'

const transaction = `0x${'ab'.repeat(32)}` as const
const receipt = paymentResponseHeader({ transaction, payer: `0x${'11'.repeat(20)}` })
const now = Date.parse('2026-11-20T12:00:00Z')

describe('judgeAnswer', () => {
  test.each([
    [200, { 'payment-response': receipt }, '{}', { is: 'answered', transaction }],
    [200, {}, '{}', { is: 'answered', transaction: undefined }],
    [503, { 'retry-after': '3' }, '', { is: 'again', retryAfterMs: 3_000, reason: 'HTTP 503' }],
    [500, {}, '', { is: 'again', retryAfterMs: undefined, reason: 'HTTP 500' }],
    [429, {}, '', { is: 'again', retryAfterMs: undefined, reason: 'HTTP 429' }],
    [
      502,
      { 'payment-response': receipt },
      '',
      { is: 'owed', transaction, retryAfterMs: undefined, reason: 'HTTP 502' },
    ],
    [402, {}, '{}', { is: 'refused', reason: 'HTTP 402' }],
    [302, {}, '', { is: 'refused', reason: 'HTTP 302' }],
    [404, {}, '', { is: 'refused', reason: 'HTTP 404' }],
    [
      200,
      {},
      '{"errors":[{"message":"down","extensions":{"code":"UPSTREAM_UNAVAILABLE","funds":"untouched"}}]}',
      { is: 'refused', reason: 'HTTP 200: UPSTREAM_UNAVAILABLE: down' },
    ],
    [
      200,
      {},
      '{"data":{"a":1},"errors":[{"message":"x","extensions":{"funds":"untouched"}}]}',
      { is: 'answered', transaction: undefined },
    ],
  ])('default: %i %j', (status, headers, body, expected) => {
    expect(judgeAnswer({ status, headers, body }, now)).toEqual(expected)
  })

  test('behavior: a receipt that says no is no receipt', () => {
    const refused = encodeHeader({ success: false, transaction, network: 'eip155:8453' })
    expect(
      judgeAnswer({ status: 500, headers: { 'payment-response': refused }, body: '' }, now).is,
    ).toBe('again')
  })

  test('behavior: whatever comes, only 2xx is an answer and nothing throws', () => {
    const headers = fc.dictionary(
      fc.constantFrom('payment-response', 'payment-required', 'retry-after'),
      fc.oneof(
        fc.string(),
        fc.base64String(),
        fc.json().map((text) => Buffer.from(text).toString('base64')),
      ),
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 599 }),
        headers,
        fc.oneof(fc.json(), fc.string()),
        (status, given, body) => {
          const verdict = judgeAnswer({ status, headers: given, body }, now)
          expect(verdict.is === 'answered').toBe(status >= 200 && status < 300)
        },
      ),
    )
  })
})

describe('reasonOf', () => {
  test('default: the words of header and body, once each', () => {
    const body = JSON.stringify({
      errors: [{ message: 'no', extensions: { code: 'PAYMENT_INVALID' } }],
    })
    const headers = { 'payment-required': encodeHeader({ error: 'insufficient_funds' }) }
    expect(reasonOf({ status: 402, headers, body })).toBe(
      'HTTP 402: insufficient_funds; PAYMENT_INVALID: no',
    )
  })

  test('behavior: what is said twice, with its code and without, is said once', () => {
    const message = 'The payer holds too little USDC.'
    const body = JSON.stringify({
      errors: [{ message, extensions: { code: 'SETTLEMENT_FAILED' } }],
    })
    const headers = { 'payment-required': encodeHeader({ error: message }) }
    expect(reasonOf({ status: 402, headers, body })).toBe(`HTTP 402: SETTLEMENT_FAILED: ${message}`)
  })

  test('behavior: cleaned and cut', () => {
    const body = JSON.stringify({ errors: [{ message: `\u001b[2J\u202e${'x'.repeat(9_999)}` }] })
    const reason = reasonOf({ status: 402, headers: {}, body })
    expect(reason).toHaveLength(400)
    expect(reason.slice(0, 12)).toBe('HTTP 402: xx')
  })
})

describe('readRetryAfter', () => {
  test.each([
    ['7', 7_000],
    ['Fri, 20 Nov 2026 12:00:09 GMT', 9_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['99999999999', undefined],
    ['1e3', undefined],
    [undefined, undefined],
  ])('default: %s is %s ms', (header, expected) => {
    expect(readRetryAfter(header, now)).toBe(expected)
  })
})
