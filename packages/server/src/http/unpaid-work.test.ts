import { describe, expect, test } from 'vitest'
import { createOrganisation, issueKey } from '../accounts/accounts.ts'
import { oneField } from './testing/one-field.ts'
import { smallApp } from './testing/small-app.ts'
import { worthlessPayment } from './testing/worthless-payment.ts'

/** An app whose addresses have 6,000 units of work per minute, 600 at once. */
async function scene() {
  const { app, access, clock } = smallApp(oneField(10), {
    verify: async ({ authorization: { from } }) => ({
      isValid: false,
      payer: from,
      message: 'forged',
      reason: 'invalid_exact_evm_signature',
    }),
  })
  const issue = async (plan: string) => {
    const { id } = await createOrganisation({ name: `Acme ${plan}`, plan }, access.accounts)
    return (await issueKey({ organisation: id, name: 'ci', days: 1 }, access.accounts)).key
  }
  const key = await issue('basic')
  const post = (
    characters: number,
    { url = '/api/graphql', remoteAddress = '192.0.2.1', headers = {} } = {},
  ) =>
    app.inject({
      method: 'POST',
      url,
      remoteAddress,
      // Each comment has another length, so that no cache is used.
      payload: { query: `{ cheap } #${'x'.repeat(characters)}` },
      headers: { 'content-type': 'application/json', ...headers },
    })
  /** Number of requests within the limit, out of a hundred with this many characters. */
  const passed = async (characters: number, options?: Parameters<typeof post>[1]) => {
    let count = 0
    for (let n = 0; n < 100; n++)
      if ((await post(characters - n, options)).statusCode !== 429) count += 1
    return count
  }
  return { post, passed, clock, key, issue }
}

describe('unpaid work', () => {
  test('default: an address has 600 units at once: a hundred small requests, or 11 large ones', async () => {
    expect(await (await scene()).passed(300)).toBe(100)
    // 24,100 characters are 52 units: 4 for the body and 48 for the query.
    expect(await (await scene()).passed(24_100)).toBe(11)
  })

  test('default: 429 states the units and the time to retry, after which a request is allowed', async () => {
    const { post, passed, clock } = await scene()
    await passed(24_100)
    const refused = await post(24_100)
    expect(refused.statusCode).toBe(429)
    expect(refused.body).toContain('units of work')
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    clock.nowMs += seconds * 1_000
    expect((await post(24_101)).statusCode).toBe(402)
  })

  test('behavior: a minute of the largest requests is limited to 6,000 units', async () => {
    const { post, clock } = await scene()
    let units = 0
    for (let second = 0; second < 60; second++) {
      for (let n = 0; n < 10; n++)
        if ((await post(24_100 + second * 10 + n)).statusCode === 402) units += 52
      clock.nowMs += 1_000
    }
    expect(units).toBeLessThanOrEqual(6_000 + 600)
    expect(units).toBeGreaterThan(5_000)
  })

  test('behavior: charges prices, refused documents and forged payments alike', async () => {
    const forged = { headers: { 'payment-signature': worthlessPayment() } }
    expect(await (await scene()).passed(24_100, { url: '/api/v1/price' })).toBe(11)
    expect(await (await scene()).passed(24_100, forged)).toBe(11)
  })

  test.each([
    ['/api/graphql', (text: string) => `{"query":1,"variables":{"a":"${text}"}}`],
    ['/api/graphql', (text: string) => `{"query":"{ cheap }","variables":{"a":"${text}"`],
    ['/tools/quotes', (text: string) => `{"tickers":["${text}"]}`],
    ['/tools/none', (text: string) => `{"tickers":["${text}"]}`],
    ['/api/v1/price', (text: string) => `{"query":1,"variables":{"a":"${text}"}}`],
    ['/mcp', (text: string) => `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"${text}"}}`],
    ['/mcp', (text: string) => `{"jsonrpc":"2.0","method":"a","params":{"a":"${text}"}}`],
    ['/auth/siwx/verify', (text: string) => `{"message":"${text}","signature":"0x"}`],
    ['/api/v1/credits/topup', (text: string) => `{"amountUsd":"${text}"}`],
  ])(
    'behavior: charges a body before it is parsed, also an invalid one: %s %s',
    async (url, body) => {
      const { app } = smallApp(oneField(10))
      const statusOf = async (payload: string) => {
        const headers = {
          'content-type': 'application/json',
          host: 'fiq.test',
          accept: 'application/json, text/event-stream',
        }
        const request = {
          method: 'POST',
          url,
          headers,
          payload,
          remoteAddress: '192.0.2.1',
        } as const
        return (await app.inject(request)).statusCode
      }
      let passed = 0
      // 600,000 characters are 120 units, of 600.
      while (passed < 10 && (await statusOf(body('x'.repeat(600_000)))) !== 429) passed += 1
      expect(passed).toBe(5)
      expect(await statusOf(body('x'))).not.toBe(429)
    },
  )

  test('behavior: notifications over MCP count as requests', async () => {
    const { app } = smallApp(oneField(10), {}, { requestsPerMinute: 3 })
    const statusOf = async () => {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/mcp',
        remoteAddress: '192.0.2.1',
        payload: { jsonrpc: '2.0', method: 'notifications/initialized' },
        headers: { host: 'fiq.test', accept: 'application/json, text/event-stream' },
      })
      return statusCode
    }
    const statuses = []
    for (let n = 0; n < 4; n += 1) statuses.push(await statusOf())
    expect(statuses).toEqual([202, 202, 202, 429])
  })

  test('behavior: charges planned fields in addition to the text', async () => {
    const { app } = smallApp(oneField(1))
    const fields = Array.from({ length: 450 }, (_, at) => `a${at}: cheap`).join(' ')
    let quoted = 0
    for (let n = 0; n < 100; n++) {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/api/graphql',
        remoteAddress: '192.0.2.1',
        payload: { query: `{ ${fields} } #${n}` },
        headers: { 'content-type': 'application/json' },
      })
      if (statusCode === 402) quoted += 1
    }
    const ofText = Math.ceil((fields.length + 7) / 500)
    const ofBody = 1
    expect(quoted).toBe(Math.floor(600 / (ofBody + ofText - 1 + 4)))
  })

  test('behavior: the largest variables can be quoted and paid at once', async () => {
    const { app } = smallApp(oneField(10))
    const statusOf = async (headers = {}) => {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/api/graphql',
        remoteAddress: '192.0.2.1',
        payload: { query: '{ cheap }', variables: { bars: 'x'.repeat(650_000) } },
        headers: { 'content-type': 'application/json', ...headers },
      })
      return statusCode
    }
    expect(await statusOf()).toBe(402)
    expect(await statusOf({ 'payment-signature': worthlessPayment() })).not.toBe(429)
  })

  test('behavior: charges keys without credits as their address, for any number of them', async () => {
    const { passed, issue, post } = await scene()
    const key = await issue('pay-as-you-go')
    const headers = { authorization: `Bearer ${key}` }
    expect(await passed(24_100, { headers })).toBe(11)
    expect((await post(24_000)).statusCode).toBe(429)
    expect((await post(300, { headers })).statusCode).toBe(402)
  })

  test('behavior: requests of keys without credits count as those of their address', async () => {
    const { app, access } = smallApp(oneField(10), {}, { requestsPerMinute: 10 })
    const statusOf = async (plan: string) => {
      const { id } = await createOrganisation({ name: plan + Math.random(), plan }, access.accounts)
      const { key } = await issueKey({ organisation: id, name: 'ci' }, access.accounts)
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/api/graphql',
        remoteAddress: '192.0.2.1',
        payload: { query: '{ cheap }' },
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      })
      return statusCode
    }
    for (let n = 0; n < 10; n += 1) expect(await statusOf('pay-as-you-go')).toBe(402)
    expect(await statusOf('pay-as-you-go')).toBe(429)
    expect(await statusOf('basic')).toBe(200)
  })

  test('behavior: does not charge purchases with a key', async () => {
    const { post, key } = await scene()
    const headers = { authorization: `Bearer ${key}` }
    for (let n = 0; n < 20; n += 1)
      expect((await post(24_100 + n, { headers })).statusCode).toBe(200)
  })

  test('behavior: charges another address and a known key separately', async () => {
    const { post, passed, key } = await scene()
    await passed(24_100)
    expect((await post(24_100, { remoteAddress: '192.0.2.2' })).statusCode).toBe(402)
    const headers = { authorization: `Bearer ${key}` }
    expect((await post(24_100, { headers })).statusCode).toBe(200)
  })
})
