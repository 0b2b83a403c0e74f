import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { newKey, storeWallet } from '../../wallet/store-wallet.ts'
import { passphrase, placeTestWallet } from '../../wallet/testing/test-keystore.ts'
import type { Limits } from '../budget/limits.ts'
import { defaultLimits } from '../budget/limits.ts'
import { openPayer } from '../open-payer.ts'
import { payAndRetry } from '../pay-and-retry.ts'
import { type Mode, reset, startPaidServer } from '../testing/hostile-server.ts'
import { payerOptions, requestTo, scratchFolder, testClock } from '../testing/test-payer.ts'
import { proveOnChain } from './prove.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Claims to be a devnet in every place where a server can. */
const claiming: Mode = {
  page: () => JSON.stringify({ devnet: true, faucet: '/devnet/faucet', play: true }),
  quote({ accepts, extensions }) {
    accepts[0]!.extra['devnet'] = true
    accepts[0]!['devnet'] = true
    extensions['devnet'] = { info: { devnet: true, faucet: '/devnet/faucet' } }
  },
}

describe.each([
  ['a server that claims to be a devnet', claiming],
  ['a server that claims nothing', {}],
] as const)('%s', (_, mode) => {
  test('behavior: the real wallet pays, in the windows of real money', async () => {
    const { payer, server, real } = await scene(mode)
    const paid = await payAndRetry(requestTo(server.url), payer())
    expect(paid.purchase).not.toHaveProperty('isPlay')
    expect(server.payments.map(({ authorization }) => authorization.from)).toEqual([
      real.toLowerCase(),
    ])
    expect(payer().budget.standing()).toMatchObject({ day: 15_000n })
    expect(payer().budget.standing()).not.toHaveProperty('isPlay')
  })

  test.each([
    ['perPayment', { perPayment: 14_999n }],
    ['perDay', { perDay: 14_999n }],
    ['per30Days', { per30Days: 14_999n }],
    ['perSession', { perSession: 14_999n }],
  ] as const)('error: the cap %s applies', async (_cap, limits) => {
    const { payer, server } = await scene(mode)
    await expect(payAndRetry(requestTo(server.url), payer(limits))).rejects.toMatchObject({
      kind: 'policy',
    })
    expect(server.payments).toEqual([])
  })

  test('error: a second server in the profile needs consent, also on loopback', async () => {
    const { payer, server } = await scene(mode)
    const first = await startPaidServer()
    cleanups.push(first.close)
    await payAndRetry(requestTo(first.url), payer({ trust: first.url.origin }))
    await expect(
      payAndRetry(requestTo(server.url), payer({ trust: undefined })),
    ).rejects.toMatchObject({ kind: 'policy' })
    expect(server.payments).toEqual([])
  })

  test('error: a payment above the automatic limit still needs approval', async () => {
    const { payer, server } = await scene(mode)
    await expect(
      payAndRetry(requestTo(server.url), payer({ yes: false, autoApprove: 14_999n })),
    ).rejects.toMatchObject({ code: 'APPROVAL_NEEDED' })
    expect(server.payments).toEqual([])
  })

  test.each([
    ['real', 0, 15_000n],
    // A play wallet has no other chain than that of its server.
    ['play', 1, 0n],
  ] as const)(
    'behavior: after its word "unused", payments of the %s wallet decided: %i',
    async (walletName, decided, spent) => {
      const { payer, server, clock } = await scene({ ...mode, rpc: 'says unused', paid: reset })
      server.followClock(clock.now)
      const paying = payer({}, walletName)
      await expect(payAndRetry(requestTo(server.url), paying)).rejects.toMatchObject({
        code: 'PAYMENT_OUTCOME_UNKNOWN',
        funds: 'at-risk',
      })
      clock.advance(3_600_000)
      expect(await proveOnChain(paying.journal.unproven(), paying)).toBe(decided)
      expect(paying.budget.standing()).toMatchObject({ day: spent })
    },
  )
})

/** A real wallet that pays, with a play wallet beside it. */
async function scene(mode: Mode) {
  const folder = scratchFolder()
  cleanups.push(() => folder[Symbol.dispose]())
  const server = await startPaidServer(mode)
  cleanups.push(server.close)
  const clock = testClock()
  const options = payerOptions(folder.path, server.url, {
    secrets: { passphrase },
    clock,
  })
  const { address } = placeTestWallet(folder.path, 'real')
  await storeWallet(newKey(randomBytes), { name: 'play', place: 'play' }, options)
  return {
    server,
    clock,
    real: address,
    payer: (
      limits: Partial<Omit<Limits, 'trust'>> & { trust?: string | undefined } = {},
      walletName = 'real',
    ) =>
      openPayer({
        ...options,
        walletName,
        limits: { ...defaultLimits, yes: true, trust: server.url.origin, ...limits } as Limits,
      }),
  }
}
