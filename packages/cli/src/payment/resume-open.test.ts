import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { databaseName } from './journal/open-database.ts'
import { createSendAndPay } from './send-and-pay.ts'
import { again402, lies } from './testing/hostile-modes.ts'
import { type Mode, reset, send, startPaidServer } from './testing/hostile-server.ts'
import { payerOptions, requestTo, scratchFolder, testClock } from './testing/test-payer.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const html = { 'content-type': 'text/html' }

/** Responses to the unpaid request of a rerun that are no quote. */
const noQuotes: [string, Mode][] = [
  ['answers 503', { unpaid: (response) => void send(response, 503, '{}') }],
  ['answers 429', { unpaid: (response) => void send(response, 429, '{}') }],
  ['answers 400', { unpaid: (response) => void send(response, 400, '{}') }],
  ['redirects', { unpaid: (response) => void send(response, 302, '', { location: '/' }) }],
  ['closes the connection', { unpaid: (response) => void reset(response) }],
  ['answers 200 with a page', { unpaid: (r) => void send(r, 200, '<html>', html) }],
  ['answers 200 with null', { unpaid: (r) => void send(r, 200, 'null') }],
  ['answers 200 with errors', { unpaid: (r) => void send(r, 200, lies) }],
  ['answers 200 with data', { unpaid: (r) => void send(r, 200, '{"data":{"quotes":null}}') }],
  ['answers 204', { unpaid: (r) => void r.writeHead(204).end() }],
]

test.each(noQuotes)(
  'error: a rerun without a quote is about the open payment: %s',
  async (_, { unpaid }) => {
    const { server, buy } = await scene({ paid: again402, settles: false, rpc: 'absent' })
    const first = await buy().catch((error) => error)
    expect(first).toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN', funds: 'at-risk' })
    server.become({ paid: again402, settles: false, rpc: 'absent', unpaid: unpaid! })
    const again = await buy().catch((error) => error)
    expect(again).toMatchObject({
      code: 'PAYMENT_OUTCOME_UNKNOWN',
      funds: 'at-risk',
      payment: { id: first.payment.id },
    })
    expect(new Set(server.headersSeen).size).toBe(1)
    // A server that refuses quotes may still answer paid requests.
    server.become({ unpaid: unpaid! })
    expect(await buy()).toMatchObject({ status: 200, resumed: true })
    expect(new Set(server.headersSeen).size).toBe(1)
  },
)

test.each(noQuotes)(
  'default: without an open payment the response is unchanged, and no journal is created: %s',
  async (_, mode) => {
    const { server, folder, buy } = await scene(mode)
    const ended = await buy().catch((error) => error)
    expect(ended.payment).toBeUndefined()
    expect(existsSync(join(folder, databaseName))).toBe(false)
    expect(server.payments).toEqual([])
  },
)

test('behavior: a journal that cannot be read hides no error of the server', async () => {
  const { folder, buy } = await scene({ unpaid: (response) => void reset(response) })
  writeFileSync(join(folder, databaseName), 'damaged')
  await expect(buy()).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE', funds: 'untouched' })
})

test('behavior: a payment that is proven void leaves the failure as it is', async () => {
  const { server, clock, buy } = await scene({ paid: again402, settles: false })
  const rpcUrl = server.rpcUrl
  await expect(buy({ rpcUrl })).rejects.toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN' })
  clock.advance(200_000)
  const unpaid = (response: Parameters<typeof reset>[0]) => void reset(response)
  server.become({ paid: again402, settles: false, unpaid })
  await expect(buy({ rpcUrl })).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
})

async function scene(mode: Mode) {
  const folder = scratchFolder()
  cleanups.push(() => folder[Symbol.dispose]())
  const clock = testClock()
  const server = await startPaidServer(mode, clock.now)
  cleanups.push(() => server.close())
  const options = payerOptions(folder.path, server.url, { clock })
  const buy = (more = {}) => createSendAndPay({ ...options, ...more })(requestTo(server.url))
  return { server, clock, folder: folder.path, buy }
}
