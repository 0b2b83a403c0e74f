import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openHttp } from './send-request.ts'
import { selfSigned } from './testing/self-signed.ts'

// A real TLS server, which records what this program sent.

const reports: string[] = []
const server = createServer(selfSigned, async (request, response) => {
  for await (const chunk of request) reports.push(String(chunk))
  response.end('{}')
})
const trusted = getCACertificates('default')
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterEach(() => {
  vi.unstubAllEnvs()
  setDefaultCACertificates(trusted)
  reports.length = 0
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function send(host: string) {
  const { port } = server.address() as AddressInfo
  const url = new URL(`https://${host}:${port}/`)
  return openHttp()({ method: 'POST', url, headers: {}, body: 'a signed payment' })
}

test('default: accepts a certificate of a trusted authority for the requested host name', async () => {
  setDefaultCACertificates([...trusted, selfSigned.cert])
  expect(await send('localhost')).toMatchObject({ status: 200, body: '{}' })
  expect(reports).toEqual(['a signed payment'])
})

test.each([
  ['of nobody who is trusted', [], 'localhost', /self-signed certificate/],
  ['for another name', [selfSigned.cert], '127.0.0.1', /IP: 127\.0\.0\.1/],
])('error: refuses a certificate %s: sends nothing, in any environment', async (...given) => {
  const [, besides, host, reason] = given
  setDefaultCACertificates([...trusted, ...besides])
  for (const setting of ['', '0']) {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', setting)
    await expect(send(host)).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      funds: 'untouched',
      facts: [expect.stringMatching(reason)],
    })
  }
  expect(reports).toEqual([])
})
