import { expect, test } from 'vitest'
import { refusalOf, refusalOfRevert } from './refusal-reason.ts'

test.each([
  ['FiatTokenV2: authorization is expired', 'invalid_exact_evm_payload_authorization_valid_before'],
  [
    'FiatTokenV2: authorization is not yet valid',
    'invalid_exact_evm_payload_authorization_valid_after',
  ],
  ['FiatTokenV2: authorization is used or canceled', 'invalid_exact_evm_nonce_already_used'],
  ['ERC20: transfer amount exceeds balance', 'invalid_exact_evm_insufficient_balance'],
  ['FiatTokenV2: invalid signature', 'invalid_exact_evm_signature'],
  ["ECRecover: invalid signature 's' value", 'invalid_exact_evm_signature'],
  ['Blacklistable: account is blacklisted', 'invalid_exact_evm_payee_blacklisted'],
  ['Pausable: paused', 'invalid_exact_evm_token_paused'],
  ['ERC20: transfer to the zero address', 'invalid_exact_evm_transaction_failed'],
])('default: %s', (text, reason) => {
  expect(refusalOfRevert(text)).toMatchObject({ reason, message: expect.stringContaining(text) })
})

test("behavior: the node's prefix before the reason is removed", () => {
  expect(refusalOfRevert('execution reverted: ERC20: no')).toEqual(refusalOfRevert('ERC20: no'))
})

test('behavior: handles a revert without a text, and a very long one', () => {
  expect(refusalOfRevert(undefined)).toEqual(refusalOf('invalid_exact_evm_transaction_failed'))
  expect(refusalOfRevert('x'.repeat(10_000)).message.length).toBeLessThan(300)
})
