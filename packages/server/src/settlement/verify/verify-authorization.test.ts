import { type Authorization, typedDataOf } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import fc from 'fast-check'
import { hashTypedData, recoverTypedDataAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { isSignedByKey } from '../signature/is-signed-by-key.ts'
import { verifyAuthorization } from './verify-authorization.ts'

const payer = privateKeyToAccount(generatePrivateKey())
const payTo = privateKeyToAccount(generatePrivateKey()).address
const nowSeconds = 1_795_000_000
const terms = { amount: 3_000n, payTo, nowSeconds }
const authorization: Authorization = {
  from: payer.address,
  to: payTo,
  value: 3_000n,
  validAfter: 0n,
  validBefore: BigInt(nowSeconds + 60),
  nonce: `0x${'ab'.repeat(32)}`,
}
const signed = async (changes: Partial<Authorization> = {}) => {
  const changed = { ...authorization, ...changes }
  return { authorization: changed, signature: await payer.signTypedData(typedDataOf(changed)) }
}
const reasonOf = async (...input: Parameters<typeof verifyAuthorization>) => {
  const verification = await verifyAuthorization(...input)
  return verification.isValid ? 'valid' : verification.reason
}

test("default: accepts an authorization signed for the server's terms", async () => {
  expect(await verifyAuthorization(await signed(), terms)).toEqual({
    isValid: true,
    payer: payer.address,
  })
})

test.each<[string, Partial<Authorization>, string]>([
  ['the last second that is accepted', { validBefore: BigInt(nowSeconds + 180) }, 'valid'],
  ['the last second that is enough', { validBefore: BigInt(nowSeconds + 6) }, 'valid'],
  ['a window that begins now', { validAfter: BigInt(nowSeconds) }, 'valid'],
  ['a payee in lower case', { to: payTo.toLowerCase() as Hex }, 'valid'],
])('behavior: %s', async (_, changes, expected) => {
  expect(await reasonOf(await signed(changes), terms)).toBe(expected)
})

test.each<[string, Partial<Authorization>, string]>([
  [
    'expires before it settles',
    { validBefore: BigInt(nowSeconds + 5) },
    'invalid_exact_evm_payload_authorization_valid_before',
  ],
  [
    'a second longer than the longest quote',
    { validBefore: BigInt(nowSeconds + 181) },
    'invalid_exact_evm_payload_authorization_valid_before',
  ],
  [
    'valid for ever',
    { validBefore: 10n ** 20n - 1n },
    'invalid_exact_evm_payload_authorization_valid_before',
  ],
  [
    'not valid yet',
    { validAfter: BigInt(nowSeconds + 1) },
    'invalid_exact_evm_payload_authorization_valid_after',
  ],
  ['cheaper', { value: 2_999n }, 'invalid_exact_evm_payload_authorization_value_mismatch'],
  ['dearer', { value: 3_001n }, 'invalid_exact_evm_payload_authorization_value_mismatch'],
  ['for another', { to: payer.address }, 'invalid_exact_evm_recipient_mismatch'],
])('error: %s', async (_, changes, reason) => {
  expect(await reasonOf(await signed(changes), terms)).toBe(reason)
})

test.each<[string, object, string]>([
  ['a short payer', { from: '0x12' }, 'invalid_payload'],
  ['a long nonce', { nonce: `0x${'ab'.repeat(33)}` }, 'invalid_payload'],
  ['a nonce that is not hex', { nonce: `0x${'zz'.repeat(32)}` }, 'invalid_payload'],
  ['a negative value', { value: -1n }, 'invalid_payload'],
  ['a time over 256 bits', { validBefore: 2n ** 256n }, 'invalid_payload'],
])('error: %s', async (_, changes, reason) => {
  const { signature } = await signed()
  expect(
    await reasonOf({ authorization: { ...authorization, ...changes }, signature }, terms),
  ).toBe(reason)
})

test.each<[string, string, string]>([
  ['no bytes', '0x', 'invalid_exact_evm_failed_to_parse_signature'],
  ['half a byte', '0xabc', 'invalid_exact_evm_failed_to_parse_signature'],
  ['not hex', `0x${'zz'.repeat(65)}`, 'invalid_exact_evm_failed_to_parse_signature'],
  ['no prefix', 'ab'.repeat(66), 'invalid_exact_evm_failed_to_parse_signature'],
  ['4 KB', `0x${'ab'.repeat(4_096)}`, 'invalid_exact_evm_signature'],
  ['4 KB and a byte', `0x${'ab'.repeat(4_097)}`, 'invalid_exact_evm_failed_to_parse_signature'],
  ['5 KB', `0x${'ab'.repeat(5_000)}`, 'invalid_exact_evm_failed_to_parse_signature'],
  ['64 bytes', `0x${'11'.repeat(64)}`, 'invalid_exact_evm_signature'],
  ['somebody else', `0x${'11'.repeat(64)}1b`, 'invalid_exact_evm_signature'],
  [
    'a wallet yet to be deployed',
    `0x${'00'.repeat(64)}${'6492'.repeat(16)}`,
    'invalid_exact_evm_payload_undeployed_smart_wallet',
  ],
])('error: a signature of %s', async (_, signature, reason) => {
  expect(await reasonOf({ authorization, signature: signature as Hex }, terms)).toBe(reason)
})

test('behavior: the quote determines the duration, with 60 s for clocks', async () => {
  const short = { ...terms, maxTimeoutSeconds: 30 }
  const until = async (seconds: number) =>
    reasonOf(await signed({ validBefore: BigInt(nowSeconds + seconds) }), short)
  expect(await until(90)).toBe('valid')
  expect(await until(91)).toBe('invalid_exact_evm_payload_authorization_valid_before')
})

test('error: notices any change after signing', async () => {
  const { signature } = await signed()
  const later = { ...authorization, validBefore: authorization.validBefore + 1n }
  expect(await reasonOf({ authorization: later, signature }, terms)).toBe(
    'invalid_exact_evm_signature',
  )
})

test('behavior: queries a wallet contract only if no key matches, with the real digest', async () => {
  const requests: unknown[] = []
  const checkWalletSignature =
    (answer: boolean) =>
    async (...question: unknown[]) => {
      requests.push(question)
      return answer
    }
  await verifyAuthorization(await signed(), terms, checkWalletSignature(true))
  expect(requests).toEqual([])

  const payment = { authorization, signature: '0x1234' as const }
  expect(await reasonOf(payment, terms, checkWalletSignature(true))).toBe('valid')
  expect(await reasonOf(payment, terms, checkWalletSignature(false))).toBe(
    'invalid_exact_evm_signature',
  )
  const question = [payer.address, hashTypedData(typedDataOf(authorization)), '0x1234']
  expect(requests).toEqual([question, question])
})

test('behavior: finds the same signer as viem', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 64, maxLength: 64 }),
      fc.constantFrom('1b', '1c'),
      fc.boolean(),
      async (bytes, v, genuine) => {
        const signature: Hex = genuine
          ? (await signed()).signature
          : `0x${Buffer.from(bytes).toString('hex')}${v}`
        const byViem = await recoverTypedDataAddress({
          ...typedDataOf(authorization),
          signature,
        }).catch(() => undefined)
        expect(isSignedByKey({ authorization, signature })).toBe(byViem === payer.address)
      },
    ),
    { numRuns: 40 },
  )
})
