import { expect, test } from 'vitest'
import { nonceDecides, settlementOfRevert, unknown } from './settlement-of-revert.ts'

const signed = {
  authorization: {
    from: `0x${'11'.repeat(20)}`,
    to: `0x${'22'.repeat(20)}`,
    value: 1n,
    validAfter: 0n,
    validBefore: 9n,
    nonce: `0x${'01'.repeat(32)}`,
  },
  signature: `0x${'33'.repeat(64)}1b`,
} as const

/** A chain at a time whose token has used the nonce or not, and shows no log of it. */
const chainAt = (seconds: bigint, isUsed: boolean) => ({
  seconds: () => seconds,
  request: async ({ method }: { method: string }) => {
    if (method === 'eth_blockNumber') return '0x1'
    if (method === 'eth_getLogs') return []
    return `0x${(isUsed ? '1' : '0').padStart(64, '0')}`
  },
})

test('default: the wallet is looked at after the nonce, so its refusal stands', async () => {
  const poor = 'ERC20: transfer amount exceeds balance'
  expect(await settlementOfRevert(chainAt(1n, false), signed, poor)).toMatchObject({
    outcome: 'refused',
    reason: 'invalid_exact_evm_insufficient_balance',
  })
})

test.each([
  ['Pausable: paused', 1n, 'invalid_exact_evm_token_paused'],
  ['Blacklistable: account is blacklisted', 1n, 'invalid_exact_evm_payee_blacklisted'],
  [
    'FiatTokenV2: authorization is expired',
    9n,
    'invalid_exact_evm_payload_authorization_valid_before',
  ],
])('behavior: %s is a refusal only while the nonce is unused', async (text, seconds, reason) => {
  const of = (isUsed: boolean) => settlementOfRevert(chainAt(seconds, isUsed), signed, text)
  expect(await of(false)).toMatchObject({ outcome: 'refused', reason })
  expect(await of(true)).toMatchObject({ outcome: 'unknown' })
})

test('unknown: default: names the transaction that may still move it', () => {
  expect(unknown('why', '0x77')).toEqual({
    outcome: 'unknown',
    message: 'why',
    transaction: '0x77',
  })
  expect(nonceDecides.has('invalid_exact_evm_insufficient_balance')).toBe(false)
})
