import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import express from 'express'
import { toolList } from '../../../packages/server/src/http/mcp/tool-list.ts'

/**
 * The documented stateless way: a server and a transport for each request. It has our list of
 * tools, and returns one constant answer.
 */
const body = { data: { __typename: 'Query' } }
const app = express()
app.use(express.json())
app.post('/mcp', async (request, response) => {
  const server = new Server({ name: 'stock', version: '1' }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...toolList] }))
  server.setRequestHandler(CallToolRequestSchema, () => ({
    content: [{ type: 'text', text: JSON.stringify(body) }],
    structuredContent: body,
  }))
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport as Transport)
  await transport.handleRequest(request, response, request.body)
  response.on('close', () => {
    void transport.close()
    void server.close()
  })
})
const listener = app.listen(0, '127.0.0.1', () => {
  const address = listener.address()
  process.stdout.write(
    `listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`,
  )
})
