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
        method: 'POST',
        url: '/api/graphql',
        remoteAddress,
        payload: { query },
        headers: { 'content-type': 'application/json', 'payment-signature': worthlessPayment(n) },
      })
      .then((answer) => answer)
  const turn = async () => {
    for (let n = 0; n < 50; n++) await new Promise(setImmediate)
  }
  return { verified, pay, letGo, turn }
}

/** An app with a budget of unpaid requests, and the status of the n-th payment from an address. */
function limited(facilitator: Partial<Facilitator>, unpaidFetchesPerMinute: number) {
  const { app, record } = smallApp(oneField(10), facilitator, { unpaidFetchesPerMinute })
  const pay = async (n: number, remoteAddress = '192.0.2.1') => {
    const headers = {
      'content-type': 'application/json',
      'payment-signature': worthlessPayment(n),
    }
    const payload = { query: '{ cheap }' }
    const url = '/api/graphql'
    return (await app.inject({ method: 'POST', url, remoteAddress, payload, headers })).statusCode
  }
  return { pay, record }
}

const empty = { reason: 'invalid_exact_evm_insufficient_balance', message: 'empty' } as const

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
    // A refused payment also has the state of its nonce read.
    const { pay } = limited({ verify }, 6)
    for (let n = 0; n < 9; n += 1) expect(await pay(n)).toBe(200)
    isAccepted = false
    const statuses = []
    for (let n = 10; n < 15; n += 1) statuses.push(await pay(n))
    expect(statuses).toEqual([402, 402, 402, 429, 429])
    expect(await pay(20, '192.0.2.2')).toBe(402)
  })

  test('error: reads of the chain for payments with wrong terms count as fetches of their address', async () => {
    let reads = 0
    const { pay } = limited(
      {
        verify: async ({ authorization: { from } }) => ({ isValid: false, payer: from, ...empty }),
        async authorizationState(_, nonce) {
          reads += 1
          return nonce.endsWith('9')
        },
      },
      3,
    )
    const statuses = []
    // A used nonce costs nothing, as if the payment were in the record.
    for (const n of [1, 9, 2, 19, 3, 4, 5]) statuses.push(await pay(n))
    expect(statuses).toEqual([402, 409, 402, 409, 402, 409, 409])
    expect(reads).toBe(5)
    expect(await pay(6, '192.0.2.2')).toBe(402)
  })

  test('error: empty wallets leave as many rows as their address has fetches; a funded payer pays at any limit', async () => {
    let balance = 0n
    const { pay, record } = limited(
      {
        settle: async () =>
          balance > 0n
            ? { outcome: 'settled', transaction: `0x${'1'.repeat(64)}`, logIndex: 0 }
            : { outcome: 'refused', ...empty },
        balanceOf: async () => balance,
      },
      3,
    )
    for (let n = 0; n < 9; n += 1) expect(await pay(n)).toBe(402)
    expect((await record.totals()).failed.count).toBe(3)
    balance = 30_000n
    for (let n = 10; n < 20; n += 1) expect(await pay(n)).toBe(200)
    expect((await record.totals()).failed.count).toBe(3)
  })

  test('error: queries the chain for failed payments as often as the address has fetches', async () => {
    let searched = 0
    const { pay } = limited(
      {
        settle: async () => ({ outcome: 'refused', ...empty }),
        async findSettlement() {
          searched += 1
          return { outcome: 'unused', asOfSeconds: 0n }
        },
      },
      3,
    )
    const statuses = []
    for (let n = 0; n < 6; n += 1) statuses.push(await pay(1))
    expect(statuses).toEqual([402, 402, 402, 402, 429, 429])
    expect(searched).toBe(3)
  })

  test('behavior: queries the chain for one failed payment of an address at a time', async () => {
    const { promise, resolve: letGo } = Promise.withResolvers<void>()
    let searched = 0
    const { app } = smallApp(oneField(10), {
      settle: async () => ({ outcome: 'refused', ...empty }),
      async findSettlement() {
        searched += 1
        await promise
        return { outcome: 'unused', asOfSeconds: 0n }
      },
    })
    const pay = (n: number, remoteAddress: string) =>
      app
        .inject({
          method: 'POST',
          url: '/api/graphql',
          remoteAddress,
          payload: { query: '{ cheap }' },
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
