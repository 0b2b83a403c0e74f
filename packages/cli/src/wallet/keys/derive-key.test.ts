import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Derivation, derivationLimits, deriveKey } from './derive-key.ts'

const salt = 'ab'.repeat(32)
const withScrypt = (n: number, r: number, p: number): Derivation => ({
  kdf: 'scrypt',
  kdfparams: { n, r, p, dklen: 32, salt },
})

test.each<[string, Derivation, string]>([
  ['n*r*p just above 2^24', withScrypt(2 ** 21, 1, 9), 'n*r*p is 18874368, at most 16777216'],
  ['much p', withScrypt(2 ** 17, 8, 17), 'at most 16777216'],
  ['much r', withScrypt(2, 2 ** 24, 1), 'at most 16777216'],
  ['a product beyond any number', withScrypt(2, 2 ** 1_000, 2 ** 1_000), 'at most 16777216'],
  ['2 GiB of memory', withScrypt(2 ** 24, 1, 1), 'bytes of memory, at most 1073741824'],
  ['n that is no power of two', withScrypt(131_073, 8, 1), 'n must be a power of two'],
  [
    'many rounds',
    { kdf: 'pbkdf2', kdfparams: { c: 10_000_001, dklen: 32, salt } },
    'PBKDF2 rounds: 10000001, at most 10000000',
  ],
])('error: refuses %s before any work, with the numbers', async (_, derivation, reason) => {
  await expect(deriveKey(derivation, 'x')).rejects.toMatchObject({
    code: 'CONFIGURATION_INVALID',
    facts: [expect.stringContaining(reason)],
  })
})

test('behavior: begins no work above the limit for any input', async () => {
  const exponent = fc.integer({ min: 1, max: 40 })
  await fc.assert(
    fc.asyncProperty(exponent, exponent, exponent, async (n, r, p) => {
      fc.pre(n + r + p > Math.log2(derivationLimits.scryptWorkMax))
      await expect(deriveKey(withScrypt(2 ** n, 2 ** r, 2 ** p), 'x')).rejects.toMatchObject({
        code: 'CONFIGURATION_INVALID',
      })
    }),
  )
})
