import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { defined } from '@fiq/shared/defined'
import { openDevnet } from '../../../packages/server/src/devnet/chain.ts'

/**
 * The embedded chain in its own process, so that its CPU does not count for the settling server: a
 * node at /devnet/rpc, and the faucet. Its settler has ether. Like a node of Base, and unlike the one
 * that a server gives to strangers, it takes transactions of a hundred payments.
 */
const devnet = await openDevnet({ dataFile: process.argv[2]! })
type Asked = { id: number; method: string; params?: unknown[] }
const answerOf = ({ id, method, params }: Asked) =>
  devnet.request({ method, ...defined({ params }) }).then(
    (result) => ({ jsonrpc: '2.0', id, result }),
    ({ code = -32_603, message, data }) => ({ jsonrpc: '2.0', id, error: { code, message, data } }),
  )
const server = createServer(async (request, response) => {
  const body = await text(request)
  response.setHeader('content-type', 'application/json')
  if (request.url === '/devnet/rpc') {
    const asked: Asked | Asked[] = JSON.parse(body)
    const answered = Array.isArray(asked) ? Promise.all(asked.map(answerOf)) : answerOf(asked)
    return void response.end(JSON.stringify(await answered))
  }
  const { address, amount } = JSON.parse(body) as { address: `0x${string}`; amount: string }
  await devnet.faucet(address, BigInt(amount) * 1_000_000n)
  response.end('{}')
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : ''
  process.stdout.write(`listening on http://127.0.0.1:${port}\n`)
})
