import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MockAgent } from 'undici'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { version } from '../config/version.ts'
import { exchange } from '../upstreams/live/exchange.ts'
import { upstreamHosts } from './connectors.ts'

const contact = 'Ada Lovelace ada@example.org'
const name = `fiq/${version}`

let agent: MockAgent
beforeEach(() => {
  agent = new MockAgent()
  agent.disableNetConnect()
})
afterEach(() => agent.close())

/** The `User-Agent` that a host receives, whatever the connector asks for. */
async function userAgentAt(host: string, isPersonal: boolean): Promise<unknown> {
  let received: unknown
  agent
    .get(`https://${host}`)
    .intercept({ path: /^\/a/, method: 'GET' })
    .reply(200, ({ headers }) => {
      received = (headers as Record<string, string>)['user-agent']
      return 'body'
    })
  await exchange(
    {
      url: new URL(`https://${host}/a`),
      expects: 'text',
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0' },
    },
    {},
    AbortSignal.timeout(5_000),
    {
      hosts: new Set([host]),
      upstreamKeyOf: () => contact,
      isPersonal,
      dispatcher: agent,
      bodyBytesMax: 100,
    },
  )
  return received
}

const formOf = (host: string, isPersonal: boolean) => {
  if (host.endsWith('.sec.gov')) return contact
  if (host.endsWith('.yahoo.com')) return `Mozilla/5.0 (compatible; ${name})`
  return isPersonal ? `${name} (personal)` : name
}

test.each([true, false])(
  'default: every host gets the honest name, personal: %s',
  async (isPersonal) => {
    const hosts = [...upstreamHosts(), 'www.reddit.com']
    expect(hosts.length).toBeGreaterThan(60)
    const received = await Promise.all(
      hosts.map(async (host) => [host, await userAgentAt(host, isPersonal)]),
    )
    expect(received).toEqual(hosts.map((host) => [host, formOf(host, isPersonal)]))
  },
)

test('behavior: no other code writes a user agent', () => {
  const root = join(import.meta.dirname, '..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const writers = files.filter(
    (file) =>
      /(?<!\.test)\.ts$/.test(file) &&
      /['"]user-agent['"]|mozilla/i.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(writers.sort()).toEqual([
    'config/user-agent.ts',
    'settlement/chain/rpc-chain.ts',
    'upstreams/live/exchange.ts',
    'upstreams/live/host-rules.ts',
  ])
})
