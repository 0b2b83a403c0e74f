import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defined } from '@fiq/shared/defined'
import { encodeHeader } from '@fiq/shared/payment/header-codec'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { paymentSignatureHeader } from '@fiq/shared/payment/payment-signature'
import type { Hex } from '@fiq/shared/payment/wire'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentResource } from '../accounts/payment-resource.ts'
import { type RunningServer, startServer } from '../compose/start-server.ts'
import { readConfig } from '../config/config.ts'
import type { Devnet } from '../devnet/chain.ts'
import { bare } from './testing/public-payments.ts'

/** The account of a wallet contract. Its key is thrown away. */
const wallet = privateKeyToAccount(generatePrivateKey()).address
/** Returns the magic value of ERC-1271 for every call. */
const accepting = '0x631626ba7e60e01b60005260206000f3'
const refusing = { 'a revert': '0x60006000fd', 'another value': '0x60205ff3' }
const signature = '0x1234'

let folder: string
let server: RunningServer<Devnet | undefined>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-wallet-contracts-'))
  server = await startServer(readConfig({ port: '0', dataDir: folder }, {}), {
    log: { error: expect.unreachable },
    now: () => new Date(),
    version: '0',
    environment: {},
  })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const setCode = (code: string) =>
  server.devnet!.request({ method: 'hardhat_setCode', params: [wallet, code] })
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const query = { query: '{ marketStatus { timezone } }' }

/** A message of the wallet to this server, with a new nonce. */
async function message(resources: string[] = []): Promise<string> {
  const { nonce, domain, uri } = await (await fetch(`${server.url}/auth/siwx/nonce`)).json()
  return createSiweMessage({
    address: wallet,
    chainId: 8453,
    version: '1',
    issuedAt: new Date(),
    nonce,
    domain,
    uri,
    ...defined({ resources: resources.length > 0 ? resources : undefined }),
  })
}

async function pay() {
  const required = (await post('/api/graphql', query)).headers.get('payment-required')
  const quote = readPaymentRequired(required ?? undefined)
  const { payTo: to, amount: value } = quote.requirements
  const nonce: Hex = generatePrivateKey()
  const validBefore = BigInt(Math.floor(Date.now() / 1_000) + 60)
  const authorization = { from: wallet, to, value, validAfter: 0n, validBefore, nonce }
  const header = paymentSignatureHeader(quote, { authorization, signature })
  const answer = await post('/api/graphql', query, { 'payment-signature': header })
  return { nonce, header, status: answer.status, body: await answer.text() }
}

/** Sends the public part of a payment with a proof by the wallet. */
async function prove({ nonce, header }: { nonce: Hex; header: string }) {
  const text = await message([paymentResource({ payer: wallet, nonce })])
  const proof = encodeHeader({ message: text, signature })
  const answer = await post('/api/graphql', query, { ...bare(header), 'payment-proof': proof })
  return { status: answer.status, body: await answer.text() }
}

async function signIn() {
  const text = await message()
  return (await post('/auth/siwx/verify', { message: text, signature })).status
}

test.each(Object.entries(refusing))(
  'error: refuses proofs and sign-ins that the wallet contract refuses with %s; accepts its others',
  async (_, code) => {
    await setCode(accepting)
    await server.devnet!.faucet(wallet, 1_000_000n)
    const paid = await pay()
    expect(paid.status).toBe(200)
    await setCode(code)
    const refused = await prove(paid)
    expect([refused.status, refused.body.includes('PAYMENT_BOUND_TO_OTHER_REQUEST')]).toEqual([
      ...[409, true],
    ])
    expect([await signIn(), (await pay()).status]).toEqual([401, 402])
    await setCode(accepting)
    expect(await prove(paid)).toEqual({ status: 200, body: paid.body })
    expect(await signIn()).toBe(200)
  },
)
