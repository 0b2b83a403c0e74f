import { afterEach, describe, expect, test } from 'vitest'
import { openHttp, sendLimits } from '../http/send-request.ts'
import { createOpenMoney } from '../query/open-money.ts'
import { reportOf } from '../terminal/report-error.ts'
import type { PaidAnswer } from './delivery/ports.ts'
import { payAndRetry } from './pay-and-retry.ts'
import {
  again402,
  both,
  envelope,
  exits,
  hostileAnswers,
  hostileQuotes,
  notItemised,
  offer,
} from './testing/hostile-modes.ts'
import { type Mode, otherPayTo, reset, send, startPaidServer } from './testing/hostile-server.ts'
import { requestTo, scratchFolder, testPayer, testTerminal } from './testing/test-payer.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe('a hostile quote is never signed', () => {
  test.each(hostileQuotes)('error: %s', async (_, mode, code) => {
    const { server, payer, signatures } = await scene(mode, { limits: { yes: true } })
    const error = await payAndRetry(requestTo(server.url), payer).catch((thrown) => thrown)
    expect(error).toMatchObject({ code, funds: 'untouched' })
    expect(reportOf(createOpenMoney().state(error)).exit).toBe(exits[code])
    expect(signatures).toEqual([])
    expect(server.payments).toEqual([])
    expect(payer.journal.unproven()).toEqual([])
  })

  test('error: refuses a payTo that changed after the first payment, with any flags', async () => {
    const { server, payer, signatures } = await scene({}, { limits: { yes: true } })
    ;(await payAndRetry(requestTo(server.url), payer)).delivered()
    server.become({ quote: both(offer({ payTo: otherPayTo }), notItemised) })
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toMatchObject({
      code: 'PAYEE_CHANGED',
      funds: 'untouched',
      facts: expect.arrayContaining([`Now requested: ${otherPayTo}`]),
    })
    expect(signatures).toHaveLength(1)
  })

  test('behavior: pays a server that does not itemise exactly our computed price', async () => {
    const { server, payer } = await scene({ quote: notItemised })
    expect(await payAndRetry(requestTo(server.url), payer)).toMatchObject({ paid: 15_000n })
  })

  test('error: escape sequences of a server never appear in the error', async () => {
    const { server, payer } = await scene({
      quote: envelope({ resource: { url: 'https://\u001b]0;owned\u0007\u202eevil.example/' } }),
    })
    const error: Error & { facts?: string[] } = await payAndRetry(
      requestTo(server.url),
      payer,
    ).catch((e) => e)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
    expect(error.facts!.join('\n')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
  })
})

const data = '{"data":{"quotes":[]}}'

describe('a hostile answer to a signed request never leads to a second signature', () => {
  test.each(hostileAnswers)('error: %s', async (_, mode, code, state) => {
    const { server, payer, signatures } = await scene(mode)
    const error = await payAndRetry(requestTo(server.url), payer).catch((thrown) => thrown)
    expect(error).toMatchObject({ code, payment: { state } })
    expect(reportOf(createOpenMoney().state(error)).exit).toBe(exits[code])
    expect(signatures).toHaveLength(1)
    expect(new Set(server.headersSeen).size).toBe(1)
    // Counts, because it is not proven void.
    expect(payer.budget.standing().day).toBe(15_000n)
  })

  test.each<[string, Mode, Partial<PaidAnswer>]>([
    ['200 without receipt', { paid: (r) => send(r, 200, data) }, { body: data }],
    [
      '200 with a receipt of noise',
      { paid: (r) => send(r, 200, data, { 'PAYMENT-RESPONSE': 'ÿ' }) },
      { body: data },
    ],
    [
      'non-ASCII headers',
      { paid: (r) => send(r, 200, data, { 'x-name': 'Ã©\u0080' }) },
      { status: 200 },
    ],
    ['silence, then an answer', { paid: (_, n) => n === 1 }, { status: 200 }],
    ['pending, then an answer', { paid: (r, n) => n === 1 && send(r, 503, '{}') }, { status: 200 }],
  ])('behavior: accepts %s, paid once', async (_, mode, expected) => {
    const { server, payer, signatures } = await scene(mode)
    const answer = await payAndRetry(requestTo(server.url), payer)
    expect(answer).toMatchObject({ ...expected, paid: 15_000n })
    expect(signatures).toHaveLength(1)
  })

  test('behavior: a rejected payment leaves the budget once it has expired unused', async () => {
    const { server, payer, clock } = await scene({ paid: again402, settles: false })
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toThrow()
    server.become({})
    clock.advance(200_000)
    await payAndRetry(requestTo(server.url), payer)
    expect(payer.budget.standing().day).toBe(15_000n)
  })

  test('behavior: finds a late settlement of a rejected payment, and fetches its answer free', async () => {
    const { server, payer, clock, signatures } = await scene({ paid: again402, settles: false })
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toThrow()
    server.settled.add(server.payments[0]!.authorization.nonce)
    server.become({})
    clock.advance(200_000)
    const answer = await payAndRetry(requestTo(server.url), payer)
    expect(answer).toMatchObject({ resumed: true, paid: 15_000n })
    expect(signatures).toHaveLength(1)
  })

  test('error: refused after its end, without a node: unknown, counted, and never signed again', async () => {
    const { server, payer, clock, signatures } = await scene({ paid: reset, rpc: 'absent' })
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toThrow()
    clock.advance(200_000)
    server.become({ paid: again402, rpc: 'absent' })
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toMatchObject({
      kind: 'outcome-unknown',
      funds: 'at-risk',
      payment: { state: 'unknown' },
    })
    expect(payer.budget.standing().day).toBe(15_000n)
    expect(signatures).toHaveLength(1)
  })

  test('behavior: a refused payment that is proven unused makes room for a new one in the same run', async () => {
    const { server, payer, clock, signatures } = await scene({ paid: again402, settles: false })
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toMatchObject({
      facts: expect.arrayContaining([
        expect.stringMatching(
          /^After \d{4}-.*Z, run the same command again: .* pays with a new one$/,
        ),
      ]),
    })
    clock.advance(200_000)
    server.become(refusingFirst(server))
    const answer = await payAndRetry(requestTo(server.url), payer)
    expect(answer).toMatchObject({ resumed: false, paid: 15_000n })
    expect(signatures).toHaveLength(2)
    expect(payer.budget.standing().day).toBe(15_000n)
  })
})

/** Refuses the first payment of a server, and accepts every other one. */
function refusingFirst(server: Awaited<ReturnType<typeof startPaidServer>>): Mode {
  const [first] = server.headersSeen
  const { nonce } = server.payments[0]!.authorization
  return {
    paid(response, paidTry, request) {
      if (request.headers['payment-signature'] !== first) return false
      server.settled.delete(nonce)
      return again402(response, paidTry, request)
    },
  }
}

async function scene(mode: Mode = {}, given: Parameters<typeof testPayer>[2] = {}) {
  const folder = scratchFolder()
  const server = await startPaidServer(mode)
  const made = testPayer(folder.path, server.url, {
    terminal: testTerminal().terminal,
    // Slow servers exceed this time limit.
    send: openHttp({ ...sendLimits, timeoutMs: 5_000 }),
    rpcUrl: server.rpcUrl,
    ...given,
  })
  server.followClock(made.clock.now)
  cleanups.push(
    () => folder[Symbol.dispose](),
    () => server.close(),
    () => made.payer.close(),
  )
  return { server, ...made }
}
