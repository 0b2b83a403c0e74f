import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { openDevnet } from '../../../packages/server/src/devnet/chain.ts'
import { answerJsonRpc } from '../../../packages/server/src/devnet/json-rpc.ts'

/**
 * The embedded chain in its own process, so that its CPU does not count for the settling server: a
 * node at /devnet/rpc, and the faucet. Its settler has ether.
 */
const devnet = await openDevnet({ dataFile: process.argv[2]! })
const server = createServer(async (request, response) => {
  const body = await text(request)
  response.setHeader('content-type', 'application/json')
  if (request.url === '/devnet/rpc') return void response.end(await answerJsonRpc(body, devnet))
  const { address, amount } = JSON.parse(body) as { address: `0x${string}`; amount: string }
  await devnet.faucet(address, BigInt(amount) * 1_000_000n)
  response.end('{}')
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : ''
  process.stdout.write(`listening on http://127.0.0.1:${port}\n`)
})
