import { RpcError, resultResponse, rpcCodes } from '@fiq/shared/mcp/json-rpc'
import {
  negotiateVersion,
  protocolVersions,
  statelessVersion,
} from '@fiq/shared/mcp/protocol-versions'
import { metaKeys } from '@fiq/shared/mcp/read-post'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import Fastify from 'fastify'
import { httpDefaults, httpRules } from '../../http-defaults.ts'
import type { CallContext } from '../answer-call.ts'
import { mcpSurface } from '../mcp.ts'
import { createMultiplexer, type Direct, type Methods } from '../multiplexer.ts'
import { handshakeFixtures, statelessFixtures } from './fixtures.ts'

const serverInfo = { name: 'fixtures', version: '1.0.0' }

/**
 * The features that the conformance runner expects of a server, behind the same surface that serves
 * `/mcp`.
 */
export async function fixtureServer(): Promise<{ url: string; close(): Promise<void> }> {
  const app = Fastify({ ...httpDefaults })
  const report = (error: unknown) => {
    throw error
  }
  httpRules(app, 'sandbox', report)
  const stateless = statelessMethods()
  const multiplexer = createMultiplexer<CallContext>((version) =>
    version === statelessVersion ? stateless : {},
  )
  await handshakeServer().connect(multiplexer.transport)
  mcpSurface(app, { multiplexer, admit: async () => ({}), publicUrl: undefined, report })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url: `${url}/mcp`, close: () => app.close() }
}

function handshakeServer(): Server {
  const capabilities = {
    tools: {},
    resources: { subscribe: true },
    prompts: {},
    logging: {},
    completions: {},
  }
  const server = new Server(serverInfo, { capabilities })
  server.removeRequestHandler('initialize')
  server.removeRequestHandler('logging/setLevel')
  server.fallbackRequestHandler = async ({ method, params = {} }, { sendNotification }) => {
    if (method === 'initialize') {
      const protocolVersion = negotiateVersion(String(params['protocolVersion']))
      return { protocolVersion, capabilities, serverInfo }
    }
    const fixture = handshakeFixtures[method]
    if (!fixture) throw new RpcError(rpcCodes.methodNotFound, 'Method not found')
    return fixture(params, (name, body) => {
      void sendNotification({ method: name, params: body } as never)
    })
  }
  return server
}

const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} }
const cached = { ttlMs: 60_000, cacheScope: 'public' }

function statelessMethods(): Methods<CallContext> {
  const _meta = { [metaKeys.server]: serverInfo }
  const direct =
    (method: string, fixture: (typeof statelessFixtures)[string]): Direct<CallContext> =>
    ({ id, params = {} }, { context, notify }) => {
      try {
        const result = fixture(params, (name, body) =>
          notify(JSON.stringify({ jsonrpc: '2.0', method: name, params: body })),
        )
        const isList = /list|read|discover/.test(method)
        return resultResponse(
          id,
          JSON.stringify({ resultType: 'complete', ...result, ...(isList && cached), _meta }),
        )
      } catch (error) {
        if (error instanceof RpcError && error.code === -32_021) context.status = 400
        throw error
      }
    }
  const discover = () => ({ supportedVersions: protocolVersions, capabilities })
  const all = { ...statelessFixtures, 'server/discover': discover }
  return Object.fromEntries(
    Object.entries(all).map(([method, fixture]) => [method, direct(method, fixture)]),
  )
}
