import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { ErrorCode } from '@fiq/shared/errors'

/** A fault of an upstream, and the error code that its caller gets. */
export type Misbehaviour = {
  code: ErrorCode
  /** Applies only to lists of a known length. */
  ofLists?: true
  /** Takes as long as the caller waits. */
  isSlow?: true
  /** @param sound the correct response */
  answer(response: ServerResponse, sound: Uint8Array): void
}

/** Maximum bytes of a body from misbehaving upstreams. */
export const bodyBytesMax = 2 ** 21

const page = '<!DOCTYPE html><html><body>Too Many Requests</body></html>'

/** Faults that upstreams have shown, and some that none should show. */
export const misbehaviours: Readonly<Record<string, Misbehaviour>> = {
  'HTML with 200': changed(() => page, { 'content-type': 'text/html' }),
  'an error with 200': changed(() => '{"error":{"code":"Unauthorized"}}'),
  null: changed(() => 'null'),
  'a table of nothing': changed(() => 'a,b\n,\n-0- ,\n"'),
  'a picture': changed(() => 'GIF89a\u0001\u0000', { 'content-type': 'image/gif' }),
  'an empty body': changed(() => ''),
  'JSON cut short': changed(() => '{"data":[{"a":1'),
  'its answer in another shape': changed(inAnotherShape),
  'a list of a few rows': { ...changed(cut), ofLists: true },
  'a body without end': changed(() => `"${'x'.repeat(bodyBytesMax)}"`),
  'damaged gzip': changed((sound) => gzipSync(sound).subarray(0, -12), {
    'content-encoding': 'gzip',
  }),
  'a redirect to another host': {
    code: 'UPSTREAM_CHANGED',
    answer: (response) =>
      void response.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
  },
  'a connection cut short': {
    code: 'UPSTREAM_UNAVAILABLE',
    answer(response) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"data":[', () => response.destroy())
    },
  },
  '429 with Retry-After': {
    code: 'UPSTREAM_RATE_LIMITED',
    answer: (response) => void response.writeHead(429, { 'retry-after': '60' }).end(),
  },
  'status 500': {
    code: 'UPSTREAM_UNAVAILABLE',
    answer: (response) => void response.writeHead(500).end('{}'),
  },
  silence: { code: 'UPSTREAM_UNAVAILABLE', isSlow: true, answer: () => {} },
}

/** Status 200 with another body than the correct one. */
function changed(
  bodyOf: (sound: Uint8Array) => string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Misbehaviour {
  return {
    code: 'UPSTREAM_CHANGED',
    answer: (response, sound) =>
      void response.writeHead(200, { etag: '"1"', ...headers }).end(bodyOf(sound)),
  }
}

/** Well formed but nearly empty. */
function cut(sound: Uint8Array): string {
  const text = Buffer.from(sound).toString()
  if (text.startsWith('{')) {
    const { data, ...rest } = JSON.parse(text)
    return JSON.stringify({ ...rest, data: data.slice(0, 20) })
  }
  return text
    .replace(/(<INDIVIDUAL>.*)<\/INDIVIDUALS>/s, '</INDIVIDUALS>')
    .split('\n')
    .slice(0, 20)
    .join('\n')
}

/** The same figures under other names: keys, tags and columns that no parser knows. */
function inAnotherShape(sound: Uint8Array): string {
  const text = Buffer.from(sound).toString()
  if (/^\s*[{[]/.test(text)) return JSON.stringify(renamed(JSON.parse(text)))
  if (/^\s*</.test(text)) return text.replace(/<(\/?)([A-Za-z])/g, '<$1x-$2')
  return text.replaceAll(/[,;|\t]/g, '~')
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [`x_${key}`, renamed(each)]))
}
