import { negotiateVersion } from '@fiq/shared/mcp/protocol-versions'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  type GetPromptResult,
  InitializeRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import Fastify from 'fastify'
import { httpDefaults, httpRules } from '../../http-defaults.ts'
import type { CallContext } from '../answer-call.ts'
import { mcpSurface } from '../mcp.ts'
import { createMultiplexer, type Multiplexer } from '../multiplexer.ts'

/** A picture of one pixel, and a sound of no samples. */
const image = {
  type: 'image',
  mimeType: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
} as const
const audio = {
  type: 'audio',
  mimeType: 'audio/wav',
  data: 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=',
} as const
const text = (value: string) => ({ type: 'text', text: value }) as const
const resource = (uri: string, mimeType: string, value: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: value } }) as const

/** What the conformance runner asks a server to have, behind the very surface that serves `/mcp`. */
export async function fixtureServer(): Promise<{ url: string; close(): Promise<void> }> {
  const app = Fastify({ ...httpDefaults })
  const report = (error: unknown) => {
    throw error
  }
  httpRules(app, 'sandbox', report)
  const multiplexer = createMultiplexer<CallContext>()
  await fixtures(multiplexer)
  mcpSurface(app, { multiplexer, admit: async () => ({}), publicUrl: undefined, report })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url: `${url}/mcp`, close: () => app.close() }
}

async function fixtures({ transport }: Multiplexer<CallContext>): Promise<void> {
  const capabilities = {
    tools: {},
    resources: { subscribe: true },
    prompts: {},
    logging: {},
    completions: {},
  }
  const serverInfo = { name: 'fixtures', version: '1.0.0' }
  const server = new Server(serverInfo, { capabilities })
  server.setRequestHandler(InitializeRequestSchema, ({ params }) => ({
    protocolVersion: negotiateVersion(params.protocolVersion),
    capabilities,
    serverInfo,
  }))
  server.setRequestHandler(SetLevelRequestSchema, () => ({}))
  server.setRequestHandler(CompleteRequestSchema, () => ({
    completion: { values: ['paris', 'park', 'party'], total: 3, hasMore: false },
  }))
  toolFixtures(server)
  resourceFixtures(server)
  promptFixtures(server)
  await server.connect(transport)
}

const tools: Readonly<Record<string, CallToolResult>> = {
  test_simple_text: { content: [text('This is a simple text response for testing.')] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [audio] },
  test_embedded_resource: {
    content: [
      resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ],
  },
  test_multiple_content_types: {
    content: [
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  },
  test_error_handling: {
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  },
  test_tool_with_logging: { content: [text('Logged.')] },
  test_tool_with_progress: { content: [text('Done.')] },
}

function toolFixtures(server: Server): void {
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      description: `Fixture ${name}`,
      inputSchema: { type: 'object' as const, properties: {} },
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, _meta } }, extra) => {
    if (name === 'test_tool_with_logging')
      for (const data of ['started', 'processing data', 'completed'])
        await extra.sendNotification({
          method: 'notifications/message',
          params: { level: 'info', data: `Tool execution ${data}` },
        })
    const { progressToken } = _meta ?? {}
    if (name === 'test_tool_with_progress' && progressToken !== undefined)
      for (const progress of [0, 50, 100])
        await extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        })
    return tools[name] ?? { isError: true, content: [text(`There is no ${name}.`)] }
  })
}

function resourceFixtures(server: Server): void {
  const mimeType = 'text/plain'
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: [
      { uri: 'test://static-text', name: 'text', mimeType },
      { uri: 'test://static-binary', name: 'binary', mimeType: image.mimeType },
      { uri: 'test://watched-resource', name: 'watched', mimeType },
    ],
  }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const id = /^test:\/\/template\/(.+)\/data$/.exec(uri)?.[1]
    if (id !== undefined) {
      const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
      return { contents: [{ uri, mimeType: 'application/json', text: data }] }
    }
    if (uri === 'test://static-binary')
      return { contents: [{ uri, mimeType: image.mimeType, blob: image.data }] }
    return {
      contents: [{ uri, mimeType, text: 'This is the content of the static text resource.' }],
    }
  })
  server.setRequestHandler(SubscribeRequestSchema, () => ({}))
  server.setRequestHandler(UnsubscribeRequestSchema, () => ({}))
}

function promptFixtures(server: Server): void {
  const argumentsOf = (...names: string[]) => names.map((name) => ({ name, required: true }))
  const user = (...contents: GetPromptResult['messages'][0]['content'][]): GetPromptResult => ({
    messages: contents.map((content) => ({ role: 'user', content })),
  })
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: [
      { name: 'test_simple_prompt', description: 'Fixture' },
      {
        name: 'test_prompt_with_arguments',
        description: 'Fixture',
        arguments: argumentsOf('arg1', 'arg2'),
      },
      {
        name: 'test_prompt_with_embedded_resource',
        description: 'Fixture',
        arguments: argumentsOf('resourceUri'),
      },
      { name: 'test_prompt_with_image', description: 'Fixture' },
    ],
  }))
  server.setRequestHandler(
    GetPromptRequestSchema,
    ({ params: { name, arguments: given = {} } }) => {
      if (name === 'test_prompt_with_arguments')
        return user(text(`Prompt with arguments: arg1='${given['arg1']}', arg2='${given['arg2']}'`))
      if (name === 'test_prompt_with_embedded_resource')
        return user(
          resource(
            String(given['resourceUri']),
            'text/plain',
            'Embedded resource content for testing.',
          ),
          text('Please process the embedded resource above.'),
        )
      if (name === 'test_prompt_with_image')
        return user(image, text('Please analyze the image above.'))
      return user(text('This is a simple prompt for testing.'))
    },
  )
}
