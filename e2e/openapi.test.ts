import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { catalog } from '@fiq/shared/catalog/catalog'
import { tariff } from '@fiq/shared/schema/contract'
import fc from 'fast-check'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../packages/server/src/http/openapi/routes.ts'
import { createRequest, type Description } from './testing/described-answers.ts'
import { inputArbitrary } from './testing/input-arbitrary.ts'
import { runningServer } from './testing/running-server.ts'

const root = join(import.meta.dirname, '..')
const main = join(root, 'packages/server/dist/fiq-server.js')
let server: Awaited<ReturnType<typeof runningServer>>
let document: Description
let ask: ReturnType<typeof createRequest>
let text = ''
let key = ''

beforeAll(async () => {
  server = await runningServer({ serveFacilitator: 'on' })
  const folder = join(server.folder, 'data')
  const make = ['keys', 'create', '--org', 'Acme', '--credits', '10000000']
  const args = [main, ...make, '--data-dir', folder, '--json']
  const { stdout } = await promisify(execFile)(process.execPath, args)
  key = (JSON.parse(stdout) as { key: string }).key
  text = await (await fetch(`${server.url}/openapi.json`)).text()
  document = JSON.parse(text) as Description
  ask = createRequest(server.url, document)
})
afterAll(() => server.close())

const bearer = () => ({ authorization: `Bearer ${key}` })

test('default: the description passes the recommended rules', async () => {
  const file = join(server.folder, 'openapi.json')
  // A published description must name a public server.
  writeFileSync(file, text.replaceAll(server.url, 'https://api.fiq.test'))
  const redocly = join(root, 'node_modules/.bin/redocly')
  const lint = ['lint', '--extends', 'recommended', '--format', 'json', file]
  const { stdout } = await promisify(execFile)(redocly, lint, {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  const { totals, problems } = JSON.parse(stdout) as { totals: object; problems: object[] }
  expect(problems).toEqual([])
  expect(totals).toMatchObject({ errors: 0, warnings: 0, ignored: 0 })
})

test('default: every route of the table is served and described', () => {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  // For a browser, a tool responds with a page.
  const served = routes.filter(({ method, path }) => `${method} ${path}` !== 'GET /tools/:name')
  const expected = served.flatMap(({ method, path }) =>
    path === '/tools/:name'
      ? catalog.map(({ name }) => `POST /tools/${name}`)
      : [`${method} ${path.replace(/:(\w+)/g, '{$1}')}`],
  )
  expect(described.sort()).toEqual(expected.sort())
})

test('behavior: the description names the requested server', () => {
  expect(document.servers).toEqual([{ url: server.url }])
})

describe('responses of every tool match the description', () => {
  test.each(catalog.map((tool) => [tool.name, tool] as const))(
    'behavior: %s, whatever its inputs',
    async (name, { inputSchema, variables }) => {
      const path = `/tools/${name}`
      expect((await ask('POST', path, { body: variables })).status).toBeGreaterThanOrEqual(400)
      await ask('POST', path, { body: variables, headers: bearer() })
      await fc.assert(
        fc.asyncProperty(inputArbitrary(inputSchema), async (body) => {
          await ask('POST', path, { body, headers: bearer() })
        }),
        { numRuns: 12 },
      )
    },
  )
})

describe('responses of every other path match the description', () => {
  const query = '{ marketStatus { session } }'
  const strict = { accept: 'application/graphql-response+json' }

  test('default: queries', async () => {
    const statuses = [
      await ask('POST', '/api/graphql', { body: { query } }),
      await ask('POST', '/api/graphql', { body: { query }, headers: bearer() }),
      await ask('POST', '/api/graphql', { body: { query: '{ nope }' } }),
      await ask('POST', '/api/graphql', { body: '{' }),
      await ask('POST', '/api/graphql', {
        body: { query },
        headers: { authorization: 'Bearer x' },
      }),
      await ask('POST', '/api/graphql', { body: { query }, headers: { accept: 'text/html' } }),
      await ask('POST', '/api/graphql', { body: { query }, headers: { 'payment-signature': 'x' } }),
      await ask('POST', '/api/graphql', {
        body: { query },
        headers: { 'content-type': 'text/xml' },
      }),
      await ask('POST', '/api/graphql', { body: { query: `# ${'x'.repeat(700_000)}` } }),
      await ask('GET', '/api/graphql?query=%7B__typename%7D'),
      await ask('GET', '/api/graphql?query=%7B__typename%7D', { headers: strict }),
      await ask('POST', '/api/graphql', { body: { query }, headers: strict }),
      await ask('POST', '/api/graphql', { body: { query }, headers: { ...strict, ...bearer() } }),
      await ask('POST', '/api/graphql', { body: { query: '{ nope }' }, headers: strict }),
      await ask('GET', `/api/graphql?query=${encodeURIComponent(query)}`),
      await ask('POST', '/api/v1/price', { body: { query } }),
      await ask('POST', '/api/v1/price', { body: {} }),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([
      402, 200, 200, 400, 401, 406, 400, 415, 413, 200, 200, 402, 200, 400, 405, 200, 400,
    ])
  })

  test('default: MCP', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const statuses = [
      await ask('POST', '/mcp', { body: ping }),
      await ask('POST', '/mcp', { body: [ping, ping] }),
      await ask('POST', '/mcp', { body: { jsonrpc: '2.0', method: 'notifications/initialized' } }),
      await ask('POST', '/mcp', { body: '{' }),
      await ask('POST', '/mcp', { body: ping, headers: { origin: 'https://evil.example' } }),
      await ask('POST', '/mcp', { body: ping, headers: { authorization: 'Bearer x' } }),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 202, 400, 403, 401])
  })

  test('default: accounts', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const { json: offered } = await ask('GET', '/auth/siwx/nonce')
    const { nonce, domain, uri, chainId } = offered as {
      nonce: string
      domain: string
      uri: string
      chainId: number
    }
    const issuedAt = new Date(Date.parse(String(offered['expiresAt'])) - 300_000)
    const rest = { version: '1', address: account.address, issuedAt } as const
    const message = createSiweMessage({ nonce, domain, uri, chainId, ...rest })
    const signature = await account.signMessage({ message })
    const body = { message, signature }
    const { json: made } = await ask('POST', '/api/v1/keys', { body: {}, headers: bearer() })
    const one = { template: '/api/v1/keys/{id}', headers: bearer() }
    const answers = [
      await ask('POST', '/auth/siwx/verify', { body }),
      await ask('POST', '/auth/siwx/verify', { body }),
      await ask('GET', '/api/v1/keys', { headers: bearer() }),
      await ask('GET', '/api/v1/keys'),
      await ask('DELETE', `/api/v1/keys/${made['id']}`, one),
      await ask('DELETE', '/api/v1/keys/none', one),
      await ask('GET', '/api/v1/credits', { headers: bearer() }),
      await ask('GET', '/api/v1/usage', { headers: bearer() }),
      await ask('GET', '/api/v1/usage?days=0', { headers: bearer() }),
      await ask('POST', '/api/v1/credits/topup', { body: { amountUsd: '5' } }),
      await ask('POST', '/api/v1/credits/topup', { body: { amountUsd: 'x' } }),
      await ask('POST', '/api/v1/credits/claim'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([
      200, 401, 200, 401, 200, 404, 200, 200, 400, 402, 400, 400,
    ])
  })

  test('default: the facilitator, the devnet and the service', async () => {
    const order = { x402Version: 2, paymentPayload: {}, paymentRequirements: {} }
    const address = `0x${'a'.repeat(40)}`
    const rpc = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }
    const answers = [
      await ask('GET', '/facilitator/supported'),
      await ask('GET', '/facilitator/discovery/resources?limit=2'),
      await ask('GET', '/facilitator/discovery/resources?limit=0'),
      await ask('POST', '/facilitator/verify', { body: order }),
      await ask('POST', '/facilitator/settle', { body: order }),
      await ask('POST', '/facilitator/settle', { body: '{' }),
      await ask('POST', '/devnet/rpc', { body: rpc }),
      await ask('POST', '/devnet/faucet', { body: { address, amount: '1' } }),
      await ask('POST', '/devnet/faucet', { body: {} }),
      await ask('GET', '/api/v1/service'),
      await ask('GET', '/api/v1/tariff'),
      await ask('GET', '/healthz'),
      await ask('GET', '/openapi.json'),
      await ask('GET', '/.well-known/x402'),
      await ask('GET', '/llms.txt'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([
      200, 200, 400, 200, 200, 400, 200, 200, 400, 200, 200, 200, 200, 200, 200,
    ])
  })
})

test('default: each address in the discovery document gives a 402 with a quote', async () => {
  const { json } = await ask('GET', '/.well-known/x402')
  const resources = json['resources'] as string[]
  const offered = catalog.filter(({ name }) => !tariff.unavailable?.[`Query.${name}`])
  expect(resources).toHaveLength(offered.length + 2)
  const examples = new Map<string, unknown>(
    catalog.map(({ name, variables }) => [`/tools/${name}`, variables]),
  )
  const unpriced = []
  for (const resource of resources) {
    const path = new URL(resource).pathname
    const body = examples.get(path) ?? { query: '{ marketStatus { session } }', amountUsd: '1' }
    const { status } = await ask('POST', path, { body })
    if (status !== 402) unpriced.push(`${path} ${status}`)
  }
  expect(unpriced).toEqual([])
})
