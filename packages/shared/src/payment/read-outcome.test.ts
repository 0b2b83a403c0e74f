import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeHeader } from './header-codec.ts'
import { paymentResponseHeader } from './payment-response.ts'
import { readOutcome, readReceipt, readRetryAfter, reasonOf } from './read-outcome.ts'
import { readResult } from './read-result.ts'

const transaction = `0x${'ab'.repeat(32)}` as const
const authorization = {
  from: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  value: 15_000n,
} as const
const url = 'https://fiq.example/api/graphql'
const receipt = paymentResponseHeader({ transaction, payer: authorization.from })
const withReceipt = { 'payment-response': receipt }
const json = { 'content-type': 'application/json' }
const now = Date.parse('2026-11-20T12:00:00Z')

const final = { is: 'unanswered', isFinal: true, retryAfterMs: undefined } as const
const later = { ...final, isFinal: false } as const

describe('readOutcome', () => {
  test.each<[number, Record<string, string>, string, object]>([
    [200, withReceipt, '{"data":{}}', { is: 'answered', transaction }],
    [200, {}, '{"data":{}}', { is: 'answered', transaction: undefined }],
    [200, withReceipt, '{"errors":[{"message":"x"}]}', { is: 'answered', transaction }],
    [
      200,
      {},
      '{"errors":[{"message":"down","extensions":{"code":"NOT_FOUND","funds":"untouched"}}]}',
      { ...final, reason: 'HTTP 200: NOT_FOUND: down', transaction: undefined },
    ],
    [
      200,
      {},
      '{"data":{"a":1},"errors":[{"message":"x","extensions":{"funds":"untouched"}}]}',
      { is: 'answered', transaction: undefined },
    ],
    [
      200,
      withReceipt,
      '<html>',
      { ...final, reason: 'The answer cannot be read: it is not JSON', isOurs: true, transaction },
    ],
    [503, { 'retry-after': '3' }, '', { ...later, retryAfterMs: 3_000, reason: 'HTTP 503' }],
    [500, {}, '', { ...later, reason: 'HTTP 500' }],
    [429, {}, '', { ...later, reason: 'HTTP 429' }],
    [502, withReceipt, '', { ...later, transaction, reason: 'HTTP 502' }],
    [402, {}, '{}', { ...final, reason: 'HTTP 402' }],
    [402, withReceipt, '{}', { ...final, transaction, reason: 'HTTP 402' }],
    [302, {}, '', { ...final, reason: 'HTTP 302' }],
    [404, {}, '', { ...final, reason: 'HTTP 404' }],
  ])('default: %i %j %s', (status, headers, body, expected) => {
    expect(outcome(status, headers, body)).toEqual(expected)
  })

  test('behavior: a claim of settlement in the body is not a receipt', () => {
    const body = '{"errors":[{"message":"x","extensions":{"code":"ANSWER_OWED"}}]}'
    expect(outcome(502, {}, body)).toMatchObject({ is: 'unanswered', transaction: undefined })
    const refused = encodeHeader({ success: false, transaction, network: 'eip155:8453' })
    expect(outcome(500, { 'payment-response': refused }, '')).toMatchObject({
      transaction: undefined,
    })
  })

  test('behavior: only a readable 2xx is an answer, and no response throws', () => {
    const headers = fc.dictionary(
      fc.constantFrom('payment-response', 'payment-required', 'retry-after', 'content-type'),
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
          const { is } = outcome(status, given, body)
          const isData = readResult({ status, headers: { ...json, ...given }, body }, url)
          expect(is === 'answered').toBe(status >= 200 && status < 300 && isData.is === 'data')
        },
      ),
    )
  })
})

function outcome(status: number, headers: Record<string, string>, body: string) {
  return readOutcome(
    { status, headers: { ...json, ...headers }, body },
    { url, authorization },
    now,
  )
}

const honest = {
  success: true,
  transaction,
  network: 'eip155:8453',
  payer: authorization.from,
}
const read = (receipt: unknown) => readReceipt(encodeHeader(receipt), authorization)

describe('readReceipt', () => {
  test('default: returns the transaction of a matching receipt', () => {
    expect(read(honest)).toBe(transaction)
    expect(read({ ...honest, amount: String(authorization.value) })).toBe(transaction)
    expect(read({ ...honest, payer: authorization.from.toLowerCase() })).toBe(transaction)
  })

  test.each<[string, Record<string, unknown>]>([
    ['another payer', { payer: `0x${'12'.repeat(20)}` }],
    ['no payer', { payer: undefined }],
    ['another amount', { amount: '1' }],
    ['no transaction', { transaction: '' }],
    ['a short transaction', { transaction: '0xab' }],
    ['a failure', { success: false }],
    ['another network', { network: 'eip155:1' }],
  ])('error: ignores a receipt with %s', (_, change) => {
    expect(read({ ...honest, ...change })).toBeUndefined()
  })

  test('error: ignores random text and an absent header', () => {
    expect(readReceipt('ÿ', authorization)).toBeUndefined()
    expect(readReceipt(undefined, authorization)).toBeUndefined()
  })
})

describe('reasonOf', () => {
  test('default: quotes header and body, each text once', () => {
    const body = JSON.stringify({
      errors: [{ message: 'no', extensions: { code: 'PAYMENT_INVALID' } }],
    })
    const headers = { 'payment-required': encodeHeader({ error: 'insufficient_funds' }) }
    expect(reasonOf({ status: 402, headers, body })).toBe(
      'HTTP 402: insufficient_funds; PAYMENT_INVALID: no',
    )
  })

  test('behavior: quotes a message once if it is repeated without its code', () => {
    const message = 'The payer holds too little USDC.'
    const body = JSON.stringify({
      errors: [{ message, extensions: { code: 'SETTLEMENT_FAILED' } }],
    })
    const headers = { 'payment-required': encodeHeader({ error: message }) }
    expect(reasonOf({ status: 402, headers, body })).toBe(`HTTP 402: SETTLEMENT_FAILED: ${message}`)
  })

  test('behavior: cleans and shortens', () => {
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
  ])('default: %s gives %s ms', (header, expected) => {
    expect(readRetryAfter(header, now)).toBe(expected)
  })
})
