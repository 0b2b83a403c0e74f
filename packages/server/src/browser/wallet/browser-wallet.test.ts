import { type Authorization, typedDataOf } from '@fiq/shared/payment/authorization'
import { hashTypedData } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { connectWallet, findProviders, type Provider, typedDataText } from './browser-wallet.ts'

const account = privateKeyToAccount(generatePrivateKey())
const authorization: Authorization = {
  from: account.address,
  to: `0x${'2'.repeat(40)}`,
  value: 15_000n,
  validAfter: 0n,
  validBefore: 2_000_000_000n,
  nonce: `0x${'3'.repeat(64)}`,
}

/** A wallet that signs, and records its requests. */
function signingProvider(answers: Readonly<Record<string, unknown>> = {}) {
  const calls: string[] = []
  const provider: Provider = {
    async request({ method, params }) {
      calls.push(method)
      if (method in answers) return answers[method]
      if (method === 'eth_requestAccounts') return [account.address]
      if (method === 'eth_chainId') return '0x2105'
      if (method === 'eth_signTypedData_v4') {
        const [, text] = params as [string, string]
        return account.signTypedData(JSON.parse(text))
      }
      throw new Error(`not expected: ${method}`)
    },
  }
  return { calls, provider }
}

/** The parts of a page that wallets use. */
const pageWith = (parts: object = {}) =>
  Object.assign(new EventTarget(), parts) as unknown as Window

test('default: the wallet signs the shown authorization', async () => {
  const { calls, provider } = signingProvider()
  const wallet = await connectWallet({ name: 'Test', provider })
  expect(await wallet.sign(authorization)).toBe(
    await account.signTypedData(typedDataOf(authorization)),
  )
  expect(calls).toEqual(['eth_requestAccounts', 'eth_chainId', 'eth_signTypedData_v4'])
})

test('behavior: the JSON document has the same digest as the values', () => {
  expect(hashTypedData(JSON.parse(typedDataText(authorization)))).toBe(
    hashTypedData(typedDataOf(authorization)),
  )
})

test('behavior: asks a wallet on another chain to switch', async () => {
  const { calls, provider } = signingProvider({
    eth_chainId: '0x1',
    wallet_switchEthereumChain: null,
  })
  await connectWallet({ name: 'Test', provider })
  expect(calls).toContain('wallet_switchEthereumChain')
})

test('behavior: prefers wallets that announce themselves to the injected one', async () => {
  const { provider } = signingProvider()
  const page = pageWith({ ethereum: provider })
  expect(await findProviders(page)).toEqual([{ name: 'Browser wallet', provider }])
  page.addEventListener('eip6963:requestProvider', () =>
    page.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', {
        detail: { info: { uuid: '1', name: 'Announced' }, provider },
      }),
    ),
  )
  expect(await findProviders(page)).toEqual([{ name: 'Announced', provider }])
  expect(await findProviders(pageWith())).toEqual([])
})

test.each([[[]], [['bob']], [undefined]])('error: refuses the account %j', async (accounts) => {
  const { provider } = signingProvider({ eth_requestAccounts: accounts })
  await expect(connectWallet({ name: 'Test', provider })).rejects.toThrow(
    'Test returned no account.',
  )
})
