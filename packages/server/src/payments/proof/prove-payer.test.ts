import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { organisationResource, paymentResource } from '../../accounts/payment-resource.ts'
import { finishSignIn, startSignIn } from '../../accounts/sign-in.ts'
import { openSqliteAccessStore } from '../../storage/accounts/testing/sqlite-access-store.ts'
import { createPayerProofs } from './prove-payer.ts'

const account = privateKeyToAccount(generatePrivateKey())
const payer = account.address.toLowerCase() as `0x${string}`
const key = { payer, nonce: `0x${'7'.repeat(64)}` as const }
const other = { ...key, nonce: `0x${'8'.repeat(64)}` as const }
const address = '192.0.2.1'
type Fields = Parameters<typeof createSiweMessage>[0]

function scene({ publicUrl = 'https://fiq.example', isContract = false } = {}) {
  const ports = {
    store: openSqliteAccessStore(':memory:'),
    nowMs: () => Date.UTC(2026, 10, 20),
    publicUrl: publicUrl === '' ? undefined : publicUrl,
    walletCheckOf: () => async () => isContract,
  }
  const signed = async (change: Partial<Fields> = {}, signer = account) => {
    const message = createSiweMessage({
      address: account.address,
      chainId: 8453,
      domain: 'fiq.example',
      version: '1',
      uri: 'https://fiq.example',
      issuedAt: new Date(ports.nowMs()),
      nonce: (await startSignIn(ports)).nonce,
      resources: [paymentResource(key)],
      ...change,
    })
    return { message, signature: await signer.signMessage({ message }) }
  }
  return { ports, signed, isOfPayer: createPayerProofs(ports) }
}

describe('openPayerProofs', () => {
  test('default: accepts a new message of the payer about this payment, once', async () => {
    const { signed, isOfPayer } = scene()
    const proof = await signed()
    expect(await isOfPayer(proof, key, { address })).toBe(true)
    expect(await isOfPayer(proof, key, { address })).toBe(false)
  })

  test('behavior: each check of a signature uses a nonce of the server', async () => {
    const { ports, signed } = scene()
    let checks = 0
    const isWalletSignature = async () => {
      checks += 1
      return false
    }
    const isOfPayer = createPayerProofs({ ...ports, walletCheckOf: () => isWalletSignature })
    const forged = await signed({}, privateKeyToAccount(generatePrivateKey()))
    for (let n = 0; n < 3; n += 1) expect(await isOfPayer(forged, key, { address })).toBe(false)
    expect(await isOfPayer(await signed({ nonce: 'a'.repeat(32) }), key, { address })).toBe(false)
    expect(checks).toBe(1)
  })

  test('behavior: a contract verifies its own signature', async () => {
    const stranger = privateKeyToAccount(generatePrivateKey())
    const [contract, none] = [scene({ isContract: true }), scene()]
    expect(await contract.isOfPayer(await contract.signed({}, stranger), key, { address })).toBe(
      true,
    )
    expect(await none.isOfPayer(await none.signed({}, stranger), key, { address })).toBe(false)
  })

  test('behavior: without a public address, accepts a message for a local host', async () => {
    const { signed, isOfPayer } = scene({ publicUrl: '' })
    const local = { domain: '127.0.0.1:4020', uri: 'http://127.0.0.1:4020' }
    expect(await isOfPayer(await signed(local), key, { address })).toBe(true)
    expect(await isOfPayer(await signed(), key, { address })).toBe(false)
  })

  test.each<[string, Partial<Fields>]>([
    ['no payment', { resources: [] }],
    ['another payment', { resources: [paymentResource(other)] }],
    ['two payments', { resources: [paymentResource(key), paymentResource(other)] }],
    ['a payment and a page', { resources: [paymentResource(key), 'https://fiq.example/'] }],
    [
      'a payment, an organisation and a page',
      { resources: [paymentResource(key), organisationResource('a'), 'https://fiq.example/'] },
    ],
    ['another site', { domain: 'evil.example', uri: 'https://evil.example' }],
    ['another chain', { chainId: 1 }],
    ['an old time', { issuedAt: new Date(Date.UTC(2026, 10, 19)) }],
    ['a nonce of nobody', { nonce: 'a'.repeat(32) }],
    ['another wallet', { address: `0x${'1'.repeat(40)}` }],
  ])('error: a message about %s proves nothing', async (_, change) => {
    const { signed, isOfPayer } = scene({ isContract: true })
    expect(await isOfPayer(await signed(change), key, { address })).toBe(false)
    expect(await isOfPayer(await signed(), key, { address })).toBe(true)
  })

  test('behavior: a purchase for an organisation names it', async () => {
    const { signed, isOfPayer } = scene()
    const named = () => signed({ resources: [paymentResource(key), organisationResource('acme')] })
    expect(await isOfPayer(await named(), key, { address, organisation: 'acme' })).toBe(true)
    expect(await isOfPayer(await named(), key, { address })).toBe(true)
    expect(await isOfPayer(await named(), key, { address, organisation: 'other' })).toBe(false)
    expect(await isOfPayer(await signed(), key, { address, organisation: 'acme' })).toBe(false)
  })

  test('error: a malformed message proves nothing', async () => {
    const { isOfPayer } = scene({ isContract: true })
    expect(
      await isOfPayer({ message: 'I am the payer', signature: '0x01' }, key, { address }),
    ).toBe(false)
  })

  test('error: a proof signs no one in, and a sign-in proves no payment', async () => {
    const { ports, signed, isOfPayer } = scene()
    const proof = await signed()
    const isWalletSignature = ports.walletCheckOf()
    await expect(
      finishSignIn(proof, { ...ports, origin: 'https://fiq.example', isWalletSignature }),
    ).rejects.toMatchObject({ code: 'SIGN_IN_REFUSED' })
    expect(await isOfPayer(await signed({ resources: [] }), key, { address })).toBe(false)
    // Neither attempt used the nonce.
    expect(await isOfPayer(proof, key, { address })).toBe(true)
  })
})
