import { encodeErrorResult, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { adaptEdrError } from './rpc-error.ts'

const abi = parseAbi(['error Error(string reason)'])

test('default: a revert becomes the error of geth', () => {
  const data = encodeErrorResult({ abi, args: ['ERC20: transfer amount exceeds balance'] })
  const error = adaptEdrError({
    code: -32000,
    message: 'VM Exception',
    data: { reason: {}, data, transactionHash: null },
  })
  expect({ code: error.code, message: error.message, data: error.data }).toEqual({
    code: 3,
    message: 'execution reverted: ERC20: transfer amount exceeds balance',
    data,
  })
})

test('behavior: a revert without a text has only that message', () => {
  const error = adaptEdrError({ code: -32000, message: 'x', data: { reason: {}, data: '0x' } })
  expect([error.code, error.message, error.data]).toEqual([3, 'execution reverted', '0x'])
})

test('behavior: another error keeps its code and does not repeat the request', () => {
  const error = adaptEdrError({ code: -32602, message: 'bad', data: { method: 'eth_call' } })
  expect([error.code, error.message, error.data]).toEqual([-32602, 'bad', undefined])
})

test('behavior: cuts an error that repeats a large value of the request', () => {
  const error = adaptEdrError({ code: -32602, message: `invalid value ${'A'.repeat(40_000)}` })
  expect(error.message).toHaveLength(2_000)
  expect(error.message).toMatch(/^invalid value A+…$/)
})
