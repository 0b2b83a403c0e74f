import { defined } from '@fiq/shared/defined'
import { x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware } from '@x402/express'
import express from 'express'
import { http } from 'viem'
import { nonceManager } from 'viem/accounts'
import { stockFacilitator } from '../../../e2e/testing/stock-facilitator.ts'
import { openDevnet } from '../../../packages/server/src/devnet/chain.ts'
import { answerJsonRpc } from '../../../packages/server/src/devnet/json-rpc.ts'
import { routes } from './stock-terms.ts'

/**
 * The documented `@x402/express` server with real payments: the stock facilitator in its process,
 * settling on an embedded chain with the ledger on disk, as ours does. The stock packages query a
 * signer's transaction count each time, which fails for concurrent payments, so viem's nonce
 * manager is added.
 *
 * With a second argument, it settles over the node at that address, with the same settler.
 */
const [dataFile, node] = process.argv.slice(2)
const devnet = await openDevnet({ dataFile: dataFile! })
const facilitator = stockFacilitator({
  ...devnet,
  ...defined({ request: node === undefined ? undefined : http(node)({ retryCount: 0 }).request }),
  settler: { ...devnet.settler, nonceManager },
})
const app = express()
app.use(
  paymentMiddleware(
    routes,
    new x402ResourceServer(facilitator).register('eip155:8453', new ExactEvmScheme()),
  ),
)
app.post(
  '/api/graphql',
  (_, response) => void response.json({ data: { marketStatus: { session: 'CLOSED' } } }),
)
app.post('/devnet/faucet', express.json(), async (request, response) => {
  const { address, amount } = request.body as { address: `0x${string}`; amount: string }
  await devnet.faucet(address, BigInt(amount) * 1_000_000n)
  response.json({})
})
app.post('/devnet/rpc', express.text({ type: '*/*' }), async (request, response) => {
  response.type('json').send(await answerJsonRpc(String(request.body), devnet))
})
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(
    `listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`,
  )
})
