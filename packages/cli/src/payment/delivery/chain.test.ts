import { describe, expect, test } from 'vitest'
import { terms } from '../testing/test-terms.ts'
import { createChain, noRpcAddress, type RpcSend, usdcBalance } from './chain.ts'
import { authorizationCanceled, authorizationUsed } from './token-logs.ts'

const purchase = { ...terms(1), state: 'unknown' } as const
const { authorization } = purchase
const rpcUrl = new URL('https://rpc.example/')
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

const isPlay = () => false
const past = 1_800_000_121

describe('prove', () => {
  test.each([
    [0n, past, 'void'],
    // At the end of the authorization and its margin, but not after it.
    [0n, past - 1, undefined],
    [2n, past, undefined],
  ])('default: the state %s at %d proves %s', async (nonce, atSeconds, expected) => {
    const { send, calls } = rpc(word(nonce), { atSeconds })
    const chain = createChain(send, { rpcUrl, isPlay })
    expect(chain.nodesOf(purchase)).toEqual(['https://rpc.example'])
    expect(await chain.prove(purchase)).toBe(expected)
    const { params } = calls.find(({ method }) => method === 'eth_call')!
    expect(params).toEqual([
      {
        to: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        data: `0xe94a0102${'0'.repeat(24)}7e5f4552091a69125d5dfcb7b8c2659029395bdf${'0'.repeat(63)}1`,
      },
      // The state of the nonce at the block whose time was read.
      '0x77',
    ])
  })

  test.each([
    ['used', past, 'settled'],
    ['used', 1, 'settled'],
    ['canceled', past, 'void'],
    // A reorganisation may remove the cancellation.
    ['canceled', past - 1, undefined],
    ['of another nonce', past, undefined],
    ['missing', past, undefined],
  ] as const)('behavior: a nonce whose log is %s, at %d, proves %s', async (log, at, expected) => {
    const payer = `0x${'0'.repeat(24)}${authorization.from.slice(2)}`
    const logs = {
      used: [{ topics: [authorizationUsed, payer, authorization.nonce] }],
      canceled: [{ topics: [authorizationCanceled, payer, authorization.nonce] }],
      'of another nonce': [{ topics: [authorizationUsed, payer, word(7n)] }],
      missing: [],
    }[log]
    const { send, calls } = rpc(word(1n), { atSeconds: at, logs, number: 20_000 })
    expect(await createChain(send, { rpcUrl, isPlay }).prove(purchase)).toBe(expected)
    const { params } = calls.find(({ method }) => method === 'eth_getLogs')!
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
    expect([Number(fromBlock), Number(toBlock)]).toEqual([11_001, 20_000])
  })

  test('behavior: searches the log of a nonce around the end of its authorization', async () => {
    const ended = Number(authorization.validBefore)
    const { send, calls } = rpc(word(1n), { atSeconds: ended + 200_000, number: 500_000 })
    expect(await createChain(send, { rpcUrl, isPlay }).prove(purchase)).toBeUndefined()
    const searched = calls
      .filter(({ method }) => method === 'eth_getLogs')
      .map(({ params }) => Number((params[0] as { toBlock: string }).toBlock))
    expect(searched).toEqual([404_500, 500_000])
  })

  test('behavior: does not query the devnet of a server, not even on loopback', async () => {
    const { send, calls } = rpc(word(0n))
    const chain = createChain(send, { rpcUrl: undefined, isPlay })
    expect(chain.nodesOf(purchase)).toEqual([])
    expect(await chain.prove(purchase)).toBeUndefined()
    expect(calls).toEqual([])
  })

  test('behavior: for play money, queries only the server that received it', async () => {
    const { send, calls } = rpc(word(0n))
    const payer = authorization.from
    const chain = createChain(send, { rpcUrl: undefined, isPlay: (from) => from === payer })
    // The key of a play wallet that was given in the environment paid it as real money.
    expect(await chain.prove(purchase)).toBeUndefined()
    expect(calls).toEqual([])
    const play = { ...purchase, isPlay: true } as const
    expect(await chain.prove(play)).toBe('void')
    expect(new Set(calls.map(({ url }) => url))).toEqual(
      new Set(['http://127.0.0.1:4020/devnet/rpc']),
    )
    const from = '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF' as const
    const real = { ...play, authorization: { ...authorization, from } }
    expect(await chain.prove(real)).toBeUndefined()
  })

  test.each([
    ['unused', 'used', 'settled'],
    ['used', 'unused', 'settled'],
    ['unused', 'unused', 'void'],
    ['unused', 'silent', undefined],
    ['silent', 'unused', undefined],
    ['used', 'silent', 'settled'],
  ] as const)(
    'behavior: with an own node, play money is void only if both chains say so: %s on the own one, %s on the devnet',
    async (own, devnet, expected) => {
      const payer = `0x${'0'.repeat(24)}${authorization.from.slice(2)}`
      const logs = [{ topics: [authorizationUsed, payer, authorization.nonce] }]
      const sends = {
        used: rpc(word(1n), { logs }).send,
        unused: rpc(word(0n)).send,
        silent: async () => ({ status: 404, headers: {}, body: '{}' }),
      }
      const send: RpcSend = (request, headers) =>
        sends[request.url.origin === rpcUrl.origin ? own : devnet](request, headers)
      const chain = createChain(send, { rpcUrl, isPlay: () => true })
      const play = { ...purchase, isPlay: true } as const
      expect(await chain.prove(play)).toBe(expected)
      expect(chain.nodesOf(play)).toEqual(['http://127.0.0.1:4020', 'https://rpc.example'])
      expect(chain.nodesOf(purchase)).toEqual(['https://rpc.example'])
    },
  )

  test('behavior: after a halt of the chain, blocks before it are not final enough', async () => {
    for (const [deepSeconds, proof] of [
      [Number(authorization.validBefore) - 1, undefined],
      [Number(authorization.validBefore), 'void'],
    ] as const) {
      const { send, calls } = rpc(word(0n), { deepSeconds })
      expect(await createChain(send, { rpcUrl, isPlay }).prove(purchase)).toBe(proof)
      const blocks = calls.filter(({ method }) => method === 'eth_getBlockByNumber')
      expect(blocks.map(({ params }) => params[0])).toEqual(['latest', '0x59'])
    }
  })

  test.each([
    ['another chain', rpc(word(0n), { chainId: '0x1' }).send],
    ['an error', rpc('').send],
    ['no time', rpc(word(0n), { atSeconds: Number.NaN }).send],
    ['no JSON', async () => ({ status: 200, headers: {}, body: '<html>' })],
    ['404', async () => ({ status: 404, headers: {}, body: '{}' })],
    ['no answer', async () => Promise.reject(new Error('gone'))],
  ] satisfies [string, RpcSend][])('behavior: %s proves nothing', async (_, send) => {
    expect(await createChain(send, { rpcUrl, isPlay }).prove(purchase)).toBeUndefined()
  })
})

describe('usdcBalance', () => {
  test('default: returns atomic units', async () => {
    expect(await usdcBalance(rpc(word(1_500_000n)).send, rpcUrl, authorization.from)).toBe(
      1_500_000n,
    )
  })

  test('error: another chain, where USDC does not answer, is named', async () => {
    const { send } = rpc('0x', { chainId: '0x1' })
    await expect(usdcBalance(send, rpcUrl, authorization.from)).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
      facts: ['Chain id: 1, expected 8453'],
    })
  })

  test('error: an empty response is not 0', async () => {
    await expect(usdcBalance(rpc('0x').send, rpcUrl, authorization.from)).rejects.toMatchObject({
      code: 'SERVER_ERROR',
    })
    expect(noRpcAddress(rpcUrl)).toMatchObject({ code: 'CONFIGURATION_INVALID' })
  })
})

function rpc(
  result: string,
  {
    chainId = '0x2105',
    atSeconds = past,
    /** Time of blocks that are asked by number. */
    deepSeconds = undefined as number | undefined,
    logs = [] as object[],
    number = 0x77,
  } = {},
) {
  const calls: { url: string; method: string; params: unknown[] }[] = []
  const send: RpcSend = async ({ url, body }) => {
    const call = JSON.parse(body)
    calls.push({ ...call, url: url.href })
    const answers: Record<string, unknown> = {
      eth_chainId: chainId,
      eth_getBlockByNumber: {
        number: `0x${number.toString(16)}`,
        timestamp: `0x${(call.params[0] === 'latest' ? atSeconds : (deepSeconds ?? atSeconds)).toString(16)}`,
      },
      eth_getLogs: logs,
    }
    const answer = answers[call.method] ?? result
    return { status: 200, headers: {}, body: JSON.stringify({ result: answer }) }
  }
  return { send, calls }
}
