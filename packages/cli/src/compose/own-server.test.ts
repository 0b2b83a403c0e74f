import { expect, test } from 'vitest'
import { readSettings } from './own-server.ts'
import { ownServer, runOwnServer, worldScene } from './testing/world-scene.ts'

const { url, key } = ownServer

function scene(isAlive = true) {
  const { world, sent } = worldScene([], { status: 200, headers: {}, body: '' })
  const outside = runOwnServer({ ...world, env: { FIQ_HOME: world.home } }, isAlive)
  const read = (flags: Record<string, unknown> = {}) => readSettings(outside, flags)
  return { outside, read, sent }
}

const request = (origin: string, headers: Record<string, string> = {}) => ({
  method: 'GET' as const,
  url: new URL('/x', origin),
  headers,
})

test("behavior: the user's own server gets its key, and no other server does", async () => {
  const { read, sent } = scene()
  const { settings, world } = read()
  expect(settings).toMatchObject({ url, isPersonal: true })
  await world.send(request(url))
  await world.send(request('http://127.0.0.1:4322'))
  await world.send(request(url, { authorization: 'Bearer own' }))
  expect(sent.map(({ headers }) => headers['authorization'])).toEqual([
    `Bearer ${key}`,
    undefined,
    'Bearer own',
  ])
})

test('behavior: an address on the command line is used instead', () => {
  const { settings } = scene().read({ url: 'http://127.0.0.1:4322' })
  expect(settings.url).toBe('http://127.0.0.1:4322')
  expect(settings.isPersonal).not.toBe(true)
})

test('behavior: a server whose process has ended is not used', async () => {
  const { read, sent } = scene(false)
  const { settings, world } = read()
  expect(settings.url).toBe('http://127.0.0.1:4020')
  await world.send(request('http://127.0.0.1:4020'))
  expect(sent.map(({ url, headers }) => [url.href, headers])).toEqual([
    ['http://127.0.0.1:4020/x', {}],
  ])
})

test('behavior: a server that starts later gets the requests, unless another is configured', async () => {
  const { world, sent } = worldScene([], { status: 200, headers: {}, body: '' })
  const processes = { ...world.process.processes, isAlive: () => true }
  const process = { ...world.process, processes }
  const outside = { ...world, process, env: { FIQ_HOME: world.home } }
  const before = [{}, { url: 'http://127.0.0.1:4020' }].map((flags) => readSettings(outside, flags))
  runOwnServer(outside)
  for (const { settings, world } of before) await world.send(request(settings.url))
  expect(sent.map(({ url, headers }) => [url.href, headers['authorization']])).toEqual([
    [`${url}/x`, `Bearer ${key}`],
    ['http://127.0.0.1:4020/x', undefined],
  ])
})
