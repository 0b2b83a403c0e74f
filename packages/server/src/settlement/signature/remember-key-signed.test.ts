import { typedDataOf } from '@fiq/shared/payment/authorization'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { isSignedByKey } from './is-signed-by-key.ts'
import { rememberKeySigned } from './remember-key-signed.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const authorization = {
  from: account.address,
  to: account.address,
  value: 1n,
  validAfter: 0n,
  validBefore: 1n,
  nonce: `0x${'07'.repeat(32)}`,
} as const
const signature = await account.signTypedData(typedDataOf(authorization))
const forged = `0x${'01'.repeat(65)}` as const

test('default: recovers once per payment, for any object with authorization and signature', () => {
  let requestCount = 0
  const isKeySigned = rememberKeySigned((payment) => {
    requestCount += 1
    return isSignedByKey(payment)
  })
  expect(isKeySigned({ authorization, signature })).toBe(true)
  expect(isKeySigned({ authorization, signature })).toBe(true)
  expect(requestCount).toBe(1)
})

test('behavior: a check of one signature does not apply to another', () => {
  const isKeySigned = rememberKeySigned()
  expect(isKeySigned({ authorization, signature })).toBe(true)
  expect(isKeySigned({ authorization, signature: forged })).toBe(false)
  expect(isKeySigned({ authorization, signature })).toBe(true)
})

test('behavior: a check of one authorization does not apply to another', () => {
  const isKeySigned = rememberKeySigned()
  expect(isKeySigned({ authorization, signature })).toBe(true)
  expect(isKeySigned({ authorization: { ...authorization, value: 2n }, signature })).toBe(false)
})
