import { existsSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { commandScene, errorOn } from '../payment/testing/command-scene.ts'
import { type Mode, receiptFor, send } from '../payment/testing/hostile-server.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe.skipIf(!existsSync('/dev/full'))(
  'a file that cannot be written after a paid answer',
  () => {
    const bar = { date: '2026-01-02', open: 1, high: 1, low: 1, close: 1, volume: 1 }
    const bars = JSON.stringify({ data: { priceHistory: [{ ticker: 'A', bars: [bar] }] } })
    const words = ['history', 'A', '--xlsx', '/dev/full']

    test('error: the money is spent, and the next run gets the same answer and pays nothing', async () => {
      const { run, purchases } = await open({
        paid: (response, _, request) => send(response, 200, bars, receiptFor(request)),
      })
      for (let runs = 1; runs <= 2; runs += 1) {
        const { exit, err } = await run(...words)
        expect(exit).toBe(15)
        expect(errorOn(err)).toMatchObject({ code: 'OUTPUT_FAILED', funds: 'spent' })
      }
      expect(await run('history', 'A', '--csv')).toMatchObject({
        exit: 0,
        err: expect.stringContaining('nothing new was paid'),
      })
      expect(purchases()).toBe(1)
    })

    test('error: on credits the next run repeats the same purchase', async () => {
      const keys = new Set<unknown>()
      const { run } = await open({
        unpaid: (response) => {
          keys.add(response.req.headers['idempotency-key'])
          send(response, 200, bars)
        },
      })
      for (let runs = 1; runs <= 2; runs += 1) {
        const { exit, err } = await run(...words, '--api-key', 'fiq_1')
        expect(exit).toBe(15)
        expect(errorOn(err)).toMatchObject({ code: 'OUTPUT_FAILED', funds: 'spent' })
      }
      expect(keys.size).toBe(1)
    })
  },
)

async function open(mode: Mode) {
  const scene = await commandScene(mode)
  cleanups.push(() => scene.close())
  return scene
}
