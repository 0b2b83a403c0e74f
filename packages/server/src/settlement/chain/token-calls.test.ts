import { typedDataOf } from '@fiq/shared/payment/authorization'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import fc from 'fast-check'
import {
  decodeFunctionData,
  encodeFunctionData,
  multicall3Abi,
  parseAbi,
  toFunctionSelector,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import {
  authorizationStateCall,
  batchCall,
  isAcceptedByWallet,
  multicallAddress,
  transferCall,
  walletCall,
} from './token-calls.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const authorization = {
  from: account.address,
  to: usdcOnBase.asset,
  value: 3_000n,
  validAfter: 1n,
  validBefore: 2n,
  nonce: `0x${'ab'.repeat(32)}`,
} as const
const order = Object.values(authorization)
const signature = await account.signTypedData(typedDataOf(authorization))
const abi = parseAbi([
  'function transferWithAuthorization(address, address, uint256, uint256, uint256, bytes32, uint8, bytes32, bytes32)',
  'function transferWithAuthorization(address, address, uint256, uint256, uint256, bytes32, bytes)',
])
const argumentsOf = (signed: Hex) =>
  decodeFunctionData({ abi, data: transferCall({ authorization, signature: signed }).data }).args
const parts = (v: number, signed = signature) => [
  ...order,
  v,
  `0x${signed.slice(2, 66)}`,
  `0x${signed.slice(66, 130)}`,
]

test('default: sends 65 bytes in parts to USDC on Base', () => {
  expect(argumentsOf(signature)).toEqual(parts(Number.parseInt(signature.slice(130), 16)))
  expect(transferCall({ authorization, signature }).to).toBe(usdcOnBase.asset)
})

test('behavior: accepts an address without a valid checksum', () => {
  const from = `0x${account.address.slice(2).toUpperCase()}` as const
  const odd = `0x${'aB'.repeat(20)}` as const
  const shouted = { ...authorization, from, to: odd }
  expect(transferCall({ authorization: shouted, signature })).toEqual(
    transferCall({
      authorization: { ...shouted, from: account.address, to: odd.toLowerCase() as Hex },
      signature,
    }),
  )
  expect(authorizationStateCall({ from: odd, nonce: authorization.nonce }).data).toContain('abab')
})

test('behavior: sends another length as bytes', () => {
  expect(argumentsOf('0x1234')).toEqual([...order, '0x1234'])
})

test("behavior: converts a key's v of 0 or 1 for the token, and does not change a contract's", () => {
  const v = Number.parseInt(signature.slice(130), 16)
  expect(argumentsOf(`${signature.slice(0, 130)}0${v - 27}` as Hex)).toEqual(parts(v))
  const foreign: Hex = `0x${'11'.repeat(64)}01`
  expect(argumentsOf(foreign)).toEqual(parts(1, foreign))
})

test('behavior: a batch is aggregate3 of Multicall3, and no call can undo another', () => {
  const call = transferCall({ authorization, signature })
  const { to, data } = batchCall([call, call])
  expect(to).toBe(multicallAddress)
  const one = { target: usdcOnBase.asset, allowFailure: true, callData: call.data }
  expect(decodeFunctionData({ abi: multicall3Abi, data })).toEqual({
    functionName: 'aggregate3',
    args: [[one, one]],
  })
})

test('behavior: both encodings equal those of the generic encoder', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt(0n, 2n ** 256n - 1n), { minLength: 1, maxLength: 9 }),
      (values) => {
        const calls = values.map((value) =>
          transferCall({ authorization: { ...authorization, value }, signature }),
        )
        const v = Number.parseInt(signature.slice(130), 16)
        const [, , ...rest] = parts(v)
        const args = values.map((value) => [
          account.address,
          usdcOnBase.asset,
          value,
          ...rest.slice(1),
        ])
        for (const [place, each] of args.entries())
          expect(calls[place]?.data).toBe(
            encodeFunctionData({ abi: [abi[0]], args: each as never }),
          )
        const rows = calls.map(({ to, data }) => ({
          target: to,
          allowFailure: true,
          callData: data,
        }))
        expect(batchCall([...calls, { to: usdcOnBase.asset, data: '0x12' }]).data).toBe(
          encodeFunctionData({
            abi: multicall3Abi,
            functionName: 'aggregate3',
            args: [[...rows, { target: usdcOnBase.asset, allowFailure: true, callData: '0x12' }]],
          }),
        )
      },
    ),
    { numRuns: 30 },
  )
})

test('behavior: the read calls are those of EIP-3009 and ERC-1271', () => {
  expect(authorizationStateCall(authorization).data.slice(0, 10)).toBe(
    toFunctionSelector('authorizationState(address,bytes32)'),
  )
  expect(walletCall(account.address, authorization.nonce, '0x').data.slice(0, 10)).toBe(
    toFunctionSelector('isValidSignature(bytes32,bytes)'),
  )
})

test.each<[string, Hex, boolean]>([
  ['the magic value', `0x1626ba7e${'00'.repeat(28)}`, true],
  ['the magic value and more', `0x1626ba7e${'00'.repeat(60)}`, true],
  ['no bytes, as from an address without code', '0x', false],
  ['too few bytes', '0x1626ba7e', false],
  ['true', `0x${'00'.repeat(31)}01`, false],
  ['the magic value with something behind', `0x1626ba7e${'00'.repeat(27)}01`, false],
])('behavior: decodes a response of %s', (_, answer, accepted) => {
  expect(isAcceptedByWallet(answer)).toBe(accepted)
})
