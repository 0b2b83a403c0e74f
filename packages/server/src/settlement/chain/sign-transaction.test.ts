import fc from 'fast-check'
import { keccak256, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { signTransaction } from './sign-transaction.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}` as const
const addresses = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(hex)
const fee = fc.bigInt({ min: 0n, max: 2n ** 64n })
const count = fc.oneof(fc.constantFrom(0, 1, 127, 128, 255, 256), fc.nat(2 ** 40))
/** Lengths just below and above every limit of the encoding. */
const lengths = [0, 1, 2, 54, 55, 56, 57, 255, 256, 65_535, 65_536]
const data = fc
  .tuple(fc.constantFrom(...lengths), fc.constantFrom(0, 1, 0x7f, 0x80, 0xff))
  .map(([length, byte]) => hex(Buffer.alloc(length, byte)))
const transactions = fc.record({
  chainId: fc.constantFrom(1, 8453),
  count,
  gas: count,
  maxFeePerGas: fee,
  maxPriorityFeePerGas: fee,
  to: addresses,
  data,
})

test('default: gives the same bytes and hash as viem', async () => {
  await fc.assert(
    fc.asyncProperty(transactions, async (transaction) => {
      const { count: nonce, gas, ...rest } = transaction
      const maxFeePerGas = rest.maxFeePerGas + rest.maxPriorityFeePerGas
      const signed = await signTransaction({ ...transaction, maxFeePerGas }, account)
      const byViem = await account.signTransaction({
        ...rest,
        maxFeePerGas,
        nonce,
        gas: BigInt(gas),
        type: 'eip1559',
      })
      expect(signed).toEqual({ raw: byViem, hash: keccak256(byViem) })
    }),
    { numRuns: 100 },
  )
})

test("behavior: omits leading zeros of the signature's numbers", async () => {
  const word = (byte: string) => byte.padStart(64, '0')
  const sign = async () => `0x${word('7f')}${word('0180')}1b` as const
  const call = { to: account.address, data: '0x', chainId: 8453, count: 0, gas: 21_000 } as const
  const fees = { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n }
  const { raw } = await signTransaction({ ...call, ...fees }, { sign })
  expect(raw.endsWith('80c0807f820180')).toBe(true)
  expect(parseTransaction(raw)).toMatchObject({ yParity: 0, gas: 21_000n })
})
