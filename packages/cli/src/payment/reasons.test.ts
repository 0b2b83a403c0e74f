import { describe, expect, test } from 'vitest'
import { explainReason, knownReasons } from './reasons.ts'

describe('explainReason', () => {
  test.each([
    ['insufficient_funds', 'INSUFFICIENT_FUNDS'],
    ['invalid_exact_evm_insufficient_balance', 'INSUFFICIENT_FUNDS'],
    ['HTTP 402: SETTLEMENT_FAILED: transfer amount exceeds balance', 'INSUFFICIENT_FUNDS'],
    ['invalid_exact_evm_payload_authorization_valid_before', 'PAYMENT_REJECTED'],
    ['invalid_exact_evm_payload_authorization_valid_after', 'PAYMENT_REJECTED'],
    ['invalid_exact_evm_payload_signature', 'PAYMENT_REJECTED'],
    ['invalid_exact_evm_payload_recipient_mismatch', 'PAYMENT_REJECTED'],
    ['invalid_exact_evm_payload_authorization_value', 'PAYMENT_REJECTED'],
    ['unexpected_settle_error', 'PAYMENT_REJECTED'],
    ['invalid_network', 'PAYMENT_REJECTED'],
    ['PAYMENT_BOUND_TO_OTHER_REQUEST', 'PAYMENT_REJECTED'],
  ])('default: %s is %s, with a sentence and a remedy', (reason, code) => {
    const known = explainReason(reason)
    expect(known).toMatchObject({ code })
    expect(known!.sentence).toMatch(/^[A-Z].*\.$/)
    expect(known!.remedy).toMatch(/\.$/)
  })

  test('behavior: unknown words are explained by nobody', () => {
    expect(explainReason('HTTP 418: teapot')).toBeUndefined()
  })

  test('behavior: each sentence is given for one pattern only', () => {
    const sentences = knownReasons.map(({ sentence }) => sentence)
    expect(new Set(sentences).size).toBe(sentences.length)
  })
})
