import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '../packages/server/src/http/openapi/routes.ts'
import { runningServer, type startedServer } from './testing/running-server.ts'

let server: Awaited<ReturnType<typeof startedServer>>
beforeAll(async () => {
  server = await runningServer({ publicUrl: 'https://fiq.example', serveFacilitator: 'on' })
})
afterAll(() => server.close())

const methods = ['GET', 'POST', 'DELETE', 'OPTIONS', 'PUT'] as const
const paths = [...new Set(routes.map(({ path }) => path)), '/nothing', '/tools/none']

test.each(paths)('behavior: %s sends the common headers, for every method', async (path) => {
  for (const method of methods) {
    const { status, headers } = await fetch(server.url + path.replace(/:\w+/, 'quotes'), {
      method,
    })
    const policy = headers.get('content-security-policy') ?? ''
    expect({
      status: status < 500 || [501, 503].includes(status),
      sniff: headers.get('x-content-type-options'),
      referrer: headers.get('referrer-policy'),
      sts: headers.get('strict-transport-security'),
      policy: policy.includes("default-src 'none'") && policy.includes("frame-ancestors 'none'"),
      cookie: headers.get('set-cookie'),
      powered: headers.get('x-powered-by') ?? headers.get('server'),
    }).toEqual({
      status: true,
      sniff: 'nosniff',
      referrer: 'no-referrer',
      sts: 'max-age=63072000',
      policy: true,
      cookie: null,
      powered: null,
    })
  }
})

test('behavior: does not send HSTS without https in the public address', async () => {
  const plain = await runningServer()
  const { headers } = await fetch(`${plain.url}/healthz`)
  await plain.close()
  expect(headers.get('strict-transport-security')).toBe(null)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})
