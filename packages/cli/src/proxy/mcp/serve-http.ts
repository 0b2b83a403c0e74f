import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Client } from '../clients.ts'
import type { SurfacePorts } from '../surface.ts'
import { openSession, type Sdk } from './open-session.ts'

/**
 * Answers one `POST /mcp` over Streamable HTTP. Without sessions: nothing of a caller is kept
 * between two requests, so callers reconnect to a restarted proxy without noticing.
 */
export async function serveHttpMcp(
  {
    request,
    response,
    body,
    client,
  }: {
    request: IncomingMessage
    response: ServerResponse
    body: unknown
    client: Client
  },
  ports: SurfacePorts,
  sdk: Sdk,
): Promise<void> {
  // The option is left out: without a generator of ids there are no sessions.
  const transport = new sdk.StreamableHTTPServerTransport({})
  const session = openSession(sdk, ports, {
    client: () => ports.client(client.name),
    isThere: () => !response.destroyed && !response.closed,
    canElicit: false,
    delivering: (_, delivered) => void response.once('finish', delivered),
  })
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('cross-origin-resource-policy', 'same-origin')
  response.once('close', () => void session.close())
  await session.connect(transport as Parameters<typeof session.connect>[0])
  await transport.handleRequest(request, response, body)
}
