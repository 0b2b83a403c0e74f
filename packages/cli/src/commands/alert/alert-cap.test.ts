import { paymentResponseHeader } from '@fiq/shared/payment/payment-response'
import { readPaymentSignature } from '@fiq/shared/payment/payment-signature'
import { afterEach, expect, test } from 'vitest'
import { commandScene, errorOn } from '../../payment/testing/command-scene.ts'
import { again402 } from '../../payment/testing/hostile-modes.ts'
import { type Mode, send, transaction } from '../../payment/testing/hostile-server.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const hour = 3_600_000

async function open() {
  const scene = await commandScene()
  cleanups.push(scene.close)
  const alert = (cap: string, ...words: string[]) =>
    scene.run('alert', ...(words.length > 0 ? words : ['AAPL < 1']), '--max-spend', cap, '--yes')
  /** The server refuses every request after this number of payments. */
  const refuseAfter = (count: number) =>
    scene.server.become({
      paid(_, paidTry) {
        if (paidTry === count) scene.server.become(refusing)
        return false
      },
    })
  return { ...scene, alert, refuseAfter }
}

const refusing: Mode = {
  unpaid: (response) => {
    send(response, 400, '{"errors":[{"message":"no","extensions":{"code":"BAD_REQUEST"}}]}')
  },
}

/** Answers each paid request with a price. */
const pricing = (price: number): Mode => ({
  paid(response, _, { headers }) {
    const { authorization } = readPaymentSignature(String(headers['payment-signature']))
    const receipt = paymentResponseHeader({ transaction, payer: authorization.from })
    const body = JSON.stringify({ data: { quotes: [{ ticker: 'AAPL', price }] } })
    return send(response, 200, body, { 'PAYMENT-RESPONSE': receipt })
  },
})

test('default: at its cap an alert states what it has spent, and nothing else about the money', async () => {
  const { alert, server } = await open()
  const { exit, err } = await alert('0.03', 'AAPL < 1', '--table')
  expect([exit, server.settled.size]).toEqual([7, 2])
  expect(err).toContain('fiq: 0.030 of 0.030 USDC are spent, and the next query')
  expect(err).toMatch(/^ {2}money +0\.03 USDC spent by this command so far$/m)
  expect(err).not.toContain('untouched')
})

test('error: an error after paid queries states what they have cost', async () => {
  const { alert, refuseAfter } = await open()
  refuseAfter(2)
  const error = errorOn((await alert('0.06')).err)
  expect(error).toMatchObject({
    code: 'BAD_REQUEST',
    funds: 'spent',
    payment: { state: 'answered', amount: '0.03' },
  })
})

test.each([
  ['no jump', 0],
  ['a day forward', 24 * hour],
  ['an hour back', -hour],
])(
  'behavior: the cap covers all runs of an alert, with %s of the clock between them',
  async (_, jump) => {
    const { alert, server, refuseAfter, clock } = await open()
    refuseAfter(2)
    expect((await alert('0.045', 'AAPL < 1', 'MSFT < 1')).exit).not.toBe(0)
    expect(server.settled.size).toBe(2)

    clock.advance(jump)
    server.become({})
    const second = await alert('0.045', 'msft<1', 'AAPL < 1')
    expect(second.err).toContain('Earlier runs of this alert have spent 0.030 USDC.')
    expect(errorOn(second.err)).toMatchObject({
      code: 'OVER_BUDGET',
      funds: 'spent',
      payment: { amount: '0.045' },
    })
    expect(server.settled.size).toBe(3)
    expect((await alert('0.045', 'AAPL < 1', 'MSFT < 1')).exit).toBe(7)
    expect(server.settled.size).toBe(3)
    // Another alert has a cap of its own, and a larger cap continues.
    await alert('0.015', 'AAPL < 2')
    await alert('0.06', 'AAPL < 1', 'MSFT < 1')
    expect(server.settled.size).toBe(5)
  },
)

test('behavior: a payment in doubt counts in the cap, and the same command resumes it at the cap', async () => {
  const { alert, server } = await open()
  server.become({ paid: again402, settles: false, rpc: 'absent' })
  for (const said of ['at-risk', '0.015 USDC of it are at risk: fiq payments list']) {
    const { exit, err } = await alert('0.015')
    expect([exit, errorOn(err).funds]).toEqual([11, 'at-risk'])
    expect(err).toContain(said)
  }
  server.become(pricing(0.5))
  expect((await alert('0.015')).exit).toBe(0)
  expect(new Set(server.headersSeen).size).toBe(1)
})

test('behavior: an abandoned payment counts in the cap, as at risk and not as spent', async () => {
  const { alert, run, clock, server } = await open()
  server.become({ paid: again402, settles: false, rpc: 'absent' })
  const { payment } = errorOn((await alert('0.015')).err)
  clock.advance(200_000)
  expect((await run('payments', 'abandon', payment.id)).exit).toBe(0)
  const { exit, err } = await alert('0.015', 'AAPL < 1', '--table')
  expect(exit).toBe(7)
  expect(err).toMatch(/^ {2}money +0\.015 USDC spent or AT RISK by this command so far$/m)
  expect(errorOn((await alert('0.015')).err)).toMatchObject({
    code: 'OVER_BUDGET',
    funds: 'at-risk',
    payment: { state: 'unknown', amount: '0.015' },
  })
  expect(new Set(server.headersSeen).size).toBe(1)
})

test('behavior: after its condition is reached, or with --remove, an alert counts from zero', async () => {
  const { alert, server } = await open()
  await alert('0.015')
  server.become(pricing(0.5))
  expect((await alert('0.03')).exit).toBe(0)
  expect((await alert('0.015')).exit).toBe(0)
  server.become({})
  await alert('0.015')
  expect(server.settled.size).toBe(4)
  const removed = await alert('0.015', 'AAPL < 1', '--remove')
  expect(removed.err).toContain('counts its cost from zero')
  await alert('0.015')
  expect(server.settled.size).toBe(5)
  await alert('0.015', 'AAPL < 1', '--remove')
  expect((await alert('0.015', 'AAPL < 1', '--remove')).exit).not.toBe(0)
})
