import { expect, test } from 'vitest'
import { resolveSettings } from '../config/settings.ts'
import { scratchFolder } from '../payment/testing/test-payer.ts'
import { createCreditPurchases } from './credits/credit-purchases.ts'
import { openSession } from './open-session.ts'

test('default: with a key nothing is paid, and its credits count at their price', async () => {
  using folder = scratchFolder()
  const settings = resolveSettings({
    flags: { apiKey: 'fiq_1' },
    env: {},
    stored: { list: () => ({}), current: () => undefined },
  })
  const options = {
    stateDir: folder.path,
    serverUrl: new URL(settings.url),
    limits: {},
    clock: { now: () => 0 },
    randomBytes: (length: number) => new Uint8Array(length),
    processes: { pid: 1, isAlive: () => true },
  }
  const sent: string[] = []
  const session = await openSession(
    { cap: 100_000n, note: () => {} },
    {
      ports: {
        settings,
        key: async () => 'fiq_1',
        async send({ headers }) {
          sent.push(headers['authorization'] ?? '')
          return { status: 200, headers: {}, body: '{"data":{"quotes":[]}}' }
        },
        expected: () => Promise.reject(new Error('nothing is paid')),
        estimate: async () => ({ tariff: 't', credits: 5, amount: 15_000n, rows: [] }),
        progress: { during: (_, work) => work, pause() {}, resume() {} },
        note() {},
        creditPurchases: () =>
          createCreditPurchases(folder.path, { now: () => 0, createKey: () => 'one' }),
      },
      payerOptions: () => options as never,
      key: async () => 'fiq_1',
    },
  )
  expect(session.spent()).toBe(0n)
  await session.query({ query: '{ quotes { price } }' })
  await session.query({ query: '{ quotes { price } }' })
  session.delivered()
  expect([session.spent(), sent]).toEqual([30_000n, ['Bearer fiq_1', 'Bearer fiq_1']])
})
