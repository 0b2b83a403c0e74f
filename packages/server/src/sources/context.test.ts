import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import type { Upstream } from './connector.ts'
import { createConnectorContext } from './context.ts'

const files = { bars: () => undefined, series: () => undefined, tickers: () => [] }

function scene(mode: 'live' | 'sandbox' | 'mirror' = 'sandbox') {
  let nowMs = 0
  const context = createConnectorContext({
    upstreams: { mode, fetch: async () => Promise.reject(new Error('not asked')) },
    files,
    now: () => new Date(nowMs),
    allowed: new Set(['yahoo']),
    upstreamKeyOf: (variable) => (variable === 'HELD_KEY' ? 'secret' : undefined),
  })
  return { context, pass: (seconds: number) => (nowMs += seconds * 1_000) }
}

test('default: builds a stored value once until it expires', async () => {
  const { context, pass } = scene()
  let built = 0
  const build = async () => ++built
  expect(
    await Promise.all([context.cached('k', 60, build), context.cached('k', 60, build)]),
  ).toEqual([1, 1])
  pass(59)
  expect(await context.cached('k', 60, build)).toBe(1)
  pass(1)
  expect(await context.cached('k', 60, build)).toBe(2)
})

test('error: does not store a failed build, and reports it to every waiter', async () => {
  const { context } = scene()
  const fail = () => Promise.reject(new Error('down'))
  const failures = await Promise.allSettled([
    context.cached('k', 60, fail),
    context.cached('k', 60, fail),
  ])
  expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await context.cached('k', 60, async () => 'up')).toBe('up')
})

test('behavior: restricted upstreams are disabled in live mode unless the operator enabled them', () => {
  const restricted = (id: string) =>
    ({ id, hosts: ['x.test'], licence: { class: 'restricted' } }) as unknown as Upstream
  const { context } = scene('live')
  expect([context.enabled(restricted('yahoo')), context.enabled(restricted('nasdaq'))]).toEqual([
    true,
    false,
  ])
  expect(scene('sandbox').context.enabled(restricted('nasdaq'))).toBe(true)
})

test('behavior: a keyed upstream is enabled by its key, live and in the sandbox', () => {
  const keyed = (key: string) =>
    ({ id: 'x', hosts: ['x.test'], key, licence: { class: 'restricted' } }) as unknown as Upstream
  const { enabled } = scene('live').context
  for (const mode of ['live', 'sandbox'] as const) {
    const { enabled } = scene(mode).context
    expect([enabled(keyed('HELD_KEY')), enabled(keyed('OTHER_KEY'))]).toEqual([true, false])
  }
  expect(scene('mirror').context.enabled(keyed('HELD_KEY'))).toBe(false)
  const optional = (optionalKey: string) =>
    ({
      id: 'x',
      hosts: ['x.test'],
      optionalKey,
      licence: { class: 'restricted' },
    }) as unknown as Upstream
  expect([enabled(optional('HELD_KEY')), enabled(optional('OTHER_KEY'))]).toEqual([true, false])
})

test('behavior: a build gets the context of its caller, with replaced members', async () => {
  const { context } = scene()
  const replaced = { ...context, oneByOne: true }
  expect(await replaced.cached('k', 60, async ({ oneByOne }) => oneByOne)).toBe(true)
})

test('behavior: a caller that joined a build refused by a budget builds again', async () => {
  const { context } = scene()
  const refuse = () => Promise.reject(new FiqError('RATE_LIMITED', 'over'))
  const outcomes = await Promise.allSettled([
    context.cached('k', 60, refuse),
    context.cached('k', 60, async () => 'built'),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})
