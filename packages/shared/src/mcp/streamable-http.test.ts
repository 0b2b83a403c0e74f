import { describe, expect, test } from 'vitest'
import { accepts, readPost } from './streamable-http.ts'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

describe('readPost', () => {
  test.each<[string | undefined, unknown]>([
    [undefined, ping],
    [undefined, [ping]],
    ['2025-06-18', ping],
    ['2025-11-25', { ...ping, method: 'initialize' }],
  ])('default: on %s %j is taken', (version, body) => {
    const isBatch = Array.isArray(body)
    const messages = isBatch ? body : [body]
    expect(readPost(JSON.stringify(body), version)).toEqual({ messages, isBatch })
  })

  test.each<[string, unknown, object]>([
    ['2025-06-18', [ping], { code: -32_600, id: null }],
    ['2025-11-25', [ping], { code: -32_600, id: null }],
    ['2025-11-25', ping, { code: -32_022, id: 1 }],
    ['2025-11-25', { jsonrpc: '2.0', method: 'x' }, { code: -32_022, id: null }],
  ])('error: on %s %j is refused', (version, body, error) => {
    expect(() => readPost(JSON.stringify(body), version)).toThrow(expect.objectContaining(error))
  })
})

describe('accepts', () => {
  test.each([
    [undefined, true],
    ['', true],
    ['*/*', true],
    ['application/*;q=0.5', true],
    ['Application/JSON, text/event-stream', true],
    ['text/html', false],
  ])('default: %j has JSON: %s', (header, is) => {
    expect(accepts(header, 'application/json')).toBe(is)
  })
})
