import { afterEach, describe, expect, test } from 'vitest'
import { boughtQuery, commandScene, errorOn } from '../payment/testing/command-scene.ts'
import { type Mode, send } from '../payment/testing/hostile-server.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe('--max-spend with an API key', () => {
  const answer: Mode = { unpaid: (response) => void send(response, 200, '{"data":{"quotes":[]}}') }

  test('error: a query above it is refused before anything is sent', async () => {
    const { server, run } = await open(answer)
    const words = [...boughtQuery, '--api-key', 'fiq_1', '--max-spend']
    const { exit, err } = await run(...words, '0.014999')
    expect(exit).toBe(7)
    expect(errorOn(err)).toMatchObject({
      code: 'OVER_LIMIT',
      funds: 'untouched',
      facts: ['Price: 0.015 USDC, in credits', 'Your --max-spend: 0.014999 USDC'],
    })
    expect(server.unpaidCount()).toBe(0)
    expect((await run(...words, '0.015')).exit).toBe(0)
  })

  test('behavior: a purchase that an earlier run left open is repeated, because it costs nothing new', async () => {
    const { server, run } = await open({ unpaid: (response) => void send(response, 504, '<html>') })
    const words = [...boughtQuery, '--api-key', 'fiq_1']
    expect((await run(...words)).exit).toBe(6)
    server.become(answer)
    expect((await run(...words, '--max-spend', '0.001')).exit).toBe(0)
  })
})

async function open(mode: Mode) {
  const scene = await commandScene(mode)
  cleanups.push(() => scene.close())
  return scene
}
