import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { pbkdf2Vector } from '../testing/pbkdf2-vector.ts'
import { decryptKeystore, encryptKeystore, scryptParams } from './keystore.ts'

// The two vectors published with the Web3 Secret Storage Definition.
const secret = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d'
const scryptVector = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
    ciphertext: 'd172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c',
    kdf: 'scrypt',
    kdfparams: {
      dklen: 32,
      n: 262_144,
      p: 8,
      r: 1,
      salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19',
    },
    mac: '2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
}

describe('decryptKeystore', () => {
  test.each([
    ['scrypt', scryptVector],
    ['PBKDF2', pbkdf2Vector],
  ])('default: opens the published %s vector', async (_, vector) => {
    expect(await decryptKeystore(JSON.stringify(vector), 'testpassword')).toBe(secret)
  })

  test('behavior: opens a file that spells it Crypto, like old programs', async () => {
    const { crypto, ...rest } = pbkdf2Vector
    const text = JSON.stringify({ ...rest, Crypto: crypto })
    expect(await decryptKeystore(text, 'testpassword')).toBe(secret)
  })

  test('error: a wrong passphrase leaves it locked', async () => {
    await expect(
      decryptKeystore(JSON.stringify(pbkdf2Vector), 'Testpassword'),
    ).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
  })

  test('error: does not decrypt a changed ciphertext to another key', async () => {
    const changed = structuredClone(pbkdf2Vector)
    changed.crypto.ciphertext = `4${changed.crypto.ciphertext.slice(1)}`
    await expect(decryptKeystore(JSON.stringify(changed), 'testpassword')).rejects.toMatchObject({
      code: 'WALLET_LOCKED',
    })
  })

  test.each([
    ['not JSON', '{'],
    ['no keystore', '{}'],
    ['version 1', JSON.stringify({ ...scryptVector, version: 1 })],
    ['another cipher', withCrypto({ cipher: 'aes-128-cbc' })],
    [
      '4 GiB of scrypt',
      withCrypto({ kdfparams: { ...scryptVector.crypto.kdfparams, n: 4_194_304, r: 8 } }),
    ],
    [
      'n that is no power of two',
      withCrypto({ kdfparams: { ...scryptVector.crypto.kdfparams, n: 1_000 } }),
    ],
    [
      'a fraction of a round',
      withCrypto({ kdfparams: { ...scryptVector.crypto.kdfparams, n: 1.5 } }),
    ],
  ])('error: %s', async (_, text) => {
    await expect(decryptKeystore(text, 'x')).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
    })
  })

  test('error: refuses arbitrary text, and never throws another error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
        await expect(decryptKeystore(text, 'x')).rejects.toMatchObject({
          code: 'CONFIGURATION_INVALID',
        })
      }),
      { numRuns: 200 },
    )
  })
})

describe('encryptKeystore', () => {
  test("default: a written keystore opens again, with the cost of fiq's own files", async () => {
    const { address } = privateKeyToAccount(secret)
    const text = await encryptKeystore(secret, 'pässphrase', { address, randomBytes })
    expect(JSON.parse(text)).toMatchObject({
      version: 3,
      address: address.slice(2).toLowerCase(),
      crypto: { cipher: 'aes-128-ctr', kdf: 'scrypt', kdfparams: scryptParams },
    })
    expect(scryptParams.n).toBe(2 ** 17)
    expect(text).not.toContain(secret.slice(2))
    // Composed and decomposed letters are the same passphrase.
    expect(await decryptKeystore(text, 'pässphrase'.normalize('NFD'))).toBe(secret)
  })
})

function withCrypto(change: object): string {
  return JSON.stringify({ ...scryptVector, crypto: { ...scryptVector.crypto, ...change } })
}
