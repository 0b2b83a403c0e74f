import { defined } from '@fiq/shared/defined'
import { RpcError } from '@fiq/shared/mcp/json-rpc'
import { expect, test } from 'vitest'
import { constantResult } from './constant-result.ts'

const answer = constantResult('{"tools":[]}', 'The list of tools')
const ask = (id: string | number, params?: Record<string, unknown>) =>
  answer({ jsonrpc: '2.0', id, method: 'tools/list', ...defined({ params }) }, undefined as never)

test.each([[7], ['a'], ['"\\'], ['x'.repeat(65)]])('default: responds to the id %j', (id) => {
  expect(JSON.parse(String(ask(id)))).toEqual({ jsonrpc: '2.0', id, result: { tools: [] } })
})

test('behavior: a repeated id gets the same bytes, but not a long one', () => {
  expect(ask(7)).toBe(ask(7))
  expect(ask(7)).not.toBe(ask('7'))
  const long = 'x'.repeat(65)
  expect(ask(long)).not.toBe(ask(long))
})

test.each<[string, Record<string, unknown>]>([
  ['a cursor', { cursor: 'next' }],
  ['_meta that is no object', { _meta: 1 }],
])('error: refuses %s', (_, params) => {
  expect(() => ask(1, params)).toThrow(RpcError)
})
