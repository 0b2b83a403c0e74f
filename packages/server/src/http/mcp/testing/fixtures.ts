import { createHmac, randomBytes } from 'node:crypto'
import { isObject } from '@fiq/shared/json'
import { RpcError, rpcCodes } from '@fiq/shared/mcp/json-rpc'
import { metaKeys } from '@fiq/shared/mcp/read-post'
import type { CallToolResult, GetPromptResult } from '@modelcontextprotocol/sdk/types.js'

type Json = Record<string, unknown>
/** @param notify - Receives a notification of the request. */
type Method = (params: Json, notify: (method: string, params: Json) => void) => Json

/** An image of one pixel, and audio without samples. */
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

const answers: Readonly<Record<string, CallToolResult>> = {
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

const listedTool = (name: string) => ({
  name,
  description: `Fixture ${name}`,
  inputSchema: { type: 'object' as const, properties: {} },
})

const argumentsOf = (...names: string[]) => names.map((name) => ({ name, required: true }))
const prompts = [
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
]
const user = (...contents: GetPromptResult['messages'][0]['content'][]): GetPromptResult => ({
  messages: contents.map((content) => ({ role: 'user', content })),
})

/** Methods of every protocol version. */
const common: Readonly<Record<string, Method>> = {
  'tools/list': () => ({ tools: Object.keys(answers).map(listedTool) }),
  'tools/call': ({ name, _meta }, notify) => {
    if (name === 'test_tool_with_logging')
      for (const data of ['started', 'processing data', 'completed'])
        notify('notifications/message', { level: 'info', data: `Tool execution ${data}` })
    const { progressToken } = (_meta ?? {}) as Json
    if (name === 'test_tool_with_progress' && progressToken !== undefined)
      for (const progress of [0, 50, 100])
        notify('notifications/progress', { progressToken, progress, total: 100 })
    return answers[String(name)] ?? { isError: true, content: [text(`There is no ${name}.`)] }
  },
  'completion/complete': () => ({
    completion: { values: ['paris', 'park', 'party'], total: 3, hasMore: false },
  }),
  'resources/list': () => ({
    resources: [
      { uri: 'test://static-text', name: 'text', mimeType: 'text/plain' },
      { uri: 'test://static-binary', name: 'binary', mimeType: image.mimeType },
      { uri: 'test://watched-resource', name: 'watched', mimeType: 'text/plain' },
    ],
  }),
  'resources/templates/list': () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }),
  'resources/read': ({ uri: asked }) => {
    const uri = String(asked)
    const id = /^test:\/\/template\/(.+)\/data$/.exec(uri)?.[1]
    if (id !== undefined) {
      const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
      return { contents: [{ uri, mimeType: 'application/json', text: data }] }
    }
    if (uri === 'test://static-binary')
      return { contents: [{ uri, mimeType: image.mimeType, blob: image.data }] }
    const words = 'This is the content of the static text resource.'
    return { contents: [{ uri, mimeType: 'text/plain', text: words }] }
  },
  'prompts/list': () => ({ prompts }),
  'prompts/get': ({ name, arguments: given }) => {
    const { arg1, arg2, resourceUri } = (given ?? {}) as Json
    if (name === 'test_prompt_with_arguments')
      return user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))
    if (name === 'test_prompt_with_embedded_resource')
      return user(
        resource(String(resourceUri), 'text/plain', 'Embedded resource content for testing.'),
        text('Please process the embedded resource above.'),
      )
    if (name === 'test_prompt_with_image')
      return user(image, text('Please analyze the image above.'))
    return user(text('This is a simple prompt for testing.'))
  },
}

export const handshakeFixtures: Readonly<Record<string, Method>> = {
  ...common,
  'logging/setLevel': () => ({}),
  'resources/subscribe': () => ({}),
  'resources/unsubscribe': () => ({}),
}

const elicitation = (message: string, name: string) => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message,
    requestedSchema: {
      type: 'object',
      properties: { [name]: { type: 'string' } },
      required: [name],
    },
  },
})
const sampling = {
  method: 'sampling/createMessage',
  params: {
    messages: [{ role: 'user', content: text('What is the capital of France?') }],
    maxTokens: 100,
  },
}
const roots = { method: 'roots/list', params: {} }

type InputRequests = Readonly<Record<string, { method: string; params: Json }>>

/** Requests for input that a tool makes, round by round, before it completes. */
const rounds: Readonly<Record<string, readonly InputRequests[]>> = {
  elicitation: [{ user_name: elicitation('What is your name?', 'name') }],
  sampling: [{ capital_question: sampling }],
  list_roots: [{ client_roots: roots }],
  request_state: [{ confirm: elicitation('Please confirm', 'ok') }],
  multiple_inputs: [
    { user_name: elicitation('Your name?', 'name'), greeting: sampling, client_roots: roots },
  ],
  multi_round: [
    { step1: elicitation('Step 1: your name?', 'name') },
    { step2: elicitation('Step 2: your colour?', 'color') },
  ],
  tampered_state: [{ confirm: elicitation('Please confirm', 'ok') }],
  capabilities: [{ ask: elicitation('Your name?', 'name'), sample: sampling }],
}
const roundsPrefix = 'test_input_required_result_'
const key = randomBytes(32)
const macOf = (body: string) => createHmac('sha256', key).update(body).digest('base64url')

/** @throws RpcError for a state that this server did not issue. */
function roundOf(state: unknown): number {
  if (state === undefined) return 0
  const [body = '', mac] = String(state).split('.')
  if (mac !== macOf(body)) throw new RpcError(rpcCodes.invalidParams, 'requestState is not ours.')
  return Number(body)
}

/** A result that requests input, or the complete result after the last round. */
function roundResult(wanted: readonly InputRequests[], params: Json): Json | undefined {
  const last = roundOf(params['requestState'])
  const { inputResponses } = params
  const requested = wanted[Math.max(0, last - 1)] ?? {}
  const answered =
    isObject(inputResponses) &&
    Object.keys(requested).every((name) => isObject(inputResponses[name]))
  const round = last === 0 ? (answered ? 1 : 0) : answered ? last : last - 1
  const inputRequests = wanted[round]
  if (!inputRequests) return undefined
  const body = String(round + 1)
  return { resultType: 'input_required', inputRequests, requestState: `${body}.${macOf(body)}` }
}

function capabilitiesOf(params: Json): Json {
  return ((params['_meta'] as Json)[metaKeys.capabilities] ?? {}) as Json
}

const statelessTools = [
  'test_missing_capability',
  'test_streaming_elicitation',
  'test_logging_tool',
  ...Object.keys(rounds).map((name) => `${roundsPrefix}${name}`),
]

/** Methods that the stateless version adds to {@link handshakeFixtures} or changes. */
export const statelessFixtures: Readonly<Record<string, Method>> = {
  ...common,
  'tools/list': () => ({
    tools: [...Object.keys(answers), ...statelessTools].map(listedTool),
  }),
  'tools/call': (params, notify) => {
    const name = String(params['name'])
    const declared = capabilitiesOf(params)
    if (name === 'test_missing_capability' && !declared['sampling'])
      throw new RpcError(-32_021, 'The client does not declare sampling.', {
        requiredCapabilities: { sampling: {} },
      })
    const wanted = rounds[name.startsWith(roundsPrefix) ? name.slice(roundsPrefix.length) : '']
    if (wanted) {
      const allowed = name.endsWith('capabilities')
        ? wanted.map((each) =>
            Object.fromEntries(
              Object.entries(each).filter(([, { method }]) =>
                Object.hasOwn(declared, method.split('/')[0]!),
              ),
            ),
          )
        : wanted
      return roundResult(allowed, params) ?? { content: [text('Thank you.')] }
    }
    if (name === 'test_streaming_elicitation')
      return (
        roundResult([{ user_name: elicitation('Your name?', 'name') }], params) ?? {
          content: [text('Thank you.')],
        }
      )
    if (name === 'test_tool_with_logging' || name === 'test_logging_tool')
      return { content: [text('Logged.')] }
    if (!statelessTools.includes(name) && !answers[name])
      throw new RpcError(rpcCodes.invalidParams, `There is no tool ${name}.`)
    return common['tools/call']!(params, notify)
  },
  'prompts/list': () => ({
    prompts: [...prompts, { name: 'test_input_required_result_prompt', description: 'Fixture' }],
  }),
  'prompts/get': (params, notify) => {
    if (params['name'] !== 'test_input_required_result_prompt')
      return common['prompts/get']!(params, notify)
    const wanted = [{ user_context: elicitation('What context should the prompt use?', 'context') }]
    return roundResult(wanted, params) ?? user(text('With the context given.'))
  },
  'resources/read': (params, notify) => {
    if (!/^test:\/\/(static-|template\/)/.test(String(params['uri'])))
      throw new RpcError(rpcCodes.invalidParams, 'There is no such resource.', {
        uri: params['uri'],
      })
    return common['resources/read']!(params, notify)
  },
}
