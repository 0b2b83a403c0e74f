import { serve } from '@hono/node-server'
import { x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware } from '@x402/hono'
import { Hono } from 'hono'
import { facilitator, routes } from './stock-terms.ts'

/** The documented `@x402/hono` server with a fixed price. */
const app = new Hono()
app.use(
  paymentMiddleware(
    routes,
    new x402ResourceServer(facilitator).register('eip155:8453', new ExactEvmScheme()),
  ),
)
app.post('/api/graphql', (context) => context.json({ data: {} }))
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.stdout.write(`listening on http://127.0.0.1:${port}\n`),
)
