import { afterEach, expect, test } from 'vitest'
import { boughtQuery, commandScene, errorOn } from '../payment/testing/command-scene.ts'
import { lies } from '../payment/testing/hostile-modes.ts'
import { type Mode, receiptFor, send } from '../payment/testing/hostile-server.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test.each([201, 203, 206])(
  'behavior: prints the data of a paid answer whose status is %i',
  async (status) => {
    const { run } = await open({
      paid: (response, _, request) =>
        send(response, status, '{"data":{"quotes":[]}}', receiptFor(request)),
    })
    expect(await run(...boughtQuery)).toMatchObject({ exit: 0, out: '{"data":{"quotes":[]}}\n' })
  },
)

test('behavior: credits that are bought with status 201 are reported', async () => {
  const { run } = await open({
    paid: (response, _, request) =>
      send(response, 201, '{"credits":333,"balance":333}', receiptFor(request)),
  })
  const { exit, out } = await run('topup', '1', '--max-spend', '1')
  expect([exit, JSON.parse(out).credits]).toEqual([0, 333])
})

test('error: a paid error is not retryable, because a retry is a new purchase', async () => {
  const { run, purchases } = await open({
    paid: (response, _, request) => send(response, 200, lies, receiptFor(request)),
  })
  const { exit, err } = await run('quote', 'A')
  expect(exit).toBe(6)
  expect(errorOn(err)).toMatchObject({
    code: 'SERVER_ERROR',
    funds: 'spent',
    retryable: false,
    remedy: expect.stringContaining('the same command is a new purchase'),
    payment: { state: 'answered' },
  })
  await run('quote', 'A')
  expect(purchases()).toBe(2)
})

async function open(mode: Mode) {
  const scene = await commandScene(mode)
  cleanups.push(() => scene.close())
  return scene
}
