import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { typedDataOf } from '@fiq/shared/payment/authorization'
import { decodePaymentSignatureHeader } from '@x402/core/http'
import { recoverTypedDataAddress } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import type { Limits } from './budget/limits.ts'
import type { Payer } from './delivery/ports.ts'
import { payAndRetry } from './pay-and-retry.ts'
import { both, notItemised, offer } from './testing/hostile-modes.ts'
import {
  type Mode,
  payTo,
  reset,
  send,
  startPaidServer,
  transaction,
} from './testing/hostile-server.ts'
import {
  requestTo,
  scratchFolder,
  testAddress,
  testClock,
  testPayer,
  testTerminal,
} from './testing/test-payer.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe('payAndRetry', () => {
  test('default: pays the quoted amount once and returns the answer', async () => {
    const { server, payer, signatures, steps } = await scene()
    const { delivered, ...answer } = await payAndRetry(requestTo(server.url), payer)
    delivered()
    expect(answer).toMatchObject({
      status: 200,
      body: '{"data":{"quotes":[]}}',
      paid: 15_000n,
      resumed: false,
      notes: [],
      purchase: {
        state: 'answered',
        amount: 15_000n,
        transaction,
        payTo,
        quote: [['quotes', 1, 5]],
      },
    })
    expect(steps).toEqual([
      'reserved',
      'signature made',
      'signature journaled',
      'sent',
      'answer received',
      'answer journaled',
    ])
    expect(signatures).toHaveLength(1)
    expect(server.payments).toHaveLength(1)
    expect(payer.budget.standing()).toEqual({ day: 15_000n, days30: 15_000n, session: 15_000n })
  })

  test('behavior: the signature recovers to the wallet, and the stock decoder reads the header', async () => {
    const { server, payer } = await scene()
    await payAndRetry(requestTo(server.url), payer)
    const [payment] = server.payments
    const recovered = await recoverTypedDataAddress({
      ...typedDataOf(payment!.authorization),
      signature: payment!.signature,
    })
    expect(recovered).toBe(testAddress)
    const decoded = decodePaymentSignatureHeader(server.headersSeen[0]!)
    expect(decoded).toMatchObject({
      x402Version: 2,
      accepted: { scheme: 'exact', network: 'eip155:8453', amount: '15000', payTo },
      payload: { authorization: { from: testAddress, to: payTo, value: '15000', validAfter: '0' } },
    })
  })

  test('behavior: a free answer creates no file and signs nothing', async () => {
    const { server, payer, signatures } = await scene({ unpaid: (r) => void send(r, 200, '{}') })
    expect(await payAndRetry(requestTo(server.url), payer)).toMatchObject({ paid: 0n, body: '{}' })
    expect(signatures).toEqual([])
  })

  test('behavior: after printing, the same command is a new purchase; before, it returns the same answer', async () => {
    const { server, payer, signatures } = await scene()
    const first = await payAndRetry(requestTo(server.url), payer)
    const again = await payAndRetry(requestTo(server.url), payer)
    expect(again).toMatchObject({ resumed: true, body: first.body, paid: 15_000n })
    expect(again.purchase!.id).toBe(first.purchase!.id)
    expect(signatures).toHaveLength(1)
    again.delivered()
    const repeat = await payAndRetry(requestTo(server.url), payer)
    expect(repeat).toMatchObject({ resumed: false })
    expect(signatures).toHaveLength(2)
    expect(server.settled.size).toBe(2)
  })

  test('behavior: --dry-run shows the quote and signs nothing', async () => {
    const { terminal, shown } = testTerminal()
    const { server, payer, signatures } = await scene({}, { terminal, limits: { dryRun: true } })
    const answer = await payAndRetry(requestTo(server.url), payer)
    expect(answer).toMatchObject({ status: 402, paid: 0n, quoted: { amount: 15_000n, payTo } })
    expect(shown.join('')).toContain('Would pay 0.015 USDC to')
    expect(signatures).toEqual([])
  })

  test('behavior: requests a lost answer again with the same bytes', async () => {
    const { server, payer, signatures } = await scene({
      paid: (response, paidTry) => paidTry < 3 && reset(response),
    })
    expect(await payAndRetry(requestTo(server.url), payer)).toMatchObject({ status: 200 })
    expect(new Set(server.headersSeen).size).toBe(1)
    expect(server.headersSeen).toHaveLength(3)
    expect(signatures).toHaveLength(1)
  })

  test('behavior: waits after a 503 for the time of Retry-After', async () => {
    const clock = testClock(1_700_000_000_000)
    const { server, payer } = await scene(
      { paid: (r, paidTry) => paidTry === 1 && send(r, 503, '{}', { 'Retry-After': '7' }) },
      { clock },
    )
    await payAndRetry(requestTo(server.url), payer)
    expect(clock.now()).toBe(1_700_000_007_000)
  })

  test('error: without an answer until the end, the outcome is unknown, and the next run resumes it', async () => {
    const { server, payer, signatures } = await scene({
      paid: (response) => reset(response),
      rpc: 'absent',
    })
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toMatchObject({
      code: 'PAYMENT_OUTCOME_UNKNOWN',
      funds: 'at-risk',
      payment: { state: 'unknown', amount: '0.015' },
    })
    server.become({})
    const answer = await payAndRetry(requestTo(server.url), payer)
    expect(answer).toMatchObject({ resumed: true, status: 200, purchase: { transaction } })
    expect(signatures).toHaveLength(1)
    expect(new Set(server.headersSeen).size).toBe(1)
  })

  test('error: settled without an answer is owed: the next run fetches it free', async () => {
    const { server, payer, signatures } = await scene({ paid: (r) => send(r, 500, '{}') })
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toMatchObject({
      code: 'ANSWER_OWED',
      funds: 'spent',
      payment: { state: 'settled' },
    })
    server.become({})
    expect(await payAndRetry(requestTo(server.url), payer)).toMatchObject({ resumed: true })
    expect(signatures).toHaveLength(1)
  })

  test('error: refuses a price above the budget before anything is signed', async () => {
    const { server, payer, signatures } = await scene({}, { limits: { perDay: 14_999n } })
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toMatchObject({
      code: 'OVER_BUDGET',
      funds: 'untouched',
    })
    expect(signatures).toEqual([])
    expect(payer.budget.standing().day).toBe(0n)
  })

  test('behavior: without a prompt, derives the key while the quote is checked', async () => {
    expect(await orderOf()).toEqual(['wallet', 'price'])
    // If there is a prompt or a note, the order is that of the texts.
    expect(await orderOf({ findWallet: () => ({ opensWithoutPrompt: false }) })).toEqual([
      'price',
      'wallet',
    ])
    expect(await orderOf({ approve: async () => {} })).toEqual(['price', 'wallet'])
  })

  test.each<[string, Mode, Partial<Limits>]>([
    ['nothing to pay', { unpaid: (r) => void send(r, 200, '{}') }, {}],
    ['a price over the budget', {}, { perDay: 14_999n }],
    ['a price over the limit', {}, { perPayment: 14_999n }],
    ['a price that needs approval', {}, { autoApprove: 14_999n }],
    ['--dry-run', {}, { dryRun: true }],
  ])('behavior: derives no key for %s', async (_, mode, limits) => {
    const { server, payer } = await scene(mode, { limits })
    let opened = false
    payer.findWallet = () => ({ opensWithoutPrompt: true })
    payer.openWallet = () => {
      opened = true
      return Promise.reject(new Error('not for this'))
    }
    await payAndRetry(requestTo(server.url), payer).catch(() => {})
    expect(opened).toBe(false)
  })

  test('error: reports a problem of the quote before a wallet that does not open', async () => {
    const { server, payer } = await scene({ quote: offer({ amount: '15001' }) })
    payer.findWallet = () => ({ opensWithoutPrompt: true })
    payer.openWallet = () => Promise.reject(new FiqError('WALLET_LOCKED', 'Locked.'))
    const pay = () => payAndRetry(requestTo(server.url), payer)
    await expect(pay()).rejects.toMatchObject({ code: 'QUOTE_MISMATCH' })
    server.become({})
    await expect(pay()).rejects.toMatchObject({ code: 'WALLET_LOCKED', funds: 'untouched' })
    expect(payer.budget.standing().day).toBe(0n)
  })

  test('error: refuses a price above the budget before it asks', async () => {
    const { server, payer } = await scene({}, { limits: { perDay: 14_999n } })
    let asked = false
    payer.approve = async () => {
      asked = true
    }
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toMatchObject({
      code: 'OVER_BUDGET',
    })
    expect(asked).toBe(false)
  })

  test('error: without a wallet, there is no prompt and nothing is stored', async () => {
    const shown = testTerminal()
    const { server, payer } = await scene({}, { secrets: {}, terminal: shown.terminal })
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toMatchObject({
      code: 'NO_WALLET',
    })
    expect(shown.shown).toEqual([])
    expect(payer.payees.check(server.url.origin, payTo)).toMatchObject({ status: 'new' })
  })

  test('error: a signer that fails releases the reservation', async () => {
    const { server, payer } = await scene()
    payer.openWallet = async () => ({
      address: testAddress,
      signTypedData: () => Promise.reject(new Error('device unplugged')),
    })
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toThrow('device unplugged')
    expect(payer.budget.standing().day).toBe(0n)
    expect(server.payments).toEqual([])
  })

  test.each<[string, true | undefined, true | undefined]>([
    ['real money with the consent for play money', undefined, true],
    ['play money with the consent for real money', true, undefined],
  ])(
    'error: a wallet that was changed during the approval never pays %s',
    async (_, isPlay, approved) => {
      const { server, payer, signatures } = await scene()
      const { budget, openWallet } = payer
      const standing = () => ({ ...budget.standing(), ...defined({ isPlay: approved }) })
      const changed: Payer = {
        ...payer,
        budget: { ...budget, standing },
        openWallet: async () => ({ ...(await openWallet()), ...defined({ isPlay }) }),
      }
      await expect(payAndRetry(requestTo(server.url), changed)).rejects.toMatchObject({
        code: 'CONFIGURATION_INVALID',
        funds: 'untouched',
      })
      expect(signatures).toEqual([])
      expect(budget.standing().day).toBe(0n)
    },
  )

  test.each([3_600_000, -3_600_000])(
    'error: signs nothing if the clock was set by %i ms while the prompt waited',
    async (setMs) => {
      const [running, set] = [testClock(), { ms: 0 }]
      const { terminal } = testTerminal([], true)
      const prompt = async () => {
        running.advance(300_000)
        set.ms = setMs
        return 'y'
      }
      const given = {
        clock: { ...running, now: () => running.now() + set.ms },
        processes: { pid: 1, isAlive: () => false, uptime: running.now },
        terminal: { ...terminal, prompt },
        limits: { autoApprove: 0n },
      }
      const { server, payer, signatures } = await scene({}, given)
      await expect(payAndRetry(requestTo(server.url), payer)).rejects.toMatchObject({
        code: 'CONFIGURATION_INVALID',
        funds: 'untouched',
      })
      expect([signatures, server.payments, payer.budget.standing().days30]).toEqual([[], [], 0n])
      // A prompt that waits for five minutes does no harm.
      set.ms = 0
      const patient = {
        ...payer,
        budget: payer.budget,
        payees: payer.payees,
        journal: payer.journal,
      }
      patient.approve = async () => running.advance(300_000)
      expect(await payAndRetry(requestTo(server.url), patient)).toMatchObject({ paid: 15_000n })
    },
  )

  test('error: refuses a changed payee without a prompt, which would show it as new', async () => {
    const { terminal, shown } = testTerminal(['y'])
    const { server, payer, signatures } = await scene(
      { quote: both(notItemised, offer({ payTo: `0x${'ee'.repeat(20)}` })) },
      { terminal, limits: { autoApprove: 0n } },
    )
    payer.payees.pin(server.url.origin, payTo)
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toMatchObject({
      code: 'PAYEE_CHANGED',
    })
    expect({ shown, signatures }).toEqual({ shown: [], signatures: [] })
  })
})

/** Records the order in which the wallet is opened and the price is computed. */
async function orderOf(changes: Partial<Payer> = {}): Promise<string[]> {
  const { server, payer } = await scene()
  const order: string[] = []
  const { openWallet } = payer
  Object.assign(payer, { findWallet: () => ({ opensWithoutPrompt: true }) }, changes)
  payer.openWallet = () => {
    order.push('wallet')
    return openWallet()
  }
  const request = requestTo(server.url)
  const expected = () => {
    order.push('price')
    return request.expected()
  }
  await payAndRetry({ ...request, expected }, payer)
  return order
}

async function scene(mode: Mode = {}, given: Parameters<typeof testPayer>[2] = {}) {
  const folder = scratchFolder()
  const server = await startPaidServer(mode)
  const made = testPayer(folder.path, server.url, { rpcUrl: server.rpcUrl, ...given })
  server.followClock(made.clock.now)
  cleanups.push(
    () => folder[Symbol.dispose](),
    () => server.close(),
    () => made.payer.close(),
  )
  return { server, ...made }
}
