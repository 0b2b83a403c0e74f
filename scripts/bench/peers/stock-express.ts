import { x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware } from '@x402/express'
import express from 'express'
import { facilitator, routes } from './stock-terms.ts'

/** The documented `@x402/express` server with a fixed price. */
const app = express()
app.use(
  paymentMiddleware(
    routes,
    new x402ResourceServer(facilitator).register('eip155:8453', new ExactEvmScheme()),
  ),
)
app.post('/api/graphql', (_, response) => void response.json({ data: {} }))
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(
    `listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`,
  )
})
