import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { oneField } from '../testing/one-field.ts'
import { smallApp } from '../testing/small-app.ts'

const connector = oneField(1)
const account = privateKeyToAccount(generatePrivateKey())

function scene() {
  const { app, access, clock, contracts, problems } = smallApp(connector)
  const nonce = async () => (await app.inject('/auth/siwx/nonce')).json().nonce as string
  const verify = (body: unknown) =>
    app.inject({
      method: 'POST',
      url: '/auth/siwx/verify',
      headers: { 'content-type': 'application/json', host: 'evil.test' },
      payload: JSON.stringify(body),
    })
  type Fields = Parameters<typeof createSiweMessage>[0]
  const signed = async (change: Partial<Fields> = {}) => {
    const message = createSiweMessage({
      address: account.address,
      chainId: 8453,
      domain: 'fiq.test',
      nonce: await nonce(),
      uri: 'http://fiq.test/',
      version: '1',
      issuedAt: new Date(clock.nowMs),
      ...change,
    })
    return { message, signature: await account.signMessage({ message }) }
  }
  const refused = async (body: unknown) => {
    const answer = await verify(body)
    expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([
      401,
      'SIGN_IN_REFUSED',
    ])
    return answer.json().errors[0].message as string
  }
  return { app, access, clock, contracts, problems, nonce, verify, signed, refused }
}

describe('wallet sign-in', () => {
  test('default: a nonce and a signed message give a key that works', async () => {
    const { app, verify, signed, access } = scene()
    const hello = await app.inject('/auth/siwx/nonce')
    expect(hello.json()).toMatchObject({
      domain: 'fiq.test',
      uri: 'http://fiq.test',
      chainId: 8453,
    })
    expect(hello.headers['cache-control']).toBe('private, no-store')

    const answer = await verify(await signed())
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      key: expect.stringMatching(/^fiq_/),
      wallet: account.address.toLowerCase(),
      plan: 'pay-as-you-go',
      credits: 0,
      expiresAt: '2023-12-14T22:13:20.000Z',
    })
    const authorization = `Bearer ${answer.json().key}`
    const credits = await app.inject({ url: '/api/v1/credits', headers: { authorization } })
    expect(credits.json()).toMatchObject({
      organisation: { name: account.address.toLowerCase() },
      credits: 0,
    })
    expect(await access.accounts.store.organisations()).toHaveLength(1)
  })

  test('behavior: the same wallet signs in to the same organisation', async () => {
    const { verify, signed } = scene()
    const [one, two] = [await verify(await signed()), await verify(await signed())]
    expect(one.json().organisation).toBe(two.json().organisation)
    expect(one.json().key).not.toBe(two.json().key)
  })

  test('behavior: verifies a wallet contract with the contract', async () => {
    const { verify, signed, contracts, refused } = scene()
    const contract = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    expect(await refused(await signed({ address: contract }))).toContain('signature')
    contracts.add(contract)
    expect((await verify(await signed({ address: contract }))).json()).toMatchObject({
      wallet: contract.toLowerCase(),
    })
  })

  test('behavior: calls one wallet contract of an address at a time', async () => {
    const { app, signed, contracts } = scene()
    const { promise, resolve } = Promise.withResolvers<boolean>()
    let calls = 0
    contracts.has = () => {
      calls += 1
      return promise as unknown as boolean
    }
    const signIn = async (remoteAddress: string) => {
      const payload = await signed({ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })
      const headers = { 'content-type': 'application/json' }
      const url = '/auth/siwx/verify'
      return app.inject({ method: 'POST', url, headers, payload, remoteAddress })
    }
    const addresses = ['192.0.2.1', '192.0.2.1', '192.0.2.2']
    const all = addresses.map(async (address) => (await signIn(address)).statusCode)
    while (calls < 2) await new Promise(setImmediate)
    for (let n = 0; n < 50; n += 1) await new Promise(setImmediate)
    expect(calls).toBe(2)
    resolve(true)
    expect(await Promise.all(all)).toEqual([200, 200, 200])
  })

  test.each<[string, Parameters<typeof createSiweMessage>[0] | object, string]>([
    ['another domain', { domain: 'evil.test' }, 'domain'],
    ['another port', { domain: 'fiq.test:81' }, 'domain'],
    ['another scheme', { scheme: 'https' }, 'scheme'],
    ['another URI', { uri: 'http://evil.test/' }, 'URI'],
    ['another chain', { chainId: 1 }, 'chain 1'],
    ['an unknown nonce', { nonce: 'f'.repeat(32) }, 'nonce'],
    ['the future', { issuedAt: new Date(1_700_000_061_000) }, 'future'],
    ['the past', { issuedAt: new Date(1_699_999_000_000) }, 'minutes ago'],
    ['its end', { expirationTime: new Date(1_700_000_000_000) }, 'expired'],
    ['before its start', { notBefore: new Date(1_700_000_000_001) }, 'not valid yet'],
  ])('error: refuses a message for %s', async (_, change, reason) => {
    const { signed, refused, access } = scene()
    expect(await refused(await signed(change))).toContain(reason)
    expect(await access.accounts.store.keys()).toEqual([])
  })

  test('error: refuses a used nonce, also in concurrent use, and an old one', async () => {
    const { verify, signed, refused, clock, access } = scene()
    const body = await signed()
    const both = await Promise.all([verify(body), verify(body)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
    expect(await refused(body)).toContain('used before')

    const late = await signed({ issuedAt: new Date(clock.nowMs + 30_000) })
    clock.nowMs += 300_000
    expect(await refused(late)).toContain('older')
    expect(await access.accounts.store.keys()).toHaveLength(1)
  })

  test('error: refuses another signer, a changed message, a malformed signature', async () => {
    const { signed, refused } = scene()
    const { message } = await signed()
    const other = await privateKeyToAccount(generatePrivateKey()).signMessage({ message })
    expect(await refused({ message, signature: other })).toContain('signature')
    // Each check uses up its nonce.
    expect(await refused({ message, signature: other })).toContain('used before')
    const [one, next] = [await signed(), await signed()]
    expect(await refused({ ...one, signature: next.signature })).toContain('signature')
    expect(await refused({ ...next, signature: `0x${'00'.repeat(65)}` })).toContain('signature')
  })

  test.each([
    {},
    { message: 'x' },
    { message: 1, signature: '0x00' },
    { message: 'x', signature: 'y' },
  ])('error: %j is not a sign-in', async (body) => {
    const { verify, problems } = scene()
    const answer = await verify(body)
    expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([400, 'BAD_INPUT'])
    expect(problems).toEqual([])
  })
})
