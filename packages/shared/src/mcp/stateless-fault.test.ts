import { expect, test } from 'vitest'
import { metaKeys } from './read-post.ts'
import { statelessFault } from './stateless-fault.ts'

const request = (params: object = {}, method = 'tools/call') => ({
  jsonrpc: '2.0' as const,
  id: 7,
  method,
  params: { _meta: { [metaKeys.capabilities]: {} }, ...params },
})
const methods = { 'tools/call': true, 'resources/read': true, 'tools/list': true }

test.each([
  [request({ name: 'é' }), { 'mcp-method': 'tools/call', 'mcp-name': '=?base64?w6k=?=' }],
  [request({ name: 'a' }), { 'mcp-method': 'tools/call', 'mcp-name': ' a ' }],
  [
    request({ uri: 'x:y' }, 'resources/read'),
    { 'mcp-method': 'resources/read', 'mcp-name': 'x:y' },
  ],
  [request({}, 'tools/list'), { 'mcp-method': 'tools/list', 'mcp-name': 'anything' }],
  [request({ name: 'a' }), undefined],
])('default: accepts %j with %j', (message, headers) => {
  expect(statelessFault(message, headers, methods)).toBeUndefined()
})

test.each([
  [{ ...request(), params: {} }, {}, 400, -32_602, metaKeys.capabilities],
  [request(), {}, 400, -32_020, 'Mcp-Method is missing'],
  [request({ name: 'a' }), { 'mcp-method': 'tools/call' }, 400, -32_020, 'Mcp-Name is missing'],
  [request(), { 'mcp-method': 'tools/call', 'mcp-name': 'a' }, 400, -32_020, 'name is missing'],
  [request({}, 'constructor'), { 'mcp-method': 'constructor' }, 404, -32_601, 'Method not found'],
] as const)('error: %j with %j is %s', (message, headers, status, code, text) => {
  const fault = statelessFault(message, headers, methods)
  expect(fault).toMatchObject({ status, error: { code, id: 7 } })
  expect(fault?.error.message).toContain(text)
})
