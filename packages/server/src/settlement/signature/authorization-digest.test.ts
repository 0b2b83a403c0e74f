import { typedDataOf } from '@fiq/shared/payment/authorization'
import fc from 'fast-check'
import { bytesToHex, hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { authorizationDigest } from './authorization-digest.ts'

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((raw): `0x${string}` => `0x${Buffer.from(raw).toString('hex')}`)
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const authorizations = fc.record({
  from: hex(20),
  to: hex(20),
  value: uint256,
  validAfter: uint256,
  validBefore: uint256,
  nonce: hex(32),
})

test("default: equals viem's digest of the typed data", () => {
  fc.assert(
    fc.property(authorizations, (authorization) => {
      expect(bytesToHex(authorizationDigest(authorization))).toBe(
        hashTypedData(typedDataOf(authorization)),
      )
    }),
  )
})

test('behavior: upper and lower case of addresses and nonces are equal', () => {
  fc.assert(
    fc.property(authorizations, (authorization) => {
      const upper = (text: string) => `0x${text.slice(2).toUpperCase()}` as const
      expect(
        authorizationDigest({
          ...authorization,
          from: upper(authorization.from),
          nonce: upper(authorization.nonce),
        }),
      ).toEqual(authorizationDigest(authorization))
    }),
  )
})
