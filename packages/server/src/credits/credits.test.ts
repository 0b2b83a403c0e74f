import { describe, expect, test } from 'vitest'
import { createOrganisation, identify, issueKey } from '../accounts/accounts.ts'
import { openSqliteAccessStore } from '../storage/accounts/testing/sqlite-access-store.ts'
import { createCredits } from './credits.ts'

async function scene(plan = 'basic') {
  const clock = { now: Date.UTC(2026, 10, 20) }
  const ports = { store: openSqliteAccessStore(':memory:'), nowMs: () => clock.now }
  const { id } = await createOrganisation({ name: 'Acme', plan }, ports)
  const { key } = await issueKey({ organisation: id, name: 'a' }, ports)
  return {
    clock,
    ports,
    id,
    who: await identify(`Bearer ${key}`, ports),
    credits: createCredits(ports),
  }
}

const payment = { payer: `0x${'a'.repeat(40)}`, nonce: `0x${'7'.repeat(64)}` } as const

describe('openCredits', () => {
  test('default: takes from the allotment of the plan, and gives back', async () => {
    const { credits, who, id } = await scene()
    const debit = await credits.take(who, 400)
    expect(debit).toMatchObject({ credits: 400, balance: { prepaid: 0, allotment: 600 } })
    await credits.refund(debit, 400)
    expect(await credits.balance(id)).toEqual({ prepaid: 0, allotment: 1_000 })
  })

  test('behavior: the next month renews the allotment', async () => {
    const { credits, who, clock, id } = await scene()
    await credits.take(who, 1_000)
    clock.now = Date.UTC(2026, 11, 1)
    expect(await credits.balance(id)).toEqual({ prepaid: 0, allotment: 1_000 })
  })

  test('behavior: a payment buys or is owed credits once, and once for a failed part', async () => {
    const { credits, id } = await scene()
    const gift = { kind: 'topup', credits: 7, payment } as const
    for (const _ of [1, 2])
      expect(await credits.giveForPayment({ organisation: id }, gift)).toMatchObject({ id })
    expect(await credits.balance(id)).toMatchObject({ prepaid: 7 })
    const to = { wallet: payment.payer }
    const wallet = await credits.giveForPayment(to, { ...gift, kind: 'claim' })
    expect(await credits.balance(wallet.id)).toEqual({ prepaid: 0, allotment: 0 })
  })

  test.each([
    [['refund', 'claim'], 7],
    [['claim', 'refund'], 7],
    [['refund', 'refund'], 3],
  ] as const)('behavior: of %j a payment brings %i credits in total', async (kinds, all) => {
    const { credits, ports } = await scene('pay-as-you-go')
    const refund = async () => ports.store.give(await credits.giftForFailed(payment, 3))
    const claim = () => {
      const gift = { kind: 'claim', credits: 7, payment } as const
      return credits.giveForPayment({ wallet: payment.payer }, gift)
    }
    for (const kind of kinds) await (kind === 'claim' ? claim() : refund())
    await refund()
    const { organisation } = await credits.giftForFailed(payment, 3)
    expect(await credits.balance(organisation)).toEqual({ prepaid: all, allotment: 0 })
  })

  test('error: too few credits: states the balance and how to get more', async () => {
    const { credits, who, id } = await scene('pay-as-you-go')
    await expect(credits.take(who, 5)).rejects.toMatchObject({
      code: 'CREDITS_EXHAUSTED',
      status: 402,
      funds: 'untouched',
      facts: ['Cost: 5 credits', 'Prepaid: 0 credits', "Rest of this month's allotment: 0 credits"],
      remedy: expect.stringContaining('/api/v1/credits/topup'),
    })
    expect(await credits.balance(id)).toEqual({ prepaid: 0, allotment: 0 })
  })
})
