import { hashDomain, hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { typedDataOf } from './authorization.ts'
import { sameAddress, usdcOnBase } from './usdc-on-base.ts'

test('default: the domain separator is that of USDC on Base', () => {
  const types = {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
  }
  // Published by the token: DOMAIN_SEPARATOR() at its address on Base.
  expect(
    hashDomain({ domain: { ...usdcOnBase.domain }, types } as Parameters<typeof hashDomain>[0]),
  ).toBe('0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f')
})

test('behavior: the signature covers every field of the authorization', () => {
  const hex = (digit: string, bytes: number) => `0x${digit.repeat(bytes * 2)}` as const
  const authorization = {
    from: hex('1', 20),
    to: hex('2', 20),
    value: 1n,
    validAfter: 2n,
    validBefore: 3n,
    nonce: hex('3', 32),
  }
  const changes = [
    { from: hex('4', 20) },
    { to: hex('4', 20) },
    { value: 2n },
    { validAfter: 3n },
    { validBefore: 4n },
    { nonce: hex('4', 32) },
  ]
  const digests = [{}, ...changes].map((change) =>
    hashTypedData(typedDataOf({ ...authorization, ...change })),
  )
  expect(new Set(digests).size).toBe(7)
})

test('behavior: compares addresses without case', () => {
  expect(sameAddress(usdcOnBase.asset, usdcOnBase.asset.toLowerCase())).toBe(true)
  expect(sameAddress(usdcOnBase.asset, usdcOnBase.asset.replace('8', '9'))).toBe(false)
})
