import fc from 'fast-check'
import { encodeAbiParameters, encodeEventTopics, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { decodeTokenLog } from './token-log.ts'

const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
])
const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((raw): `0x${string}` => `0x${Buffer.from(raw).toString('hex')}`)
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

test('default: reads back logs encoded by viem', () => {
  fc.assert(
    fc.property(hex(20), hex(20), hex(32), amount, (from, to, nonce, value) => {
      const data = encodeAbiParameters([{ type: 'uint256' }], [value])
      const topics = (eventName: 'Transfer' | 'Approval', args: object) =>
        encodeEventTopics({ abi, eventName, args }) as string[]
      expect(decodeTokenLog({ topics: topics('Transfer', { from, to }), data })).toEqual({
        name: 'transfer',
        from,
        to,
        value,
      })
      const approval = topics('Approval', { owner: from, spender: to })
      expect(decodeTokenLog({ topics: approval, data })).toBeUndefined()
      for (const eventName of ['AuthorizationUsed', 'AuthorizationCanceled'] as const) {
        const spent = encodeEventTopics({ abi, eventName, args: { authorizer: from, nonce } })
        expect(decodeTokenLog({ topics: spent as string[], data: '0x' })).toEqual({
          name: 'authorization-spent',
          authorizer: from,
          nonce,
        })
      }
    }),
  )
})

test('behavior: ignores a log without two indexed values', () => {
  expect(decodeTokenLog({ topics: [], data: '0x' })).toBeUndefined()
})
