import { expect, test } from 'vitest'
import { startPaidServer } from '../payment/testing/hostile-server.ts'
import { scratchFolder } from '../payment/testing/test-payer.ts'
import { defaultClientCaps } from './clients/clients.ts'
import { createRequestMoney } from './request-money.ts'
import { openSurface } from './serve/open-surface.ts'
import { testWorld, trustServer } from './testing/proxy-scene.ts'

const operation = { query: '{ quotes(tickers: ["A"]) { price } }' }

test('behavior: identical concurrent requests are paid once, for any mix of clients', async () => {
  const { ask, server, close } = await scene()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => ask(index % 2 === 0 ? 'ann' : 'bob')),
  )
  expect(answers.map(({ from, paid }) => `${from} ${paid}`)).toEqual([
    'asked 15000',
    ...Array(19).fill('shared 0'),
  ])
  expect(server.settled.size).toBe(1)
  await close()
})

test('behavior: sends a request again for the second caller if the first may not pay', async () => {
  const { ask, server, close } = await scene()
  const [poor, rich, second] = await Promise.allSettled([ask('poor'), ask('ann'), ask('poor')])
  expect([poor.status, rich.status, second.status]).toEqual(['rejected', 'fulfilled', 'rejected'])
  expect(server.settled.size).toBe(1)
  await close()
})

test('behavior: returns an undelivered answer again, free', async () => {
  const { ask, server, close } = await scene()
  await ask('ann')
  const again = await ask('bob')
  expect([again.from, again.paid]).toEqual(['resumed', 0n])
  again.delivered()
  expect((await ask('bob')).from).toBe('asked')
  expect(server.settled.size).toBe(2)
  await close()
})

test('behavior: signs nothing if all callers cancelled; answers one that did not', async () => {
  const { ask, server, close } = await scene()
  const gone = () => true
  const refused = { code: 'CANCELLED', funds: 'untouched' }
  await expect(ask('ann', gone)).rejects.toMatchObject(refused)
  const both = await Promise.allSettled([ask('ann', gone), ask('bob', gone)])
  expect(both).toMatchObject([{ reason: refused }, { reason: refused }])
  expect(server.payments).toEqual([])
  const [first, second] = await Promise.all([ask('ann', gone), ask('bob')])
  expect([first.from, second.from, server.payments.length]).toEqual(['asked', 'shared', 1])
  await close()
})

test('error: a price above --max-spend of the proxy is refused, and nothing is signed', async () => {
  const { ask, server, close } = await scene(14_999n)
  await expect(ask('ann')).rejects.toMatchObject({
    code: 'OVER_LIMIT',
    facts: expect.arrayContaining([expect.stringContaining('--max-spend')]),
  })
  expect(server.payments).toEqual([])
  await close()
})

async function scene(maxPrice?: bigint) {
  const folder = scratchFolder()
  const server = await startPaidServer()
  trustServer(folder.path, server.url.origin)
  const { world } = testWorld(folder.path, server.url.origin, {})
  const surface = openSurface(
    { ...world, maxPrice },
    { approvalMs: 1_000, reuse: false },
    { passage() {}, waiting() {} },
  )
  for (const name of ['ann', 'bob'])
    surface.clients.add({ ...defaultClientCaps, name, tools: undefined })
  surface.clients.add({ ...defaultClientCaps, perCall: 1n, name: 'poor', tools: undefined })
  return {
    server,
    ask: (name: string, hasCancelled = () => false) => {
      const client = surface.clients.find(name)!
      const money = createRequestMoney()
      const caller = { client, money, isThere: () => true, hasCancelled, onWaiting() {} }
      return surface.ports.gateway.query(operation, caller)
    },
    async close() {
      surface.payer.close()
      await server.close()
      folder[Symbol.dispose]()
    },
  }
}
