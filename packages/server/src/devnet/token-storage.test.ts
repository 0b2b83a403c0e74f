import fc from 'fast-check'
import { encodeAbiParameters, keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { tokenStorage } from './token-storage.ts'

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((raw): `0x${string}` => `0x${Buffer.from(raw).toString('hex')}`)

test('default: without balances, the supply is zero', () => {
  expect(tokenStorage({ balances: [], usedNonces: [] })).toEqual([{ index: 3n, value: 0n }])
})

test('behavior: slots are those of Solidity', () => {
  fc.assert(
    fc.property(
      hex(20),
      hex(32),
      fc.bigInt({ min: 0n, max: 2n ** 200n }),
      (owner, nonce, amount) => {
        const slot = (type: string, key: string, base: `0x${string}`) =>
          keccak256(encodeAbiParameters([{ type }, { type: 'bytes32' }], [key, base]))
        const word = (number: number): `0x${string}` => `0x${number.toString(16).padStart(64, '0')}`
        expect(
          tokenStorage({
            balances: [{ address: owner, amount }],
            usedNonces: [{ authorizer: owner, nonce }],
          }),
        ).toEqual([
          { index: 3n, value: amount },
          { index: BigInt(slot('address', owner, word(0))), value: amount },
          { index: BigInt(slot('bytes32', nonce, slot('address', owner, word(2)))), value: 1n },
        ])
      },
    ),
  )
})
