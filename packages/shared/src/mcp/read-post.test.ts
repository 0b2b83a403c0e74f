import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RpcError } from './json-rpc.ts'
import { handshakeVersions } from './protocol-versions.ts'
import { accepts, metaKeys, readLine, readPost } from './read-post.ts'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const note = { jsonrpc: '2.0', method: 'notifications/x' }
const response = { jsonrpc: '2.0', id: 1, result: {} }
const initialize = { ...ping, method: 'initialize' }
const stateless = '2026-07-28'
const of = (message: object, version: unknown) => ({
  ...message,
  params: { _meta: { [metaKeys.version]: version } },
})

describe('readPost', () => {
  test.each<[string | undefined, unknown, string | undefined]>([
    [undefined, ping, '2025-03-26'],
    [undefined, [ping], '2025-03-26'],
    ['2025-03-26', [ping], '2025-03-26'],
    ['2025-06-18', ping, '2025-06-18'],
    ['2025-11-25', ping, '2025-11-25'],
    ['2024-11-05', of(ping, '2025-06-18'), '2024-11-05'],
    [undefined, of(ping, '2025-06-18'), '2025-03-26'],
    [undefined, response, '2025-03-26'],
    ['2025-11-25', initialize, undefined],
    ['2026-07-28', initialize, undefined],
    ['no version', of(initialize, '2025-06-18'), undefined],
    [stateless, of(ping, stateless), stateless],
    [stateless, of(initialize, stateless), stateless],
    [stateless, of(note, stateless), stateless],
    [stateless, note, stateless],
  ])('default: with the header %s, %j has version %s', (header, body, version) => {
    const isBatch = Array.isArray(body)
    const messages = isBatch ? body : [body]
    expect(readPost(JSON.stringify(body), header)).toEqual({ messages, isBatch, version })
  })

  test.each<[string | undefined, unknown, object]>([
    ['2025-06-18', [ping], { code: -32_600, id: null }],
    ['2025-11-25', [ping], { code: -32_600, id: null }],
    [undefined, [ping, of(ping, stateless)], { code: -32_600, id: null }],
    [stateless, ping, { code: -32_602, id: 1, message: expect.stringContaining(metaKeys.version) }],
    [stateless, response, { code: -32_600, id: null }],
    [undefined, of(ping, stateless), { code: -32_020, id: 1 }],
    ['2025-06-18', of(ping, stateless), { code: -32_020, id: 1 }],
    [stateless, of(ping, '2025-06-18'), { code: -32_020, id: 1 }],
    [stateless, of(ping, '2027-01-01'), { code: -32_020, id: 1 }],
    [undefined, of(initialize, stateless), { code: -32_020, id: 1 }],
    ['2027-01-01', ping, { code: -32_022, id: 1 }],
    ['2027-01-01', note, { code: -32_022, id: null }],
    [
      '2027-01-01',
      of(ping, '2027-01-01'),
      {
        code: -32_022,
        data: { supported: [stateless, ...handshakeVersions], requested: '2027-01-01' },
      },
    ],
    [undefined, of(ping, 5), { code: -32_602, id: 1 }],
    [stateless, of(ping, null), { code: -32_602, id: 1 }],
  ])('error: with the header %s, refuses %j', (header, body, error) => {
    expect(() => readPost(JSON.stringify(body), header)).toThrow(expect.objectContaining(error))
  })

  test('behavior: fuzz: only header and body together determine the version', () => {
    const version = fc.constantFrom(undefined, stateless, '2027-01-01', '', 7, ...handshakeVersions)
    const method = fc.constantFrom('ping', 'initialize', 'tools/call')
    fc.assert(
      fc.property(version, version, method, (inHeader, inBody, name) => {
        const header = inHeader === undefined ? undefined : String(inHeader)
        const message = { ...ping, method: name }
        const body = inBody === undefined ? message : of(message, inBody)
        try {
          const read = readPost(JSON.stringify(body), header)
          if (read.version === stateless) expect([header, inBody]).toEqual([stateless, stateless])
          else if (read.version) expect(read.version).toBe(header ?? '2025-03-26')
          else expect(name).toBe('initialize')
        } catch (error) {
          expect(error).toBeInstanceOf(RpcError)
          expect((error as RpcError).id).toBe(1)
        }
      }),
    )
  })
})

describe('readLine', () => {
  test.each([
    [ping, undefined],
    [[ping], undefined],
    [of(ping, '2025-06-18'), undefined],
    [of(ping, stateless), stateless],
    [response, undefined],
  ])('default: %j has version %s', (body, version) => {
    expect(readLine(JSON.stringify(body), true).version).toBe(version)
  })

  test.each([
    [of(ping, '2027-01-01'), { code: -32_022, id: 1 }],
    [of(ping, 5), { code: -32_602, id: 1 }],
    [[of(ping, stateless)], { code: -32_600, id: null }],
  ])('error: %j is refused', (body, error) => {
    expect(() => readLine(JSON.stringify(body), true)).toThrow(expect.objectContaining(error))
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
  ])('default: %j accepts JSON: %s', (header, is) => {
    expect(accepts(header, 'application/json')).toBe(is)
  })
})
