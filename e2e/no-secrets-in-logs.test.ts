import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { PaymentPayload, PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm'
import { x402Client } from '@x402/fetch'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, expect, test } from 'vitest'

const main = join(import.meta.dirname, '../packages/server/dist/fiq-server.js')
const folder = mkdtempSync(join(tmpdir(), 'fiq-logs-'))
const account = privateKeyToAccount(generatePrivateKey())
const lines: string[] = []
let server: ChildProcess
let url: string

beforeAll(async () => {
  const options = ['--port', '0', '--data-dir', join(folder, 'data'), '--log-level', 'debug']
  server = spawn(process.execPath, [main, 'start', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  createInterface({ input: server.stderr! }).on('line', (line) => lines.push(line))
  const stdout = createInterface({ input: server.stdout! })
  const [line] = (await once(stdout, 'line')) as [string]
  url = line.replace('listening on ', '')
  await post('/devnet/faucet', { address: account.address, amount: '1' })
})
afterAll(() => {
  server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
type Extensions = { 'itemised-quote': { secret: string } }
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

test('default: neither log nor metrics contain what proves a payment or opens an account', async () => {
  const secrets: string[] = []
  const wallet = new x402Client().register('eip155:8453', new ExactEvmScheme(account))
  const paymentFor = async (answer: Response) => {
    const header = String(answer.headers.get('payment-required'))
    const quote = JSON.parse(Buffer.from(header, 'base64').toString()) as PaymentRequired
    const payment: PaymentPayload = await wallet.createPaymentPayload(quote)
    const { secret } = (quote.extensions as Extensions)['itemised-quote']
    secrets.push(secret, header, String(payment.payload['signature']), base64(payment))
    return { 'payment-signature': base64(payment) }
  }
  const signed = async (resources: string[] = []) => {
    const given = await (await fetch(`${url}/auth/siwx/nonce`)).json()
    const { nonce, domain, uri, chainId } = given as Record<string, string>
    const message = createSiweMessage({
      address: account.address,
      version: '1',
      resources,
      chainId: Number(chainId),
      nonce: String(nonce),
      domain: String(domain),
      uri: String(uri),
    })
    const signature = await account.signMessage({ message })
    secrets.push(signature, String(nonce))
    return { message, signature }
  }

  const query = { query: '{ marketStatus { session } }' }
  const quoted = await post('/api/graphql', query)
  const paid = await paymentFor(quoted)
  expect((await post('/api/graphql', query, paid)).status).toBe(200)
  expect((await post('/api/graphql', query, paid)).status).toBe(200)
  expect((await post('/tools/marketStatus', {}, paid)).status).toBe(409)
  expect((await post('/api/v1/credits/claim', {}, paid)).status).toBe(409)

  const { key } = (await (await post('/auth/siwx/verify', await signed())).json()) as {
    key: string
  }
  const bearer = { authorization: `Bearer ${key}` }
  secrets.push(key)
  const order = { amountUsd: '0.3' }
  const bought = await paymentFor(await post('/api/v1/credits/topup', order, bearer))
  const proof = { 'payment-proof': base64(await signed()) }
  expect((await post('/api/v1/credits/topup', order, { ...bearer, ...bought })).status).toBe(200)
  await post('/api/v1/credits/topup', order, { ...bearer, ...bought, ...proof })
  const idempotent = { 'idempotency-key': 'a-key-that-only-its-client-knows' }
  secrets.push(...Object.values(idempotent))
  expect((await post('/api/graphql', query, { ...bearer, ...idempotent })).status).toBe(200)
  const other = { query: '{ gdp(country: "USA") { value } }' }
  expect((await post('/api/graphql', other, { ...bearer, ...idempotent })).status).toBe(409)
  expect(
    (await post('/api/graphql', query, { authorization: `${bearer.authorization}x` })).status,
  ).toBe(401)
  expect((await post('/api/graphql', query, { 'payment-signature': 'x' })).status).toBe(400)

  const metrics = await (await fetch(`${url}/metrics`)).text()
  server.kill('SIGTERM')
  await once(server, 'exit')
  const written = `${lines.join('\n')}\n${metrics}`
  expect(lines.filter((line) => line.includes('/api/v1/credits/topup')).length).toBeGreaterThan(2)
  expect(secrets.length).toBeGreaterThan(10)
  expect(secrets.filter((secret) => written.includes(secret))).toEqual([])
})
