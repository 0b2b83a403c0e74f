import { describe, expect, test } from 'vitest'
import { moneyScene } from '../../payment/testing/money-scene.ts'
import { requestTo } from '../../payment/testing/test-payer.ts'
import { run as set } from './set/run.ts'
import { run as show } from './show/run.ts'

const given = (options: Record<string, string>) => ({ arguments: {}, options })

describe('fiq budget', () => {
  test('default: show prints the spent and remaining amounts', async () => {
    await using scene = await moneyScene()
    await scene.pay(requestTo(scene.server.url))
    await show(scene.context)
    expect(scene.out()).toMatchInlineSnapshot(`
      "USDC            spent      of    left
      one payment         –   1.000       –
      24 hours        0.015   2.000   1.985
      30 days         0.015  20.000  19.985
      one session         –   1.000       –
      without asking      –   0.050       –
      "
    `)
  })

  test('default: set changes only the named limits and prints all', async () => {
    await using scene = await moneyScene({ format: 'json' })
    await set(scene.context, given({ perDay: '0.5', per30Days: '3', autoApprove: '0' }))
    expect(JSON.parse(scene.out())).toEqual({
      perPayment: '1',
      perDay: '0.5',
      per30Days: '3',
      perSession: '1',
      autoApprove: '0',
    })
    const { limits } = await scene.context.money.budget.read()
    expect([limits.perDay, limits.per30Days, limits.autoApprove]).toEqual([
      500_000n,
      3_000_000n,
      0n,
    ])
  })

  test('behavior: notes an automatic amount above the cap', async () => {
    await using scene = await moneyScene()
    await set(scene.context, given({ autoApprove: '5', per30Days: '2000' }))
    expect(scene.out()).toMatch(/^30 days +2,000\.000 USDC$/m)
    expect(scene.err()).toContain('is above the cap per payment')
  })

  test.each([
    [{}, 'USAGE'],
    [{ perDay: 'a lot' }, 'INVALID_AMOUNT'],
    [{ perDay: '-1' }, 'INVALID_AMOUNT'],
    [{ perDay: '0.0000001' }, 'INVALID_AMOUNT'],
  ])('error: %j changes nothing', async (options: Record<string, string>, code) => {
    await using scene = await moneyScene()
    await expect(set(scene.context, given(options))).rejects.toMatchObject({ code })
    expect((await scene.context.money.budget.read()).limits.perDay).toBe(2_000_000n)
  })
})
