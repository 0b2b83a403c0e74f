import type { RequestListener } from 'node:http'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { openDevnet } from '../../devnet/chain.ts'
import { answerJsonRpc } from '../../devnet/json-rpc.ts'
import { bodyOf, listen } from '../testing/listen.ts'
import { isRevert } from './chain-reads.ts'
import { createRpcChain } from './rpc-chain.ts'

const devnet = await openDevnet()
afterAll(() => devnet.close())

const ask = async (listener: RequestListener, timeoutMs = 5_000) =>
  createRpcChain({ url: `${await listen(listener)}/v2/secret-key`, timeoutMs }).request({
    method: 'eth_chainId',
  })
const answering = (text: string, status = 200) =>
  ask((_, response) => void response.writeHead(status).end(text))

describe('openRpcChain', () => {
  test('default: sends numbered JSON-RPC requests to a real node', async () => {
    const bodies: unknown[] = []
    const url = await listen(async (request, response) => {
      const body = await bodyOf(request)
      bodies.push(JSON.parse(body))
      response.end(await answerJsonRpc(body, devnet))
    })
    const chain = createRpcChain({ url })
    expect(await chain.request({ method: 'eth_chainId' })).toBe('0x2105')
    expect(
      await chain.request({ method: 'eth_getTransactionReceipt', params: [`0x${'0'.repeat(64)}`] }),
    ).toBeNull()
    expect(bodies).toMatchObject([
      { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] },
      { id: 2, method: 'eth_getTransactionReceipt' },
    ])
  })

  test('behavior: sends concurrent calls together, and each gets its own response', async () => {
    const bodies: { method: string }[][] = []
    const url = await listen(async (request, response) => {
      const body = await bodyOf(request)
      bodies.push([JSON.parse(body)].flat())
      const answers = JSON.parse((await answerJsonRpc(body, devnet)) ?? '')
      response.end(JSON.stringify(Array.isArray(answers) ? answers.reverse() : answers))
    })
    const chain = createRpcChain({ url })
    const methods = ['eth_chainId', 'eth_nonsense', ...Array(20).fill('eth_blockNumber')]
    const answers = await Promise.allSettled(methods.map((method) => chain.request({ method })))
    expect(answers[0]).toEqual({ status: 'fulfilled', value: '0x2105' })
    expect(answers[1]).toMatchObject({ status: 'rejected', reason: { code: -32601 } })
    expect(answers.slice(2).every(({ status }) => status === 'fulfilled')).toBe(true)
    expect(bodies.map((each) => each.length)).toEqual([20, 2])
  })

  test('behavior: sends calls one by one after a node that does not support batches', async () => {
    let lists = 0
    const url = await listen(async (request, response) => {
      const body = await bodyOf(request)
      if (!body.startsWith('[')) return void response.end(await answerJsonRpc(body, devnet))
      lists += 1
      response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no lists"}}')
    })
    const chain = createRpcChain({ url })
    for (let round = 0; round < 2; round++) {
      const both = ['eth_chainId', 'eth_chainId'].map((method) => chain.request({ method }))
      expect(await Promise.all(both)).toEqual(['0x2105', '0x2105'])
    }
    expect(lists).toBe(1)
  })

  test('error: a response missing from a batch is not replaced by another', async () => {
    const url = await listen((_, response) => {
      response.end('[{"jsonrpc":"2.0","id":2,"result":"0x2"},null,{"id":9,"result":"0x9"}]')
    })
    const chain = createRpcChain({ url })
    const requests = [1, 2].map(() => chain.request({ method: 'eth_chainId' }))
    expect(await Promise.allSettled(requests)).toMatchObject([
      { status: 'rejected', reason: { message: expect.stringContaining('is not JSON-RPC') } },
      { status: 'fulfilled', value: '0x2' },
    ])
  })

  test('behavior: a revert is an error with code and data, and recognised as one', async () => {
    const error = { code: 3, message: 'execution reverted: no', data: '0x08c379a0' }
    const thrown = await answering(JSON.stringify({ jsonrpc: '2.0', id: 1, error })).catch(
      (caught: unknown) => caught,
    )
    expect(thrown).toMatchObject(error)
    expect(isRevert(thrown)).toBe(true)
  })

  test.each<[string, () => Promise<unknown>, string]>([
    ['500', () => answering('oops', 500), 'its answer is not JSON'],
    ['HTML', () => answering('<html>'), 'its answer is not JSON'],
    ['JSON of another kind', () => answering('{"ok":true}'), 'its answer is not JSON-RPC'],
    ['silence', () => ask(() => {}, 30), 'it does not answer in time'],
    ['a reset', () => ask((request) => request.socket.destroy()), 'it cannot be reached'],
    [
      'an answer cut off by time',
      () => ask((_, response) => void response.write('{"result":'), 30),
      'it does not answer in time',
    ],
    ['a flood', () => answering('x'.repeat(5_000_000)), 'its answer exceeds 4194304 bytes'],
    [
      'a redirect',
      () => ask((_, response) => void response.writeHead(307, { location: '/' }).end()),
      'its answer is not JSON',
    ],
  ])('error: %s means an unreachable node, not a revert', async (_, answer, why) => {
    const thrown = (await answer().catch((caught: unknown) => caught)) as Error
    expect(thrown.message).toContain('The node did not answer eth_chainId: ')
    expect(thrown.message).toContain(why)
    expect(thrown).not.toHaveProperty('code')
    expect(isRevert(thrown)).toBe(false)
  })

  test('error: does not follow a redirect', async () => {
    const requests: string[] = []
    const listener: RequestListener = ({ url = '' }, response) => {
      requests.push(url)
      if (url === '/elsewhere') response.end('{"jsonrpc":"2.0","id":1,"result":"0x2105"}')
      else response.writeHead(307, { location: '/elsewhere' }).end()
    }
    await expect(ask(listener)).rejects.toThrow('its answer is not JSON')
    expect(requests).toEqual(['/v2/secret-key'])
  })

  test('error: no error repeats the address, which may contain a key', async () => {
    const thrown = (await ask((request) => request.socket.destroy()).catch(
      (caught: unknown) => caught,
    )) as Error
    expect(
      JSON.stringify(thrown, Object.getOwnPropertyNames(thrown)) + String(thrown.cause),
    ).not.toContain('secret-key')
  })

  test('error: any JSON gives a result or an error', async () => {
    let text = ''
    const url = await listen((_, response) => void response.end(text))
    const chain = createRpcChain({ url })
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (json) => {
        text = JSON.stringify(json)
        const outcome = await chain.request({ method: 'eth_call' }).then(
          () => 'result',
          (error: unknown) => (error instanceof Error ? 'error' : 'other'),
        )
        const hasResult = typeof json === 'object' && json !== null && 'result' in json
        expect(outcome).toBe(hasResult ? 'result' : 'error')
      }),
      { numRuns: 100 },
    )
  })
})
