import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpApp } from '../http-defaults.ts'
import { pageFileBytes, pageFiles } from './page-files.ts'

/** A server of one file, and the errors that it reported to the operator. */
function scene() {
  const root = mkdtempSync(join(tmpdir(), 'pages-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  writeFileSync(join(root, 'a.js'), 'let a')
  const reported: unknown[] = []
  const app = createHttpApp({ dataMode: 'sandbox', report: (error) => void reported.push(error) })
  pageFiles(app, root)
  return { app, root, reported }
}

test('default: serves the files, and knows their sizes', async () => {
  const { app, root } = scene()
  expect((await app.inject('/pages/a.js')).body).toBe('let a')
  expect([...pageFileBytes(root)]).toEqual([['a.js', 5]])
})

test.each([
  [{ range: 'bytes=99-' }, 200],
  [{ range: 'bytes=0-0,2-2' }, 200],
  [{ 'if-match': '"other"' }, 400],
  [{ 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 400],
])('error: a request with %j gets %i, and nothing is reported', async (headers, status) => {
  const { app, reported } = scene()
  expect((await app.inject({ url: '/pages/a.js', headers })).statusCode).toBe(status)
  expect(reported).toEqual([])
})

test.each(['/pages/..%2fa', '/pages/.//a.js', '/pages/a%00.js', '/pages/'])(
  'error: finds nothing at %s',
  async (url) => {
    const { app, reported } = scene()
    expect((await app.inject(url)).statusCode).toBe(404)
    expect(reported).toEqual([])
  },
)
