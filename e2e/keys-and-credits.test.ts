import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { defined } from '@fiq/shared/defined'
import type { PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runningServer } from './testing/running-server.ts'

const main = join(import.meta.dirname, '../packages/server/dist/fiq-server.js')

describe('keys and credits on a running server', () => {
  let server: Awaited<ReturnType<typeof runningServer>>
  const account = privateKeyToAccount(generatePrivateKey())
  beforeAll(async () => {
    server = await runningServer()
    await server.devnet.faucet(account.address, 10_000_000n)
  })
  afterAll(() => server.close())

  /** Runs the operator's command as a process beside the server. */
  const operator = async (...words: string[]) => {
    const folder = join(server.folder, 'data')
    const args = [main, ...words, '--data-dir', folder, '--json']
    const { stdout } = await promisify(execFile)(process.execPath, args)
    return JSON.parse(stdout)
  }
  const send = (path: string, key: string | undefined, body?: unknown) =>
    fetch(`${server.url}${path}`, {
      ...defined({
        method: body === undefined ? undefined : 'POST',
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
      headers: {
        ...defined({
          authorization: key === undefined ? undefined : `Bearer ${key}`,
          'content-type': body === undefined ? undefined : 'application/json',
        }),
      },
    })
  const json = async (answer: Response) => (await answer.json()) as Record<string, unknown>
  /** A new EIP-4361 message signed by the wallet. */
  const signed = async (resources: string[] = []) => {
    const asked = await json(await send('/auth/siwx/nonce', undefined))
    const message = createSiweMessage({
      address: account.address,
      version: '1',
      resources,
      nonce: String(asked['nonce']),
      domain: String(asked['domain']),
      uri: String(asked['uri']),
      chainId: Number(asked['chainId']),
    })
    return { message, signature: await account.signMessage({ message }) }
  }
  const status = { query: '{ marketStatus { session } }' }

  test("default: an operator's new key works immediately, until its credits are used", async () => {
    const { key } = await operator('keys', 'create', '--org', 'Acme', '--credits', '12')
    for (const creditsLeft of [7, 2]) {
      const answer = await send('/api/graphql', key, status)
      expect(answer.status).toBe(200)
      expect(await json(answer)).toMatchObject({
        data: { marketStatus: { session: expect.any(String) } },
        extensions: { payment: { state: 'charged', credits: 5, creditsLeft } },
      })
    }
    const last = await send('/tools/marketStatus', key, {})
    expect([last.status, last.headers.get('payment-required')]).toEqual([402, null])
    expect(await json(last)).toMatchObject({
      errors: [{ extensions: { code: 'CREDITS_EXHAUSTED' } }],
    })
    expect(await json(await send('/api/v1/usage', key))).toMatchObject({
      operations: 2,
      credits: 10,
    })
  })

  test('behavior: a top-up is paid on the chain, after which the key works again', async () => {
    const { key } = await operator('keys', 'create', '--org', 'Topped')
    const before = await server.devnet.balanceOf(server.payTo)
    const wallet = new x402Client().register('eip155:8453', new ExactEvmScheme(account))
    const topUp = (pay: typeof fetch, headers: Record<string, string> = {}) =>
      pay(`${server.url}/api/v1/credits/topup`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${key}`,
          ...headers,
        },
        body: JSON.stringify({ amountUsd: '0.3' }),
      })
    // A stock client does not sign the organisation's name.
    const refused = await topUp(wrapFetchWithPayment(fetch, wallet))
    expect([refused.status, await server.devnet.balanceOf(server.payTo)]).toEqual([409, before])

    const header = String((await topUp(fetch)).headers.get('payment-required'))
    const quote = JSON.parse(Buffer.from(header, 'base64').toString()) as PaymentRequired
    const payment = await wallet.createPaymentPayload(quote)
    const { nonce } = payment.payload['authorization'] as { nonce: string }
    const { organisation } = await json(await send('/api/v1/credits', key))
    const { id } = organisation as { id: string }
    const { signature, message } = await signed([
      `urn:eip3009:8453:${account.address}:${nonce}`,
      `urn:fiq:organisation:${id}`,
    ])
    const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
    const paid = await topUp(fetch, {
      'payment-signature': base64(payment),
      'payment-proof': base64({ message, signature }),
    })
    expect(paid.status).toBe(200)
    expect(await json(paid)).toMatchObject({ credits: 100, creditsLeft: 100 })
    expect(await server.devnet.balanceOf(server.payTo)).toBe(before + 300_000n)
    expect((await send('/api/graphql', key, status)).status).toBe(200)
    expect(await json(await send('/api/v1/credits', key))).toMatchObject({
      credits: 95,
      prepaid: 95,
    })
    expect((await operator('payments', 'list')).totals).toContainEqual({
      state: 'answered',
      count: 1,
      amount: '0.3',
    })
  })

  test('behavior: a wallet signs in and gets its own key', async () => {
    const { message, signature } = await signed()
    const signedIn = await json(await send('/auth/siwx/verify', undefined, { message, signature }))
    expect(signedIn).toMatchObject({ wallet: account.address.toLowerCase(), credits: 0 })
    expect((await send('/api/v1/credits', String(signedIn['key']))).status).toBe(200)
  })

  test('error: a plan without the area gives 403, and a revoked key 401, immediately', async () => {
    const { key, id } = await operator('keys', 'create', '--org', 'Small', '--plan', 'basic')
    const screening = { query: '{ sanctionsScreen(name: "Aerocaribbean") { score } }' }
    const denied = await send('/api/graphql', key, screening)
    expect(denied.status).toBe(403)
    expect(await json(denied)).toMatchObject({ errors: [{ extensions: { code: 'TIER_DENIED' } }] })

    const beside = await send('/api/graphql', key, {
      query: '{ marketStatus { session } sanctionsScreen(name: "Aerocaribbean") { score } }',
    })
    expect(await json(beside)).toMatchObject({
      data: { marketStatus: { session: expect.any(String) }, sanctionsScreen: null },
      errors: [{ path: ['sanctionsScreen'], extensions: { code: 'TIER_DENIED' } }],
      extensions: { cost: { credits: 5 }, payment: { credits: 5, creditsLeft: 995 } },
    })

    await operator('keys', 'revoke', id)
    const revoked = await send('/api/graphql', key, status)
    expect([revoked.status, revoked.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('Bearer'),
    ])
  })
})
