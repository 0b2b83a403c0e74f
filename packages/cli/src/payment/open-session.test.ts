import { describe, expect, test } from 'vitest'
import type { Limits } from './budget/limits.ts'
import { defaultLimits } from './budget/limits.ts'
import { openPaySession } from './open-session.ts'
import { startPaidServer } from './testing/hostile-server.ts'
import { payerOptions, requestTo, scratchFolder, testTerminal } from './testing/test-payer.ts'

describe('openPaySession', () => {
  test('default: asks once for the session, with its cap, and opens the wallet once', async () => {
    await using scene = await sessionScene(['y'])
    for (let poll = 0; poll < 3; poll += 1)
      (await scene.session.pay(requestTo(scene.url, ['AAPL']))).delivered()
    const asked = scene.shown.filter((text) => text.startsWith('Pay '))
    expect(asked).toEqual(['Pay up to 0.100 USDC in this session? [y] yes, [n] no (Enter): '])
    expect(scene.session.spent()).toBe(45_000n)
    expect(scene.shown.filter((text) => text.startsWith('Warning: paying with'))).toHaveLength(1)
  })

  test('behavior: the budget enforces the cap', async () => {
    await using scene = await sessionScene(['y'])
    const pay = async () => (await scene.session.pay(requestTo(scene.url, ['AAPL']))).delivered()
    for (let poll = 0; poll < 6; poll += 1) await pay()
    await expect(pay()).rejects.toMatchObject({ code: 'OVER_BUDGET' })
    expect(scene.session.spent()).toBe(90_000n)
    scene.session.raise(15_000n)
    await pay()
    await expect(pay()).rejects.toMatchObject({ code: 'OVER_BUDGET' })
    scene.session.raise(2n ** 80n)
    await pay()
  })

  test('behavior: a cap above the budget raises nothing', async () => {
    await using scene = await sessionScene(['y'], { perSession: 30_000n, autoApprove: 0n })
    const pay = async () => (await scene.session.pay(requestTo(scene.url, ['AAPL']))).delivered()
    await pay()
    await pay()
    scene.session.raise(15_000n)
    await expect(pay()).rejects.toMatchObject({ code: 'OVER_BUDGET' })
  })

  test('behavior: a session within the automatic limit, or with --yes, has no prompt', async () => {
    for (const limits of [{ autoApprove: 100_000n }, { yes: true }]) {
      await using scene = await sessionScene([], limits, true)
      await scene.session.pay(requestTo(scene.url, ['AAPL']))
      expect(scene.shown.filter((text) => text.startsWith('Pay '))).toEqual([])
    }
  })

  test('behavior: a cap that the user raises above the automatic limit has no second prompt', async () => {
    await using scene = await sessionScene([], { autoApprove: 100_000n }, true)
    const pay = async () => (await scene.session.pay(requestTo(scene.url, ['AAPL']))).delivered()
    for (let poll = 0; poll < 6; poll += 1) await pay()
    scene.session.raise(30_000n)
    await pay()
    expect(scene.session.spent()).toBe(105_000n)
    expect(scene.shown.filter((text) => text.startsWith('Pay '))).toEqual([])
  })

  test.each(['', 'n', 'x'])('error: "%s" declines, and nothing is signed', async (reply) => {
    await using scene = await sessionScene([reply])
    await expect(scene.session.pay(requestTo(scene.url))).rejects.toMatchObject({
      code: 'DECLINED',
      funds: 'untouched',
    })
    expect(scene.session.spent()).toBe(0n)
  })

  test('error: needs approval without a terminal', async () => {
    await using scene = await sessionScene([], {}, false)
    await expect(scene.session.pay(requestTo(scene.url))).rejects.toMatchObject({
      code: 'APPROVAL_NEEDED',
    })
  })
})

async function sessionScene(replies: string[], limits: Partial<Limits> = {}, isThere = true) {
  const folder = scratchFolder()
  const server = await startPaidServer()
  const { terminal, shown } = testTerminal(replies, isThere)
  let random = 0
  const session = openPaySession(
    payerOptions(folder.path, server.url, {
      limits: { ...defaultLimits, trust: server.url.origin, ...limits },
      terminal,
      randomBytes: (length) => new Uint8Array(length).fill(++random),
      session: 'watch',
    }),
    { cap: 100_000n, note: () => {} },
  )
  return {
    session,
    shown,
    url: server.url,
    async [Symbol.asyncDispose]() {
      session.close()
      await server.close()
      folder[Symbol.dispose]()
    },
  }
}
