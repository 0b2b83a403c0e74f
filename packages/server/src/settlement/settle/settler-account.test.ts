import fc from 'fast-check'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { settlerAccount } from './settler-account.ts'

test('default: gives the same signature as viem', async () => {
  const key = generatePrivateKey()
  const [ours, byViem] = [settlerAccount(key), privateKeyToAccount(key)]
  expect(ours.address).toBe(byViem.address)
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (digest) => {
      const hash = `0x${Buffer.from(digest).toString('hex')}` as const
      expect(await ours.sign({ hash })).toBe(await byViem.sign({ hash }))
    }),
    { numRuns: 30 },
  )
})

test('error: refuses a number that is not a key', () => {
  expect(() => settlerAccount(`0x${'ff'.repeat(32)}`)).toThrow()
})
