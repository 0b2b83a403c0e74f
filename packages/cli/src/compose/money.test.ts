import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { defaultLimits } from '../payment/budget/limits.ts'
import { databaseName } from '../payment/journal/open-database.ts'
import { createSendAndPay } from '../payment/send-and-pay.ts'
import { reset, startPaidServer } from '../payment/testing/hostile-server.ts'
import {
  payerOptions,
  requestTo,
  scratchFolder,
  testAddress,
  testKey,
} from '../payment/testing/test-payer.ts'
import { memoryKeychain } from '../wallet/testing/memory-keychain.ts'
import { createMoney, findOpenWith } from './money.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe('createMoney', () => {
  test('default: imports a wallet, pays with it, and shows it in budget, payments and payee', async () => {
    const { options, server, money } = await scene()
    const { keychain } = memoryKeychain()
    const own = { ...options, secrets: {}, loadKeychain: async () => keychain }
    const mine = createMoney(own)
    await mine.wallets.importText(testKey, { name: 'main', place: 'keychain' })
    expect(await mine.wallets.find(undefined)).toMatchObject({ address: testAddress })
    expect(await mine.wallets.balance(testAddress)).toBe(1_500_000n)
    ;(await createSendAndPay(own)(requestTo(server.url))).delivered()
    expect(await money.budget.read()).toMatchObject({
      limits: defaultLimits,
      standing: { day: 15_000n, days30: 15_000n },
    })
    const [paid] = await money.payments.list(5)
    expect(paid).toMatchObject({ state: 'answered', label: 'quotes AAPL' })
    expect(await money.payments.find(paid!.id.slice(0, 12))).toMatchObject({ id: paid!.id })
    expect(await money.payments.payee()).toMatchObject({ payTo: paid!.payTo })
    expect(await money.payments.forgetPayee()).toBe(true)
    expect(await money.payments.payee()).toBeUndefined()
  })

  test('behavior: resumes a payment without an answer by its id', async () => {
    const { options, server, money } = await scene()
    server.become({ paid: reset, rpc: 'absent' })
    await expect(createSendAndPay(options)(requestTo(server.url))).rejects.toThrow()
    server.become({})
    const [open] = await money.payments.list(1)
    expect(open).toMatchObject({ state: 'unknown' })
    const found = findOpenWith(() => options)
    const { url } = server
    expect(await found({ url, amount: 15_000n })).toMatchObject({ id: open!.id })
    const answer = await money.payments.resume(open!.id)
    expect(answer).toMatchObject({ status: 200, resumed: true })
    answer.delivered()
    expect(new Set(server.headersSeen).size).toBe(1)
    expect(await money.payments.prove()).toBe(0)
    expect(await found({ url, amount: 15_000n })).toBeUndefined()
  })

  test('behavior: looking for an open payment creates no journal', async () => {
    const { options, server, money } = await scene()
    expect(await money.payments.findOpen({ url: server.url, amount: 1n })).toBeUndefined()
    expect(existsSync(join(options.stateDir, databaseName))).toBe(false)
  })

  test('error: a resumed top-up sends the API key to its own server only', async () => {
    const { options, server } = await scene()
    server.become({ paid: reset, rpc: 'absent' })
    const url = new URL('/api/v1/credits/topup', server.url)
    await expect(
      createSendAndPay(options)({ ...requestTo(server.url), url }),
    ).rejects.toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN' })
    const seen = new Set<unknown>()
    server.become({
      rpc: 'absent',
      paid(response, _, { headers }) {
        seen.add(headers.authorization)
        return reset(response)
      },
    })
    const resumeWith = async (serverUrl: URL) => {
      seen.clear()
      const own = createMoney({ ...options, serverUrl, apiKey: async () => 'fiq_1' })
      const [open] = await own.payments.list(1)
      await expect(own.payments.resume(open!.id)).rejects.toMatchObject({ funds: 'at-risk' })
      return [...seen]
    }
    expect(await resumeWith(new URL('http://127.0.0.1:1'))).toEqual([undefined])
    expect(await resumeWith(options.serverUrl)).toEqual(['Bearer fiq_1'])
  })

  test('behavior: unnamed limits do not change', async () => {
    const { money } = await scene()
    await money.budget.write({ perDay: 7n })
    expect(await money.budget.write({ autoApprove: 3n })).toEqual({
      ...defaultLimits,
      perDay: 7n,
      autoApprove: 3n,
    })
  })

  test('error: without an RPC address, the balance on a remote server is unknown', async () => {
    const { options } = await scene()
    const far = createMoney({ ...options, serverUrl: new URL('https://fiq.example') })
    await expect(far.wallets.balance(testAddress)).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
    })
  })
})

async function scene() {
  const folder = scratchFolder()
  const server = await startPaidServer()
  cleanups.push(
    () => folder[Symbol.dispose](),
    () => server.close(),
  )
  const options = payerOptions(folder.path, server.url)
  return { options, server, money: createMoney(options) }
}
