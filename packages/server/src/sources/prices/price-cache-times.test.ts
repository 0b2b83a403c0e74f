import { expect, test } from 'vitest'
import { ttlSeconds } from '../../upstreams/cache-times.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { testContext } from '../testing/describe-connector.ts'
import { sourcesOfBars } from './bar-sources.ts'

const now = () => new Date('2026-11-18T17:00:00Z')

/** Addresses that a loader requests. */
async function requested(load: (context: ReturnType<typeof testContext>) => Promise<unknown>) {
  const urls: URL[] = []
  const sandbox = sandboxTransport({ now })
  const upstreams = {
    ...sandbox,
    fetch: (request: Parameters<typeof sandbox.fetch>[0]) => {
      urls.push(request.url)
      return sandbox.fetch(request)
    },
  }
  await load(testContext(upstreams, { now }))
  return urls
}

const current = sourcesOfBars('AAPL', '1mo', '1d').filter(({ upstream }) =>
  ['real-time', '15-minute'].includes(upstream.timing?.delay ?? ''),
)

test.each(current.map((source) => [source.upstream.id, source] as const))(
  'behavior: bars of %s, which has the current day, are cached for minutes, not hours',
  async (_id, { load, upstream }) => {
    const urls = (await requested((context) => load(context))).filter(
      ({ host, pathname }) => upstream.hosts.includes(host) && !pathname.includes('actions'),
    )
    expect(urls.length).toBeGreaterThan(0)
    for (const url of urls) expect(ttlSeconds(url, true), url.href).toBeLessThanOrEqual(600)
  },
)
