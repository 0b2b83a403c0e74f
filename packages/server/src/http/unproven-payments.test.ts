import { describe, expect, test } from 'vitest'
import { provingWaitingMax } from '../rate-limit/address-turns.ts'
import type { Facilitator } from '../settlement/facilitator.ts'
import { oneField } from './testing/one-field.ts'
import { smallApp } from './testing/small-app.ts'
import { worthlessPayment } from './testing/worthless-payment.ts'

/** An app whose facilitator refuses all payments until the test changes it. */
function scene() {
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  const verified: string[] = []
  const verify: Facilitator['verify'] = async ({ authorization }) => {
    verified.push(authorization.nonce)
    await promise
    return { isValid: true, payer: authorization.from }
  }
  const { app } = smallApp(oneField(10), { verify })
  /** The response to the n-th payment from an address. */
  const pay = (n: number, remoteAddress = '192.0.2.1', query = '{ cheap }') =>
    app
      .inject({
        ...{ method: 'POST', url: '/api/graphql', remoteAddress, payload: { query } },
        headers: { 'content-type': 'application/json', 'payment-signature': worthlessPayment(n) },
      })
      .then((answer) => answer)
  const turn = async () => {
    for (let n = 0; n < 50; n++) await new Promise(setImmediate)
  }
  return { verified, pay, letGo, turn }
}

describe('unproven payments', () => {
  test('default: verifies one at a time for each address; another address has its own turn', async () => {
    const { verified, pay, letGo, turn } = scene()
    const answers = [pay(1), pay(2), pay(3), pay(4, '192.0.2.2')]
    await turn()
    expect(verified).toHaveLength(2)
    letGo()
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([200, 200, 200, 200])
    expect(verified).toHaveLength(4)
  })

  test('error: checks of wallet contracts count as fetches of their address, unless they buy something', async () => {
    let isAccepted = true
    const verify: Facilitator['verify'] = async ({ authorization }, _, chargeWalletCheck) => {
      await chargeWalletCheck?.()
      const payer = authorization.from
      const reason = 'invalid_exact_evm_signature'
      return isAccepted ? { isValid: true, payer } : { isValid: false, payer, reason, message: '' }
    }
    const { app } = smallApp(oneField(10), { verify }, { unpaidFetchesPerMinute: 3 })
    const pay = async (n: number, remoteAddress = '192.0.2.1') => {
      const headers = {
        'content-type': 'application/json',
        'payment-signature': worthlessPayment(n),
      }
      const payload = { query: '{ cheap }' }
      const url = '/api/graphql'
      return (await app.inject({ method: 'POST', url, remoteAddress, payload, headers })).statusCode
    }
    for (let n = 0; n < 9; n += 1) expect(await pay(n)).toBe(200)
    isAccepted = false
    const statuses = []
    for (let n = 10; n < 15; n += 1) statuses.push(await pay(n))
    expect(statuses).toEqual([402, 402, 402, 429, 429])
    expect(await pay(20, '192.0.2.2')).toBe(402)
  })

  test('behavior: queries the chain for one failed payment of an address at a time', async () => {
    const { promise, resolve: letGo } = Promise.withResolvers<void>()
    let searched = 0
    const reason = 'invalid_exact_evm_insufficient_balance'
    const { app } = smallApp(oneField(10), {
      settle: async () => ({ outcome: 'refused', reason, message: 'empty' }),
      async findSettlement() {
        searched += 1
        await promise
        return { outcome: 'unused', asOfSeconds: 0n }
      },
    })
    const pay = (n: number, remoteAddress: string) =>
      app
        .inject({
          ...{
            method: 'POST',
            url: '/api/graphql',
            remoteAddress,
            payload: { query: '{ cheap }' },
          },
          headers: { 'payment-signature': worthlessPayment(n) },
        })
        .then(({ statusCode }) => statusCode)
    const addresses = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2']
    for (const [n, address] of addresses.entries()) expect(await pay(n + 1, address)).toBe(402)
    const again = addresses.map((address, n) => pay(n + 1, address))
    for (let n = 0; n < 50; n++) await new Promise(setImmediate)
    expect(searched).toBe(2)
    letGo()
    expect(await Promise.all(again)).toEqual([402, 402, 402, 402])
    expect(searched).toBe(4)
  })

  test('behavior: a hundred copies of one payment join it and use no turn', async () => {
    const { verified, pay, letGo, turn } = scene()
    const copies = Array.from({ length: 100 }, () => pay(1))
    const other = pay(2)
    await turn()
    letGo()
    const statuses = (await Promise.all([...copies, other])).map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(verified).toHaveLength(2)
  })

  test('error: charges concurrent payments before they buy, and not those that buy', async () => {
    const { verified, pay, letGo, turn } = scene()
    // 49 units each, 4 of them for the body: 12 requests are the burst limit of an address.
    const large = (n: number) => pay(n, undefined, `{ cheap } #${'x'.repeat(22_100)}`)
    const answers = Array.from({ length: 20 }, (_, n) => large(n + 1))
    await turn()
    letGo()
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 429)).toHaveLength(8)
    expect(verified).toHaveLength(12)
    for (let n = 40; n < 70; n++) expect((await large(n)).statusCode).toBe(200)
  })

  test('error: above the queue limit, gives 429 with Retry-After, and moves no money', async () => {
    const { verified, pay, letGo, turn } = scene()
    const waiting = Array.from({ length: 1 + provingWaitingMax }, (_, n) => pay(n + 1))
    await turn()
    const refused = await pay(9_999)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
    expect(verified).toHaveLength(1)
    letGo()
    for (const { statusCode } of await Promise.all(waiting)) expect(statusCode).toBe(200)
    // It was not claimed, so the same payment may be sent again.
    expect((await pay(9_999)).statusCode).toBe(200)
  })
})
