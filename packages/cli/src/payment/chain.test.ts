import { describe, expect, test } from 'vitest'
import { openChain, type RpcSend, unaskable, usdcBalance } from './chain.ts'
import { terms } from './testing/test-terms.ts'

const { authorization } = terms(1)
const rpcUrl = new URL('https://rpc.example/')
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

describe('authorizationUsed', () => {
  test.each([
    [1n, true],
    [0n, false],
    [2n, undefined],
  ])('default: the word %s means %s', async (value, expected) => {
    const { send, calls } = rpc(word(value))
    const chain = openChain(send, { serverUrl: new URL('https://fiq.example'), rpcUrl })
    expect(await chain.authorizationUsed(authorization)).toBe(expected)
    const { params } = calls.find(({ method }) => method === 'eth_call')!
    expect(params[0]).toEqual({
      to: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      data: `0xe94a0102${'0'.repeat(24)}7e5f4552091a69125d5dfcb7b8c2659029395bdf${'0'.repeat(63)}1`,
    })
  })

  test('behavior: the devnet of a server elsewhere is not believed, nor even asked', async () => {
    const { send, calls } = rpc(word(0n))
    const far = openChain(send, { serverUrl: new URL('https://fiq.example') })
    expect(await far.authorizationUsed(authorization)).toBeUndefined()
    expect(calls).toEqual([])
    const near = openChain(send, { serverUrl: new URL('http://127.0.0.1:4020') })
    expect(await near.authorizationUsed(authorization)).toBe(false)
  })

  test.each([
    ['another chain', rpc(word(0n), '0x1').send],
    ['an error', rpc('').send],
    ['no JSON', async () => ({ status: 200, headers: {}, body: '<html>' })],
    ['404', async () => ({ status: 404, headers: {}, body: '{}' })],
    ['no answer', async () => Promise.reject(new Error('gone'))],
  ] satisfies [string, RpcSend][])('behavior: %s is no knowledge', async (_, send) => {
    const chain = openChain(send, { serverUrl: new URL('http://127.0.0.1:4020') })
    expect(await chain.authorizationUsed(authorization)).toBeUndefined()
  })
})

describe('usdcBalance', () => {
  test('default: atomic units', async () => {
    expect(await usdcBalance(rpc(word(1_500_000n)).send, rpcUrl, authorization.from)).toBe(
      1_500_000n,
    )
  })

  test('error: an empty word is not 0', async () => {
    await expect(usdcBalance(rpc('0x').send, rpcUrl, authorization.from)).rejects.toMatchObject({
      code: 'SERVER_ERROR',
    })
    expect(unaskable(rpcUrl)).toMatchObject({ code: 'CONFIGURATION_INVALID' })
  })
})

function rpc(result: string, chainId = '0x2105') {
  const calls: { method: string; params: unknown[] }[] = []
  const send: RpcSend = async ({ body }) => {
    const call = JSON.parse(body)
    calls.push(call)
    const answer = call.method === 'eth_chainId' ? chainId : result
    return { status: 200, headers: {}, body: JSON.stringify({ result: answer }) }
  }
  return { send, calls }
}
