import { expect, test } from 'vitest'
import { openDevnet } from '../../devnet/chain.ts'
import { answerJsonRpc } from '../../devnet/json-rpc.ts'
import { createRpcChain } from '../chain/rpc-chain.ts'
import { bodyOf, listen } from '../testing/listen.ts'
import { createDataFee } from './data-fee.ts'

type RpcCall = { id: number; method: string; params: [{ to: string; data: string }] }

/** A node over HTTP, with or without the oracle. */
async function node(answer: (request: RpcCall) => object) {
  const requests: RpcCall[] = []
  const url = await listen(async (request, response) => {
    const question = JSON.parse(await bodyOf(request)) as RpcCall
    requests.push(question)
    response.end(JSON.stringify({ jsonrpc: '2.0', id: question.id, ...answer(question) }))
  })
  return { requests, chain: createRpcChain({ url }) }
}
const word = (wei: bigint) => `0x${wei.toString(16).padStart(64, '0')}`

test('default: queries the oracle of the chain for the size of a payment, once per minute', async () => {
  let wei = 4_321n
  const { requests, chain } = await node(() => ({ result: word(wei) }))
  let nowMs = 0
  const read = createDataFee({ chain, allowance: 99n, nowMs: () => nowMs })
  expect(await Promise.all([read(), read()])).toEqual([4_321n, 4_321n])
  wei = 5_000n
  nowMs = 59_999
  expect(await read()).toBe(4_321n)
  nowMs = 60_000
  expect(await read()).toBe(5_000n)
  expect(requests).toHaveLength(2)
  const [{ to, data }] = requests[0]!.params
  expect(to.toLowerCase()).toBe('0x420000000000000000000000000000000000000f')
  // getL1Fee(bytes), and 512 bytes that do not compress.
  expect(data.slice(0, 10)).toBe('0x49948e0e')
  const bytes = Buffer.from(data.slice(10 + 128), 'hex')
  expect(bytes).toHaveLength(512)
  expect(new Set(bytes).size).toBeGreaterThan(150)
})

test.each<[string, (request: RpcCall) => object]>([
  ['reverts', () => ({ error: { code: 3, message: 'execution reverted' } })],
  ['is not there', () => ({ result: '0x' })],
  ['answers nonsense', () => ({ result: '0x12' })],
])('behavior: uses the allowance if the oracle %s', async (_, answer) => {
  const { chain } = await node(answer)
  expect(await createDataFee({ chain, allowance: 99n, nowMs: () => 0 })()).toBe(99n)
})

test('behavior: the embedded chain has no oracle', async () => {
  const devnet = await openDevnet()
  const url = await listen(async (request, response) => {
    response.end(await answerJsonRpc(await bodyOf(request), devnet))
  })
  const read = createDataFee({ chain: createRpcChain({ url }), allowance: 7n, nowMs: () => 0 })
  expect(await read()).toBe(7n)
  await devnet.close()
})
