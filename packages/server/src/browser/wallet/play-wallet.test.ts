import { typedDataOf } from '@fiq/shared/payment/authorization'
import { recoverTypedDataAddress } from 'viem'
import { expect, test } from 'vitest'
import { loadPlayWallet } from './play-wallet.ts'

function ports(status = 200) {
  const stored = new Map<string, string>()
  const asked: unknown[] = []
  return {
    asked,
    stored,
    storage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
    fetch: (async (url: string, init: RequestInit) => {
      asked.push([url, JSON.parse(String(init.body))])
      return new Response('{}', { status })
    }) as typeof fetch,
  }
}

test('default: a new wallet is funded once, and stays the same in its tab', async () => {
  const world = ports()
  const wallet = await loadPlayWallet(world)
  const again = await loadPlayWallet(world)
  expect(again.address).toBe(wallet.address)
  expect(world.asked).toEqual([
    ['/devnet/faucet', { address: expect.stringMatching(/^0x/), amount: '25' }],
  ])
  const authorization = {
    from: wallet.address,
    to: `0x${'2'.repeat(40)}`,
    value: 15_000n,
    validAfter: 0n,
    validBefore: 1n,
    nonce: `0x${'3'.repeat(64)}`,
  } as const
  const signer = await recoverTypedDataAddress({
    ...typedDataOf(authorization),
    signature: await wallet.sign(authorization),
  })
  expect(signer.toLowerCase()).toBe(wallet.address)
})

test('error: without a faucet, creates and stores no wallet', async () => {
  const world = ports(404)
  await expect(loadPlayWallet(world)).rejects.toThrow('The faucet answered 404.')
  expect(world.stored.size).toBe(0)
})
