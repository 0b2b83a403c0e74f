import { afterEach, describe, expect, test } from 'vitest'
import { payAndRetry } from './pay-and-retry.ts'
import type { PaidAnswer } from './ports.ts'
import { type Mode, otherPayTo, reset, send, startPaidServer } from './testing/hostile-server.ts'
import { requestTo, scratchFolder, testPayer, testTerminal } from './testing/test-payer.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

type Quote = NonNullable<Mode['quote']>
const offer =
  (change: Record<string, unknown>): Quote =>
  ({ accepts }) =>
    void Object.assign(accepts[0]!, change)
const extra =
  (change: Record<string, unknown>): Quote =>
  ({ accepts }) =>
    void Object.assign(accepts[0]!.extra, change)
const itemised =
  (change: Record<string, unknown>): Quote =>
  ({ extensions }) =>
    void Object.assign(extensions['itemised-quote']!.info, change)

const envelope =
  (change: Record<string, unknown>): Quote =>
  (whole) =>
    void Object.assign(whole, change)
const notItemised = envelope({ extensions: {} })
const both =
  (...changes: Quote[]): Quote =>
  (envelope) => {
    for (const change of changes) change(envelope)
  }

describe('a hostile quote is never signed', () => {
  const dearer = both(
    offer({ amount: '30000' }),
    itemised({ total: '30000', credits: 10, rows: [['quotes', 2, 10]] }),
  )
  test.each<[string, Mode, string]>([
    ['price up', { quote: dearer }, 'QUOTE_MISMATCH'],
    [
      'price up, not itemised',
      { quote: both(offer({ amount: '30000' }), notItemised) },
      'QUOTE_MISMATCH',
    ],
    ['price down', { quote: both(offer({ amount: '3000' }), notItemised) }, 'QUOTE_MISMATCH'],
    ['amount unlike the rows', { quote: offer({ amount: '15001' }) }, 'QUOTE_MISMATCH'],
    [
      'rows that do not add up',
      { quote: itemised({ rows: [['quotes', 1, 4]] }) },
      'QUOTE_MISMATCH',
    ],
    [
      'rows with fractions',
      {
        quote: itemised({
          rows: [
            ['quotes', 1, 4.5],
            ['x', 1, 0.5],
          ],
        }),
      },
      'QUOTE_MISMATCH',
    ],
    [
      'digest of another request',
      { quote: itemised({ digest: '0'.repeat(64) }) },
      'QUOTE_MISMATCH',
    ],
    [
      'another resource',
      { quote: envelope({ resource: { url: 'https://evil.example/api/graphql' } }) },
      'QUOTE_MISMATCH',
    ],
    [
      'a resource that is no address',
      { quote: envelope({ resource: { url: '\u001b[2Jx' } }) },
      'QUOTE_MISMATCH',
    ],
    ['asset swapped', { quote: offer({ asset: `0x${'cc'.repeat(20)}` }) }, 'QUOTE_UNSUPPORTED'],
    ['network swapped', { quote: offer({ network: 'eip155:1' }) }, 'QUOTE_UNSUPPORTED'],
    ['scheme swapped', { quote: offer({ scheme: 'upto' }) }, 'QUOTE_UNSUPPORTED'],
    ['domain swapped', { quote: extra({ name: 'USDC' }) }, 'QUOTE_UNSUPPORTED'],
    ['domain version swapped', { quote: extra({ version: '1' }) }, 'QUOTE_UNSUPPORTED'],
    [
      'permit instead of authorization',
      { quote: extra({ assetTransferMethod: 'permit2' }) },
      'QUOTE_UNSUPPORTED',
    ],
    ['negative amount', { quote: offer({ amount: '-15000' }) }, 'QUOTE_UNSUPPORTED'],
    ['zero', { quote: offer({ amount: '0' }) }, 'QUOTE_UNSUPPORTED'],
    ['fraction', { quote: offer({ amount: '1.5' }) }, 'QUOTE_UNSUPPORTED'],
    ['exponent', { quote: offer({ amount: '15e3' }) }, 'QUOTE_UNSUPPORTED'],
    ['a number for an amount', { quote: offer({ amount: 15_000 }) }, 'QUOTE_UNSUPPORTED'],
    ['78 digits', { quote: offer({ amount: '9'.repeat(78) }) }, 'QUOTE_UNSUPPORTED'],
    ['payTo that is no address', { quote: offer({ payTo: 'bob' }) }, 'QUOTE_UNSUPPORTED'],
    ['valid for an hour', { quote: offer({ maxTimeoutSeconds: 3_600 }) }, 'QUOTE_UNSUPPORTED'],
    ['already expired', { quote: offer({ maxTimeoutSeconds: -1 }) }, 'QUOTE_UNSUPPORTED'],
    ['version 1', { quote: envelope({ x402Version: 1 }) }, 'QUOTE_MALFORMED'],
    ['no offers', { quote: envelope({ accepts: [] }) }, 'QUOTE_MALFORMED'],
    ['no header', { unpaid: (r) => void send(r, 402, '{}') }, 'QUOTE_MALFORMED'],
    [
      'noise in the header',
      { unpaid: (r) => void send(r, 402, '{}', { 'PAYMENT-REQUIRED': 'ÿþ~\u0080' }) },
      'QUOTE_MALFORMED',
    ],
    [
      'a redirect',
      { unpaid: (r) => void send(r, 302, '', { Location: 'https://evil.example/' }) },
      'SERVER_ERROR',
    ],
    [
      'huge headers',
      { unpaid: (r) => void send(r, 402, '{}', { 'PAYMENT-REQUIRED': 'e'.repeat(20_000) }) },
      'SERVER_ERROR',
    ],
    ['a reset', { unpaid: (r) => void reset(r) }, 'SERVER_UNREACHABLE'],
  ])('error: %s', async (_, mode, code) => {
    const { server, payer, signatures } = await scene(mode, { limits: { yes: true } })
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toMatchObject({
      code,
      funds: 'untouched',
    })
    expect(signatures).toEqual([])
    expect(server.payments).toEqual([])
    expect(payer.journal.unproven()).toEqual([])
  })

  test('error: payTo swapped after the first payment is refused whatever was allowed', async () => {
    const { server, payer, signatures } = await scene({}, { limits: { yes: true } })
    ;(await payAndRetry(requestTo(server.url), payer)).delivered()
    server.become({ quote: both(offer({ payTo: otherPayTo }), notItemised) })
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toMatchObject({
      code: 'PAYEE_CHANGED',
      funds: 'untouched',
      facts: expect.arrayContaining([`Asked now: ${otherPayTo}`]),
    })
    expect(signatures).toHaveLength(1)
  })

  test('behavior: a server that does not itemise is paid exactly what we compute', async () => {
    const { server, payer } = await scene({ quote: notItemised })
    expect(await payAndRetry(requestTo(server.url), payer)).toMatchObject({ paid: 15_000n })
  })

  test('error: escape sequences of a server never reach the error', async () => {
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

describe('a hostile answer to a signed request never leads to a second signature', () => {
  test.each<[string, Mode, string, string]>([
    ['a second 402, settled in secret', { paid: again402 }, 'ANSWER_OWED', 'settled'],
    [
      'a second 402, chain silent',
      { paid: again402, rpc: 'absent' },
      'PAYMENT_OUTCOME_UNKNOWN',
      'unknown',
    ],
    [
      'a second 402, unused on the chain',
      { paid: again402, settles: false },
      'INSUFFICIENT_FUNDS',
      'rejected',
    ],
    [
      '409',
      { paid: (r) => send(r, 409, graphqlError('PAYMENT_BOUND_TO_OTHER_REQUEST')), settles: false },
      'PAYMENT_REJECTED',
      'rejected',
    ],
    [
      '400',
      { paid: (r) => send(r, 400, graphqlError('PAYMENT_MALFORMED')), rpc: 'absent' },
      'PAYMENT_OUTCOME_UNKNOWN',
      'unknown',
    ],
    [
      'a redirect',
      { paid: (r) => send(r, 307, '', { Location: 'https://evil.example/' }), rpc: 'absent' },
      'PAYMENT_OUTCOME_UNKNOWN',
      'unknown',
    ],
    [
      '503 for ever',
      {
        paid: (r) => send(r, 503, graphqlError('SETTLEMENT_PENDING'), { 'Retry-After': '5' }),
        settles: false,
      },
      'PAYMENT_OUTCOME_UNKNOWN',
      'unknown',
    ],
    [
      'Retry-After of a year',
      { paid: (r) => send(r, 503, '{}', { 'Retry-After': '31536000' }), rpc: 'absent' },
      'PAYMENT_OUTCOME_UNKNOWN',
      'unknown',
    ],
    [
      '500 with ANSWER_OWED',
      { paid: (r) => send(r, 502, graphqlError('ANSWER_OWED')), rpc: 'absent' },
      'ANSWER_OWED',
      'settled',
    ],
    ['reset after send', { paid: reset, rpc: 'absent' }, 'PAYMENT_OUTCOME_UNKNOWN', 'unknown'],
    [
      'huge headers',
      { paid: (r) => send(r, 200, '{}', { 'x-huge': 'e'.repeat(40_000) }), rpc: 'absent' },
      'PAYMENT_OUTCOME_UNKNOWN',
      'unknown',
    ],
  ])('error: %s', async (_, mode, code, state) => {
    const { server, payer, signatures } = await scene(mode)
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toMatchObject({
      code,
      payment: { state },
    })
    expect(signatures).toHaveLength(1)
    expect(new Set(server.headersSeen).size).toBe(1)
    // Not provably void: it counts.
    expect(payer.budget.standing().day).toBe(15_000n)
  })

  test.each<[string, Mode, Partial<PaidAnswer>]>([
    ['200 without receipt', { paid: (r) => send(r, 200, '{"data":1}') }, { body: '{"data":1}' }],
    [
      '200 with a receipt of noise',
      { paid: (r) => send(r, 200, '{}', { 'PAYMENT-RESPONSE': 'ÿ' }) },
      { body: '{}' },
    ],
    [
      'non-ASCII headers',
      { paid: (r) => send(r, 200, '{}', { 'x-name': 'Ã©\u0080' }) },
      { status: 200 },
    ],
    ['pending, then an answer', { paid: (r, n) => n === 1 && send(r, 503, '{}') }, { status: 200 }],
  ])('behavior: %s is an answer, paid once', async (_, mode, expected) => {
    const { server, payer, signatures } = await scene(mode)
    const answer = await payAndRetry(requestTo(server.url), payer)
    expect(answer).toMatchObject({ ...expected, paid: 15_000n })
    expect(signatures).toHaveLength(1)
  })

  test('behavior: a rejected payment leaves the budget once it is past its end and unused', async () => {
    const { server, payer, clock } = await scene({ paid: again402, settles: false })
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toThrow()
    server.become({})
    clock.advance(200_000)
    await payAndRetry(requestTo(server.url), payer)
    expect(payer.budget.standing().day).toBe(15_000n)
  })

  test('behavior: a late settlement of a rejected payment is found and its answer fetched free', async () => {
    const { server, payer, clock, signatures } = await scene({ paid: again402, settles: false })
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toThrow()
    server.settled.add(server.payments[0]!.authorization.nonce)
    server.become({})
    clock.advance(200_000)
    const answer = await payAndRetry(requestTo(server.url), payer)
    expect(answer).toMatchObject({ resumed: true, paid: 15_000n })
    expect(signatures).toHaveLength(1)
  })

  test('error: refused after its end, chain silent: rejected, and still counted as spent', async () => {
    const { server, payer, clock } = await scene({ paid: reset, rpc: 'absent' })
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toThrow()
    clock.advance(200_000)
    server.become({ paid: again402, rpc: 'absent' })
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toMatchObject({
      kind: 'funds',
      funds: 'at-risk',
      payment: { state: 'rejected' },
    })
    expect(payer.budget.standing().day).toBe(15_000n)
  })
})

const again402: NonNullable<Mode['paid']> = (response) =>
  send(response, 402, graphqlError('PAYMENT_INVALID', 'insufficient_funds'))

function graphqlError(code: string, message = code): string {
  return JSON.stringify({ errors: [{ message, extensions: { code } }] })
}

async function scene(mode: Mode = {}, given: Parameters<typeof testPayer>[2] = {}) {
  const folder = scratchFolder()
  const server = await startPaidServer(mode)
  const made = testPayer(folder.path, server.url, { terminal: testTerminal().terminal, ...given })
  cleanups.push(
    () => folder[Symbol.dispose](),
    () => server.close(),
    () => made.payer.close(),
  )
  return { server, ...made }
}
