import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { openSqliteAccessStore } from '../storage/accounts/testing/sqlite-access-store.ts'
import { type AccountPorts, activeKeysMax, isActive } from './accounts.ts'
import { finishSignIn, nonceLifeMs, startSignIn } from './sign-in.ts'

const account = privateKeyToAccount(generatePrivateKey())

/** A signed message with a new nonce. */
async function signed(ports: AccountPorts) {
  const { nonce } = await startSignIn(ports)
  const message = createSiweMessage({
    address: account.address,
    chainId: 8453,
    domain: 'fiq.example',
    nonce,
    version: '1',
    uri: 'https://fiq.example',
    issuedAt: new Date(ports.nowMs()),
  })
  return { message, signature: await account.signMessage({ message }) }
}

describe('sign-in', () => {
  test('default: gives a nonce for five minutes, and a key for the requested time', async () => {
    const now = Date.UTC(2026, 10, 20)
    const requests: string[] = []
    const ports = {
      store: openSqliteAccessStore(':memory:'),
      nowMs: () => now,
      origin: 'https://fiq.example',
      async isWalletSignature(address: string) {
        requests.push(address)
        return false
      },
    }
    const { nonce, expiresAt } = await startSignIn(ports)
    expect([nonce.length, expiresAt]).toEqual([32, now + nonceLifeMs])
    const message = createSiweMessage({
      address: account.address,
      chainId: 8453,
      domain: 'fiq.example',
      nonce,
      uri: 'https://fiq.example',
      version: '1',
      issuedAt: new Date(now),
    })
    const signature = await account.signMessage({ message })
    const { row, wallet } = await finishSignIn({ message, signature, days: 2 }, ports)
    expect([row.expiresAt, wallet]).toEqual([now + 2 * 86_400_000, account.address.toLowerCase()])
    // Only signatures of contracts need the chain.
    expect(requests).toEqual([])
  })

  test('behavior: a wallet can always sign in: above the maximum, its oldest sign-in ends', async () => {
    let now = Date.UTC(2026, 10, 20)
    const ports = {
      store: openSqliteAccessStore(':memory:'),
      nowMs: () => now,
      origin: 'https://fiq.example',
      isWalletSignature: async () => false,
    }
    for (let index = 0; index <= activeKeysMax; index++) {
      now += 1
      await finishSignIn(await signed(ports), ports)
    }
    const rows = await ports.store.keys()
    expect(rows.filter((row) => isActive(row, now))).toHaveLength(activeKeysMax)
    expect(rows[0]?.revokedAt).toBe(now)
  })
})
