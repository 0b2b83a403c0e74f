import { expect, test } from 'vitest'
import { isHost, originForm, targetFault } from './request-target.ts'

test.each([
  ['/a?b=c', '/a?b=c', 'header'],
  ['//other/a', '//other/a', 'header'],
  ['*', '*', 'header'],
  [undefined, '/', 'header'],
  ['http://other/a?b=http://x/', '/a?b=http://x/', 'other'],
  ['HTTPS://Other:8443/a', '/a', 'Other:8443'],
  ['http://other', '/', 'other'],
  ['http://other?b', '/?b', 'other'],
  ['http:///a', '/a', ''],
  ['ftp://other/a', 'ftp://other/a', 'header'],
])('default: the target %s is %s at the host %s', (url, path, host) => {
  const request = { url, headers: { host: 'header' } }
  expect(originForm(request)).toBe(path)
  expect(request.headers.host).toBe(host)
})

test.each(['fiq.test', 'FIQ.test:8080', '127.0.0.1', '[::1]:3000', 'bücher.test', 'a_b'])(
  'default: %s is a host',
  (text) => expect(isHost(text)).toBe(true),
)

test.each(['', 'a b', 'a/b', 'a?b', 'a#b', 'user@a', 'a\\b', 'a:port', '[::1', 'a, a', '\ta'])(
  'error: %j is no host',
  (text) => expect(isHost(text)).toBe(false),
)

test.each([
  [{ host: 'fiq.test' }, '1.1', undefined],
  [{}, '1.0', undefined],
  [{ host: 'fiq.test', 'transfer-encoding': 'chunked' }, '1.1', undefined],
  [{}, '1.1', 'The Host header names no host, or several.'],
  [{ host: 'a, a' }, '1.0', 'The Host header names no host, or several.'],
  [
    { host: 'a', 'transfer-encoding': 'gzip, chunked' },
    '1.1',
    'The only Transfer-Encoding is chunked.',
  ],
  [{ 'transfer-encoding': 'chunked' }, '1.0', 'HTTP/1.0 has no Transfer-Encoding.'],
])('error or default: %j in HTTP/%s', (headers, httpVersion, message) => {
  expect(targetFault({ headers, httpVersion })?.message).toBe(message)
})
