import { setTimeout as sleep } from 'node:timers/promises'
import { paymentResponseHeader } from '@fiq/shared/payment/payment-response'
import { readPaymentSignature } from '@fiq/shared/payment/payment-signature'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDatabase } from '../packages/cli/src/payment/journal/open-database.ts'
import { again402, notItemised } from '../packages/cli/src/payment/testing/hostile-modes.ts'
import {
  type Mode,
  reset,
  send,
  startPaidServer,
} from '../packages/cli/src/payment/testing/hostile-server.ts'
import { killedUser, type Surface, surfaces } from './testing/killed-user.ts'

// The property of killed-client.test.ts with six callers at once: commands, a proxy and an MCP
// server pay with one wallet and one journal, and are killed with SIGKILL.

/** Number of runs, more by FIQ_KILL_SEQUENCES. Another seed by FIQ_TEST_SEED. */
const sequences = Number(process.env['FIQ_KILL_SEQUENCES'] ?? 5)
const seed = Number(process.env['FIQ_TEST_SEED'] ?? Date.now() % 2 ** 31)
const amount = 15_000n

/** Treatment of paid requests. The transaction of each receipt is the nonce, so it names the payment. */
const treatments: Record<string, Mode> = {
  answers: {},
  'answers the second time': { paid: (r, count) => (count % 2 === 1 ? reset(r) : false) },
  'refuses, and settles': { paid: again402 },
  'refuses, and does not settle': { paid: again402, settles: false },
  'sends a page, and settles': { paid: (r) => send(r, 200, '<html>') },
}

type Ask = { surface: Surface; ticker: string }
type Turn = {
  asks: readonly Ask[]
  treatment: string
  /** Each kills a process this long after so many requests of the turn arrived. */
  kills: readonly { requests: number; ms: number; place: number }[]
}

const turn: fc.Arbitrary<Turn> = fc.record({
  asks: fc.array(
    fc.record({
      surface: fc.constantFrom(...surfaces),
      ticker: fc.constantFrom('AAPL', 'MSFT'),
    }),
    { minLength: 6, maxLength: 6 },
  ),
  treatment: fc.constantFrom('answers', ...Object.keys(treatments)),
  kills: fc.array(
    fc.record({
      requests: fc.integer({ min: 1, max: 8 }),
      ms: fc.integer({ min: 0, max: 40 }),
      place: fc.nat(5),
    }),
    { maxLength: 4 },
  ),
})

test(
  `property: six callers of one wallet, killed anywhere, are told of each settled payment, and nothing is signed twice (seed ${seed})`,
  async () => {
    const server = await startPaidServer()
    let played = 0
    try {
      const turns = fc.array(turn, { minLength: 1, maxLength: 3 })
      const property = fc.asyncProperty(turns, async (all) => {
        await play(all, server)
        played += 1
      })
      await fc.assert(property, { seed, numRuns: sequences, endOnFailure: true })
      expect(played).toBe(sequences)
    } finally {
      await server.close()
    }
  },
  60_000 + sequences * 120_000,
)

type Server = Awaited<ReturnType<typeof startPaidServer>>

async function play(turns: readonly Turn[], server: Server): Promise<void> {
  await using user = await killedUser(server.url, server.rpcUrl)
  const first = server.payments.length
  let arrived = () => {}
  const become = ({ paid, ...mode }: Mode) =>
    server.become({
      ...mode,
      quote(envelope) {
        arrived()
        notItemised(envelope)
      },
      paid(response, count, request) {
        arrived()
        const hasAnswered = paid?.(response, count, request)
        if (hasAnswered) return true
        const { authorization } = readPaymentSignature(String(request.headers['payment-signature']))
        const { nonce, from } = authorization
        const receipt = paymentResponseHeader({ transaction: nonce, payer: from })
        return send(response, 200, '{"data":{"quotes":[]}}', { 'PAYMENT-RESPONSE': receipt })
      },
    })
  const told: string[] = []
  const ask = async (asks: readonly Ask[]) => {
    const texts = await Promise.all(asks.map(({ surface, ticker }) => user.ask(surface, ticker)))
    told.push(...texts.filter((text) => !text.includes('"funds":"untouched"')))
    return texts
  }

  for (const { asks, treatment, kills } of turns) {
    let requests = 0
    const over = new AbortController()
    arrived = () => {
      requests += 1
      for (const { requests: after, ms, place } of kills)
        if (requests === after)
          sleep(ms, undefined, { signal: over.signal }).then(
            () => user.kill(place),
            () => {},
          )
    }
    become(treatments[treatment]!)
    await ask(asks)
    over.abort()
    await user.allEnded()
    check(user.folder)
  }

  // Now every caller asks again, without kills, at an honest server.
  arrived = () => {}
  become({})
  for (const asked of new Set(turns.flatMap(({ asks }) => asks.map((one) => JSON.stringify(one)))))
    for (const text of await ask([JSON.parse(asked)])) expect(text).toMatch(/"(quotes|data)":\[\]/)
  const rows = check(user.folder)
  for (const { nonce, id } of rows.filter(({ nonce }) => server.settled.has(String(nonce)))) {
    const names = [String(nonce), String(id), `${String(nonce).slice(0, 10)}…`]
    expect(
      told.some((text) => names.some((name) => text.includes(name))),
      `${nonce}`,
    ).toBe(true)
  }

  /** @returns The signed purchases of the journal. */
  function check(folder: string) {
    const database = openDatabase(folder)
    const all = database.rows('SELECT * FROM purchases ORDER BY rowid')
    database.close()
    const signed = all.filter((row) => row['signed'] !== null)
    const seen = server.payments.slice(first).map(({ authorization }) => authorization.nonce)
    expect(new Set(server.headersSeen.slice(first)).size).toBe(new Set(seen).size)
    const known = new Set(signed.map(({ nonce }) => nonce))
    for (const nonce of seen) expect(known).toContain(nonce)
    const counted = all.filter(({ state }) => state !== 'void').length
    const settled = signed.filter(({ nonce }) => server.settled.has(String(nonce))).length
    expect(BigInt(counted) * amount).toBeGreaterThanOrEqual(BigInt(settled) * amount)
    const last = new Map(signed.map((row) => [row['request'], row]))
    for (const row of signed)
      if (last.get(row['request']) !== row)
        expect([row['state'], row['delivered_at'] !== null], 'signed again').toEqual([
          'answered',
          true,
        ])
    return signed
  }
}
