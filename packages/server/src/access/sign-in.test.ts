import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { finishSignIn, nonceLifeMs, startSignIn } from './sign-in.ts'
import { openSqliteAccessStore } from './sqlite-access-store.ts'

const account = privateKeyToAccount(generatePrivateKey())

describe('sign-in', () => {
  test('default: a nonce that lives five minutes, a key as long as was asked', async () => {
    const now = Date.UTC(2026, 10, 20)
    const asked: string[] = []
    const ports = {
      store: openSqliteAccessStore(':memory:'),
      nowMs: () => now,
      origin: 'https://fiq.example',
      async isWalletSignature(address: string) {
        asked.push(address)
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
    // The chain is asked about contracts only.
    expect(asked).toEqual([])
  })
})
