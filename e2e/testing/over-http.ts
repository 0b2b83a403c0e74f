import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FacilitatorClient } from '@x402/core/server'
import express from 'express'
import type { Devnet } from '../../packages/server/src/devnet/chain.ts'
import { answerJsonRpc } from '../../packages/server/src/devnet/json-rpc.ts'

export type Listening = { url: string; close(): void }

/** Serves a listener over HTTP on a free local port. */
export async function listening(listener: RequestListener): Promise<Listening> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * Serves the embedded chain as a JSON-RPC node.
 *
 * @param seen - Called for each round trip with its methods.
 */
export function nodeOver(
  devnet: Devnet,
  seen: (methods: string[]) => void = () => {},
): Promise<Listening> {
  const app = express()
  app.use(express.text({ type: () => true }))
  app.post('/', async (request, response) => {
    seen([JSON.parse(request.body)].flat().map(({ method }) => method))
    response.type('json').send(await answerJsonRpc(String(request.body), devnet))
  })
  return listening(app)
}

/** Serves a facilitator with the standard HTTP interface. */
export function facilitatorOver(facilitator: FacilitatorClient): Promise<Listening> {
  const app = express()
  app.use(express.json())
  app.get('/supported', async (_, response) => void response.json(await facilitator.getSupported()))
  app.post('/verify', async ({ body }, response) => {
    response.json(await facilitator.verify(body.paymentPayload, body.paymentRequirements))
  })
  app.post('/settle', async ({ body }, response) => {
    response.json(await facilitator.settle(body.paymentPayload, body.paymentRequirements))
  })
  return listening(app)
}
