import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { openDatabase } from '../../payment/journal/open-database.ts'
import { payTo, reset, send, transaction } from '../../payment/testing/hostile-server.ts'
import { moneyScene } from '../../payment/testing/money-scene.ts'
import { requestTo, testAddress } from '../../payment/testing/test-payer.ts'
import { exportFields } from './declaration.ts'
import { run as exportPayments } from './export/run.ts'
import { run as list } from './list/run.ts'
import { run as payee } from './payee/run.ts'
import { run as resume } from './resume/run.ts'
import { run as show } from './show/run.ts'

const none = { arguments: {}, options: {} }
const named = (id: string) => ({ arguments: { id: [id] }, options: {} })

describe('fiq payments', () => {
  test('default: list and show print payments', async () => {
    await using scene = await moneyScene({ format: 'json' })
    ;(await scene.pay(requestTo(scene.server.url))).delivered()
    await list(scene.context, none)
    const [row] = JSON.parse(scene.out())
    expect(row).toEqual({
      id: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      at: '2026-11-20T12:00:00.000Z',
      state: 'answered',
      amount: '0.015',
      for: 'quotes AAPL',
      payTo,
      transaction,
      play: false,
    })
    await show(scene.context, named(row.id.slice(0, 10)))
    expect(JSON.parse(scene.out().split('\n')[1]!)).toMatchObject({
      ...row,
      rows: [{ path: 'quotes', times: 1, credits: 5 }],
      payer: testAddress,
      validBefore: '2026-11-20T12:01:00.000Z',
      reason: null,
    })
    expect(scene.out()).not.toContain(scene.headersSeen()[0])
  })

  test('default: export has one row per payment, complete enough for accounting', async () => {
    await using scene = await moneyScene({ format: 'json' })
    ;(await scene.pay(requestTo(scene.server.url))).delivered()
    await exportPayments(scene.context, {
      arguments: {},
      options: { since: '2026-11-20', until: '2026-11-20' },
    })
    const [row] = JSON.parse(scene.out())
    expect(row).toEqual({
      id: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      at: '2026-11-20T12:00:00.000Z',
      state: 'answered',
      amount: '0.015',
      currency: 'USDC',
      network: 'eip155:8453',
      for: 'quotes AAPL',
      server: scene.server.url.origin,
      payer: testAddress,
      payTo,
      transaction,
      play: false,
      nonce: scene.server.payments[0]?.authorization.nonce,
      validBefore: '2026-11-20T12:01:00.000Z',
      credits: 5,
      reason: null,
    })
    expect(Object.keys(row).sort()).toEqual([...exportFields].sort())
    await exportPayments(scene.context, { arguments: {}, options: { since: '2026-11-21' } })
    expect(scene.out().split('\n')[1]).toBe('[]')
    for (const since of ['yesterday', '2026-02-30'])
      await expect(
        exportPayments(scene.context, { arguments: {}, options: { since } }),
      ).rejects.toMatchObject({ code: 'USAGE' })
  })

  test('behavior: prints a table on a terminal, and one sentence for an empty list', async () => {
    await using scene = await moneyScene()
    await list(scene.context, none)
    await scene.pay(requestTo(scene.server.url))
    await list(scene.context, none)
    expect(scene.out()).toMatch(/^Nothing has been paid yet\.\nid +when +state +USDC +for +money\n/)
    expect(scene.out()).toMatch(
      /0x[0-9a-f]{8} {2}12:00 \S+ {2}answered {2}0\.015 {2}quotes AAPL {2}real/,
    )
    const id = (await scene.context.money.payments.list(1))[0]!.id
    await show(scene.context, named(id))
    expect(scene.out()).toContain('quotes x1: 5 credits')
  })

  test('behavior: a payment that may still settle is at risk in the list, an abandoned one is no refusal', async () => {
    for (const [state, words] of [
      ['signed', 'at risk'],
      ['unknown', 'at risk'],
      ['settled', 'answer due'],
      ['rejected', 'abandoned'],
    ]) {
      await using scene = await moneyScene()
      await scene.pay(requestTo(scene.server.url))
      const database = openDatabase(scene.folder)
      database.run('UPDATE purchases SET state = ?', state!)
      database.close()
      await list(scene.context, none)
      expect(scene.out()).toMatch(new RegExp(`12:00 \\S+ +${words} +0\\.015`))
    }
  })

  test('behavior: a payment for an answer without a receipt is marked in the list', async () => {
    await using scene = await moneyScene()
    scene.server.become({ paid: (r) => send(r, 200, '{"data":{"quotes":[]}}') })
    ;(await scene.pay(requestTo(scene.server.url))).delivered()
    await list(scene.context, none)
    expect(scene.out()).toMatch(/12:00 \S+ +no receipt +0\.015/)
  })

  test('behavior: list, show and export mark payments of a play wallet, for people and scripts', async () => {
    await using scene = await moneyScene()
    ;(await scene.pay(requestTo(scene.server.url))).delivered()
    ;(await scene.payWithPlay(requestTo(scene.server.url, ['MSFT']))).delivered()
    await list(scene.context, none)
    await exportPayments(scene.context, none)
    for (const table of [scene.out().split('id ')[1], scene.out().split('id ')[2]]) {
      expect(table).toMatch(/^ +when +state +USDC +for +money/)
      expect(table).toMatch(/answered {2}0\.015 {2}quotes MSFT {2}PLAY/)
      expect(table).toMatch(/answered {2}0\.015 {2}quotes AAPL {2}real/)
    }
    const [play, real] = await scene.context.money.payments.list(2)
    await show(scene.context, named(play!.id))
    expect(scene.out()).toMatch(/amount +0\.015 USDC of play money\n/)
    await show(scene.context, named(real!.id))
    expect(scene.out()).toMatch(/amount +0\.015 USDC\n/)
    const { context, out } = sceneOf({ format: 'json' })
    const piped = { ...context, money: scene.context.money }
    await list(piped, none)
    await show(piped, named(play!.id))
    await exportPayments(piped, none)
    const [listed, shown, exported] = out()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(listed.map((row: { play: boolean }) => row.play)).toEqual([true, false])
    expect(shown).toMatchObject({ play: true, for: 'quotes MSFT' })
    expect(exported.map((row: { play: boolean }) => row.play).sort()).toEqual([false, true])
  })

  test('behavior: states on stderr that a list is cut, but only then', async () => {
    await using scene = await moneyScene({ format: 'json' })
    for (const ticker of ['A', 'B', 'C'])
      (await scene.pay(requestTo(scene.server.url, [ticker]))).delivered()
    await list(scene.context, { arguments: {}, options: { limit: '3' } })
    expect(scene.err()).toBe('')
    await list(scene.context, { arguments: {}, options: { limit: '2' } })
    expect(scene.err()).toBe('Shown: 2 of 3. --limit shows more.\n')
    expect(JSON.parse(scene.out().split('\n')[1]!)).toHaveLength(2)
  })

  test('behavior: resume prints the paid answer without a signature', async () => {
    await using scene = await moneyScene({ format: 'json' })
    scene.server.become({ paid: reset, rpc: 'absent' })
    await expect(scene.pay(requestTo(scene.server.url))).rejects.toThrow()
    scene.server.become({})
    const id = (await scene.context.money.payments.list(1))[0]!.id
    await resume(scene.context, named(id))
    expect(JSON.parse(scene.out())).toEqual({ data: { quotes: [] } })
    expect(scene.err()).toContain('nothing new was paid')
    expect(new Set(scene.headersSeen()).size).toBe(1)
    await resume(scene.context, none)
    expect(JSON.parse(scene.out().split('\n')[1]!)).toEqual({ decided: 0 })
  })

  test('behavior: payee shows the payee of the server, and forgets it', async () => {
    await using scene = await moneyScene({ format: 'json' })
    await scene.pay(requestTo(scene.server.url))
    await payee(scene.context, { arguments: {}, options: { forget: true } })
    expect(JSON.parse(scene.out())).toMatchObject({ payTo, since: '2026-11-20T12:00:00.000Z' })
    await expect(payee(scene.context, none)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each([
    ['0', 'USAGE'],
    ['x', 'USAGE'],
    ['10001', 'USAGE'],
  ])('error: refuses --limit %s', async (limit, code) => {
    await using scene = await moneyScene()
    await expect(list(scene.context, { arguments: {}, options: { limit } })).rejects.toMatchObject({
      code,
    })
  })
})
