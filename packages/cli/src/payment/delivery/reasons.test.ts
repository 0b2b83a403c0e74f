import { describe, expect, test } from 'vitest'
import { explainReason, knownReasons } from './reasons.ts'

describe('explainReason', () => {
  test.each([
    ['insufficient_funds', 'holds less'],
    ['invalid_exact_evm_insufficient_balance', 'holds less'],
    ['HTTP 402: SETTLEMENT_FAILED: transfer amount exceeds balance', 'holds less'],
    ['invalid_exact_evm_payload_authorization_valid_before', 'had expired'],
    ['invalid_exact_evm_payload_authorization_valid_after', 'not valid yet'],
    ['invalid_exact_evm_payload_signature', 'the signature'],
    ['invalid_exact_evm_payload_recipient_mismatch', 'not the address'],
    ['invalid_exact_evm_payload_authorization_value', 'signed amount'],
    ['invalid_exact_evm_authorization_canceled', 'was canceled'],
    ['invalid_exact_evm_token_paused', 'paused USDC'],
    ['invalid_exact_evm_payer_blacklisted', 'blacklisted the wallet'],
    ['invalid_exact_evm_payee_blacklisted', 'blacklisted the payee'],
    ['unexpected_settle_error', 'refused the transfer'],
    ['invalid_network', 'this kind of payment'],
    ['PAYMENT_BOUND_TO_OTHER_REQUEST', 'another request'],
  ])('default: explains %s', (reason, words) => {
    expect(explainReason(reason)).toContain(words)
  })

  test('behavior: an unknown reason has no explanation', () => {
    expect(explainReason('HTTP 418: teapot')).toBeUndefined()
  })

  test('behavior: only one pattern matches each sentence', () => {
    const sentences = knownReasons.map(({ sentence }) => sentence)
    expect(new Set(sentences).size).toBe(sentences.length)
  })
})
