import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { errorResponse, isRequest, RpcError, readMessages } from './json-rpc.ts'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

describe('readMessages', () => {
  test.each([
    ['a request', ping, true],
    ['a request with an id of text', { ...ping, id: 'a', params: {} }, true],
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }, false],
    ['a result', { jsonrpc: '2.0', id: 1, result: {} }, false],
    ['an error', { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } }, false],
  ])('default: %s', (_, message, asks) => {
    const read = readMessages(JSON.stringify(message), false)
    expect(read).toEqual({ messages: [message], isBatch: false })
    expect(read.messages.map(isRequest)).toEqual([asks])
  })

  test.each([
    ['the id null', { ...ping, id: null }],
    ['an id with a fraction', { ...ping, id: 1.5 }],
    ['parameters that are a list', { ...ping, params: [] }],
    ['a method that is no text', { ...ping, method: 1 }],
    ['JSON-RPC 1', { ...ping, jsonrpc: '1.0' }],
    ['neither method nor result', { jsonrpc: '2.0', id: 1 }],
    ['text', 'ping'],
    ['nothing', null],
  ])('error: %s is not a message', (_, message) => {
    expect(() => readMessages(JSON.stringify(message), true)).toThrow('not JSON-RPC 2.0')
  })

  test.each([
    ['lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['lists beside strings that look like their ends', `${'["]",'.repeat(100_000)}1`],
  ])('error: refuses %s 100,000 deep before they are read', (_, deep) => {
    const text = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":${deep}}}`
    expect(() => readMessages(text, true)).toThrow('deeper than 100 brackets')
  })

  test('error: fuzz: any input is parsed or refused in one form', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.boolean(), (text, takesBatches) => {
        try {
          for (const message of readMessages(text, takesBatches).messages)
            expect(message.jsonrpc).toBe('2.0')
        } catch (error) {
          expect(error).toBeInstanceOf(RpcError)
          expect(JSON.parse(errorResponse(error as RpcError, null))).toMatchObject({
            jsonrpc: '2.0',
            id: null,
            error: { code: expect.any(Number), message: expect.any(String) },
          })
        }
      }),
    )
  })
})
