import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import { settlementOfRevert, unknown } from './settlement-of-revert.ts'

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

/** A chain at this time, on which the nonce is used or not, without a log of it. */
const chainAt = (seconds: bigint, isUsed: boolean) => ({
  seconds: () => seconds,
  request: async ({ method }: { method: string }) => {
    if (method === 'eth_blockNumber') return '0x1'
    if (method === 'eth_getLogs') return []
    return `0x${(isUsed ? '1' : '0').padStart(64, '0')}`
  },
})

test('default: reads the wallet after the nonce, so its refusal is final', async () => {
  const poor = 'ERC20: transfer amount exceeds balance'
  expect(await settlementOfRevert(chainAt(1n, false), { signed }, poor)).toMatchObject({
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
  const of = (isUsed: boolean) => settlementOfRevert(chainAt(seconds, isUsed), { signed }, text)
  expect(await of(false)).toMatchObject({ outcome: 'refused', reason })
  expect(await of(true)).toMatchObject({ outcome: 'unknown' })
})

const { from, nonce, validBefore } = signed.authorization
const canceledLog = {
  address: usdcOnBase.asset,
  topics: [
    toEventSelector('AuthorizationCanceled(address,bytes32)'),
    `0x${from.slice(2).padStart(64, '0')}`,
    nonce,
  ],
  data: '0x',
  logIndex: '0x0',
  transactionHash: `0x${'44'.repeat(32)}`,
}
/** A chain on which the payer has cancelled. */
const canceledAt = (seconds: bigint) => ({
  seconds: () => seconds,
  request: async ({ method }: { method: string }) => {
    if (method === 'eth_blockNumber') return '0x1'
    if (method === 'eth_getLogs') return [canceledLog]
    if (method === 'eth_getTransactionReceipt') return { logs: [canceledLog] }
    return `0x${'1'.padStart(64, '0')}`
  },
})

test.each([
  [
    'ERC20: transfer amount exceeds balance',
    chainAt,
    {
      reason: 'invalid_exact_evm_insufficient_balance',
      message:
        'The payer holds too little USDC. Reason of the token: ERC20: transfer amount exceeds balance.',
    },
  ],
  ['Pausable: paused', chainAt, { reason: 'invalid_exact_evm_token_paused' }],
  [
    'FiatTokenV2: authorization is used or canceled',
    chainAt,
    { message: 'The chain has no result for the payment yet.' },
  ],
  [undefined, chainAt, { reason: 'invalid_exact_evm_transaction_failed' }],
  [
    'FiatTokenV2: authorization is used or canceled',
    canceledAt,
    { reason: 'invalid_exact_evm_authorization_canceled' },
  ],
])('behavior: after sending, %s refuses only expired payments', async (text, chain, told) => {
  const of = (seconds: bigint) =>
    settlementOfRevert(chain(seconds, false), { signed, sent: '0x77' }, text)
  const unknown = await of(validBefore - 1n)
  expect(unknown).toMatchObject({ outcome: 'unknown', transaction: '0x77', ...told })
  expect('reason' in unknown).toBe('reason' in told)
  expect(await of(validBefore)).toMatchObject({ outcome: 'refused' })
})

test('unknown: default: names the transaction that may still move it', () => {
  expect(unknown('why', '0x77')).toEqual({
    outcome: 'unknown',
    message: 'why',
    transaction: '0x77',
  })
})
