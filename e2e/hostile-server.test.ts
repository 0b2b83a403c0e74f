import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorOn } from '../packages/cli/src/payment/testing/command-scene.ts'
import {
  exits,
  hostileAnswers,
  hostileQuotes,
} from '../packages/cli/src/payment/testing/hostile-modes.ts'
import { startPaidServer } from '../packages/cli/src/payment/testing/hostile-server.ts'
import { builtInQuoteFor } from '../packages/cli/src/payment/testing/test-contract.ts'
import { scratchFolder, testKey } from '../packages/cli/src/payment/testing/test-payer.ts'
import { fiq } from './testing/fiq.ts'

// Runs the built program like a script against the hostile server. The client's own tests run the
// same modes in one process with a test clock. Here a run takes real time, so modes that are
// retried until the payment expires are excluded.

const retried = /^(502|503|Retry-After|reset|huge headers)/

let server: Awaited<ReturnType<typeof startPaidServer>>
let folder: ReturnType<typeof scratchFolder>
beforeAll(async () => {
  server = await startPaidServer({}, Date.now, builtInQuoteFor)
})
afterAll(() => server.close())
beforeEach(() => {
  folder = scratchFolder()
  return () => folder[Symbol.dispose]()
})

function buy() {
  const words = ['quote', 'A', 'B', 'C', 'D', 'E', '--json', '--yes', '--allow-env-key']
  const client = { url: server.url.origin, home: folder.path }
  const env = { FIQ_PRIVATE_KEY: testKey }
  return fiq(client, [...words, '--rpc-url', server.rpcUrl.href], { env })
}

const quotes = hostileQuotes.filter(([name]) => name !== 'silence')
test.each(quotes)('error: signs nothing for a hostile quote: %s', async (_, mode, code) => {
  const before = server.payments.length
  server.become(mode)
  const { status, stdout, stderr } = await buy()
  expect({ status, stdout }, stderr).toEqual({ status: exits[code], stdout: '' })
  expect(errorOn(stderr)).toMatchObject({ code, funds: 'untouched', payment: null })
  expect(server.payments.length).toBe(before)
})

const answers = hostileAnswers.filter(([name]) => !retried.test(name))
test.each(answers)(
  'error: after a hostile answer every run sends the same bytes: %s',
  async (_, mode, code, state) => {
    const before = server.headersSeen.length
    server.become(mode)
    const first = await buy()
    expect({ status: first.status, stdout: first.stdout }, first.stderr).toEqual({
      status: exits[code],
      stdout: '',
    })
    const { payment, funds } = errorOn(first.stderr)
    expect({ state: payment.state, funds }).toEqual({
      state,
      funds: state === 'settled' ? 'spent' : 'at-risk',
    })
    const again = await buy()
    expect(errorOn(again.stderr)).toMatchObject({ code, payment: { id: payment.id } })
    server.become({})
    expect((await buy()).status).toBe(0)
    const sent = server.headersSeen.slice(before)
    expect(sent.length).toBeGreaterThanOrEqual(3)
    expect(new Set(sent).size).toBe(1)
  },
  30_000,
)
