import fc from 'fast-check'
import { hexToBytes, recoverAddress as recoverByViem } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { expect, test } from 'vitest'
import { recoverAddress } from './is-signed-by-key.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((raw): `0x${string}` => `0x${Buffer.from(raw).toString('hex')}`)
const keys = hex(32).filter((key) => BigInt(key) > 0n && BigInt(key) < order)

const bytesOf = (r: string, s: bigint, v: number) =>
  Buffer.concat([
    Buffer.from(r.slice(2), 'hex'),
    Buffer.from(s.toString(16).padStart(64, '0'), 'hex'),
    Buffer.from([v]),
  ])

test('default: finds the same signer as viem, with v in either form', async () => {
  await fc.assert(
    fc.asyncProperty(keys, hex(32), async (privateKey, digest) => {
      const { r, s, yParity = 0 } = await sign({ hash: digest, privateKey })
      const expected = privateKeyToAccount(privateKey).address
      expect(await recoverByViem({ hash: digest, signature: { r, s, yParity } })).toBe(expected)
      for (const v of [yParity, yParity + 27])
        expect(recoverAddress(hexToBytes(digest), bytesOf(r, BigInt(s), v))).toBe(
          expected.toLowerCase(),
        )
    }),
    { numRuns: 30 },
  )
})

test('error: refuses the mirror image of a signature', async () => {
  await fc.assert(
    fc.asyncProperty(keys, hex(32), async (privateKey, digest) => {
      const { r, s, yParity = 0 } = await sign({ hash: digest, privateKey })
      const mirrored = bytesOf(r, order - BigInt(s), 27 + (1 - yParity))
      expect(recoverAddress(hexToBytes(digest), mirrored)).toBeUndefined()
    }),
    { numRuns: 10 },
  )
})

test('error: arbitrary bytes never throw, and agree with viem if both have a result', async () => {
  const lengths = fc.oneof(fc.constant(65), fc.integer({ min: 0, max: 100 }))
  const signatures = lengths.chain((length) =>
    fc.uint8Array({ minLength: length, maxLength: length }),
  )
  await fc.assert(
    fc.asyncProperty(
      signatures,
      hex(32),
      fc.constantFrom(0, 1, 27, 28, 29, 255),
      async (raw, digest, v) => {
        const signature =
          raw.length === 65 ? Buffer.concat([raw.subarray(0, 64), Buffer.from([v])]) : raw
        const address = recoverAddress(hexToBytes(digest), signature)
        if (address === undefined) return
        expect([0, 1, 27, 28]).toContain(v)
        const found = await recoverByViem({ hash: digest, signature })
        expect(address).toBe(found.toLowerCase())
      },
    ),
    { numRuns: 200 },
  )
})

test.each([2, 26, 29, 255])('error: refuses v of %i', async (v) => {
  const { r, s } = await sign({ hash: `0x${'11'.repeat(32)}`, privateKey: `0x${'22'.repeat(32)}` })
  expect(recoverAddress(Buffer.alloc(32, 0x11), bytesOf(r, BigInt(s), v))).toBeUndefined()
})
