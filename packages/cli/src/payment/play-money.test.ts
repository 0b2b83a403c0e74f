import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createMoney } from '../compose/money.ts'
import { newKey, storeWallet } from '../wallet/store-wallet.ts'
import { passphrase, placeTestWallet } from '../wallet/testing/test-keystore.ts'
import { approvalText } from './approve/approval-text.ts'
import { defaultLimits } from './budget/limits.ts'
import type { PaymentError } from './delivery/payment-error.ts'
import type { PaidAnswer } from './delivery/ports.ts'
import { openPayer } from './open-payer.ts'
import { payAndRetry } from './pay-and-retry.ts'
import type { PayerOptions } from './payer-options.ts'
import { again402 } from './testing/hostile-modes.ts'
import { type Mode, startPaidServer } from './testing/hostile-server.ts'
import {
  payerOptions,
  requestTo,
  scratchFolder,
  testClock,
  testTerminal,
} from './testing/test-payer.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe('play money', () => {
  test('behavior: play money does not count in the windows of real money, nor the reverse', async () => {
    const { options, server } = await scene()
    const limits = { ...defaultLimits, yes: true, perDay: 30_000n }
    const play = openPayer({ ...options, limits })
    const real = openPayer({ ...options, limits, walletName: 'real' })
    const pay = async (payer: typeof play, tickers: string[]) =>
      (await payAndRetry(requestTo(server.url, tickers), payer)).delivered()
    for (const [first, second] of [
      [play, real],
      [real, play],
    ] as const) {
      await pay(first, ['AAPL'])
      await pay(first, ['MSFT'])
      const unit = first === play ? 'play USDC' : 'USDC'
      await expect(pay(first, ['IBM'])).rejects.toMatchObject({
        code: 'OVER_BUDGET',
        facts: expect.arrayContaining([`Spent: 0.03 ${unit}`]),
      })
      if (first === play) expect(second.budget.standing().day).toBe(0n)
    }
    expect(play.budget.standing()).toMatchObject({ day: 30_000n, isPlay: true })
    expect(real.budget.standing()).not.toHaveProperty('isPlay')
    const { standing, play: shown } = await createMoney(options).budget.read()
    expect([standing.day, shown.day]).toEqual([30_000n, 30_000n])
  })

  test('behavior: the caps of a proxy client count play money separately, too', async () => {
    const { options, server } = await scene()
    const limits = { ...defaultLimits, yes: true }
    const { createClients } = await import('../proxy/clients/clients.ts')
    const play = openPayer({ ...options, limits })
    const caps = { perCall: 15_000n, perDay: 15_000n, per30Days: 15_000n, automatic: undefined }
    createClients(play.database(), options.clock.now).add({
      name: 'ann',
      tools: undefined,
      ...caps,
    })
    const forAnn = (payer: typeof play) =>
      payer.forClient('ann', { approve: async () => {}, limits, follow() {} })
    await payAndRetry(requestTo(server.url, ['AAPL']), forAnn(play))
    await expect(payAndRetry(requestTo(server.url, ['MSFT']), forAnn(play))).rejects.toMatchObject({
      code: 'OVER_BUDGET',
      facts: expect.arrayContaining(['Spent: 0.015 play USDC']),
    })
    const real = openPayer({ ...options, limits, walletName: 'real' })
    expect((await payAndRetry(requestTo(server.url, ['IBM']), forAnn(real))).paid).toBe(15_000n)
  })

  test('behavior: approval, purchase and list label play money', async () => {
    const { options, server } = await scene()
    const { terminal, shown } = testTerminal(['y'])
    const limits = { ...defaultLimits, autoApprove: 0n }
    const payer = openPayer({ ...options, limits, terminal })
    const paid = await payAndRetry(requestTo(server.url), payer)
    expect(shown.join('')).toContain('a PLAY wallet: play money only')
    expect(paid.purchase).toMatchObject({ isPlay: true })
    const resumed = await payAndRetry(requestTo(server.url), payer)
    expect(resumed.notes).toEqual([expect.stringContaining('for 0.015 play USDC; nothing new')])
    expect(await createMoney(options).payments.list(9)).toMatchObject([{ isPlay: true }])
    expect(payer.journal.read(paid.purchase!.id)).toMatchObject({ isPlay: true })
    const real = { day: 0n, days30: 0n, session: 0n }
    const payee = { status: 'new', trust: 'first' } as const
    const quote = { ...quoteShown, payTo: paid.purchase!.payTo }
    expect(approvalText({ quote, payee, standing: real, limits })).not.toContain('PLAY')
  })

  test("error: signs nothing if the user's own RPC shows that the key holds real USDC", async () => {
    const { options, server } = await scene()
    const base = await paidServer()
    const rpcUrl = new URL('/devnet/rpc', base.url)
    await expect(
      payAndRetry(requestTo(server.url), openPayer({ ...options, rpcUrl })),
    ).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
      message: 'The play wallet holds real USDC on Base.',
      facts: expect.arrayContaining([expect.stringContaining('1.5 USDC')]),
      remedy: expect.stringContaining('Move the USDC to a real wallet'),
    })
    expect(server.payments).toEqual([])
  })

  test("behavior: reports an RPC that does not respond, and does not query the server's own RPC", async () => {
    for (const [mode, warned] of [
      [{ rpc: 'absent' }, true],
      [undefined, false],
    ] as const) {
      const { options, server } = await scene()
      const base = mode ? await paidServer(mode) : server
      const { terminal, shown } = testTerminal([], false)
      const rpcUrl = new URL('/devnet/rpc', base.url)
      const paid = await payAndRetry(
        requestTo(server.url),
        openPayer({ ...options, terminal, rpcUrl }),
      )
      expect(paid.paid).toBe(15_000n)
      expect(shown.join('').includes('did not report whether the play wallet')).toBe(warned)
    }
  })

  test('behavior: a payment to a server without a devnet can be abandoned after its end, and is bought again', async () => {
    const { options, server } = await scene()
    const clock = testClock()
    const own = { ...options, clock, processes: { ...options.processes, uptime: clock.now } }
    const pay = async () => {
      const payer = openPayer({ ...own, limits: { ...defaultLimits, yes: true } })
      return payAndRetry(requestTo(server.url), payer)
    }
    server.become({ paid: again402, settles: false, rpc: 'absent' })
    const doubt = await pay().catch((error: PaymentError) => error)
    expect(doubt).toMatchObject({
      code: 'PAYMENT_OUTCOME_UNKNOWN',
      payment: { play: true },
      facts: expect.arrayContaining([expect.stringContaining('if the server runs no devnet')]),
    })
    const { id } = (doubt as PaymentError).payment
    const { abandon } = createMoney(own).payments
    await expect(abandon(id)).rejects.toThrow('may still settle')
    clock.advance(200_000)
    expect(await abandon(id)).toMatchObject({ state: 'rejected' })
    server.become({})
    const { purchase } = (await pay()) as PaidAnswer
    expect(purchase).toMatchObject({ isPlay: true, state: 'answered' })
    expect(purchase?.id).not.toBe(id)
  })

  test('default: no other module reads the claim of a server to be a devnet', () => {
    const readers = sourcesBelow(join(import.meta.dirname, '..')).filter(({ text }) =>
      /devnet|faucet/i.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')),
    )
    expect(readers.map(({ path }) => path)).toEqual([
      // Text for people.
      'command-line/help/topics.ts',
      'commands/wallet/declaration.ts',
      // The origin of play USDC; no limit is involved.
      'commands/wallet/fund/run.ts',
      // The server's own RPC: proof for play wallets, and balances for display only.
      'compose/money.ts',
      'doctor/check-server.ts',
      // Text for people.
      'payment/delivery/abandon.ts',
      'payment/delivery/chain.ts',
      // Text for people.
      'payment/delivery/doubt.ts',
      'payment/open-paying-wallet.ts',
    ])
  })
})

const quoteShown = {
  amount: 15_000n,
  credits: 5,
  rows: [['quotes', 1, 5]] as [string, number, number][],
  origin: 'http://127.0.0.1:1',
  maxTimeoutSeconds: 60,
  tariffVersion: 't1',
  itemised: undefined,
  resourceUrl: 'http://127.0.0.1:1/api/graphql',
}

async function paidServer(mode: Mode = {}) {
  const server = await startPaidServer(mode)
  cleanups.push(server.close)
  return server
}

/** A play wallet that pays, with a real one beside it. */
async function scene(): Promise<{
  options: PayerOptions
  server: Awaited<ReturnType<typeof paidServer>>
}> {
  const folder = scratchFolder()
  cleanups.push(() => folder[Symbol.dispose]())
  const server = await paidServer()
  const options = payerOptions(folder.path, server.url, { secrets: { passphrase } })
  await storeWallet(newKey(randomBytes), { name: 'play', place: 'play' }, options)
  placeTestWallet(folder.path, 'real')
  return { options, server }
}

function sourcesBelow(root: string): { path: string; text: string }[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|(^|\/)testing\//.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
