import { createCipheriv, createDecipheriv, randomUUID, timingSafeEqual } from 'node:crypto'
import { FiqError } from '@fiq/shared/errors'
import type { Hex } from '@fiq/shared/payment/wire'
import { keccak_256 } from '@noble/hashes/sha3'
import * as z from 'zod/mini'
import { type Derivation, deriveKey } from './derive-key.ts'

/** Parameters of our own files: 128 MiB and about half a second for each guess. */
export const scryptParams = { n: 131_072, r: 8, p: 1, dklen: 32 } as const
export type ScryptParams = { [name in keyof typeof scryptParams]: number } & { dklen: 32 }

const bytes = (length: number) =>
  z.string().check(z.regex(new RegExp(`^(?:0x)?[0-9a-fA-F]{${length * 2}}$`)))
const salt = z.string().check(z.regex(/^(?:0x)?(?:[0-9a-fA-F]{2}){1,64}$/))
const count = z.number().check(z.int(), z.minimum(1))

const cryptoSchema = z.intersection(
  z.object({
    cipher: z.literal('aes-128-ctr'),
    ciphertext: bytes(32),
    cipherparams: z.object({ iv: bytes(16) }),
    mac: bytes(32),
  }),
  z.discriminatedUnion('kdf', [
    z.object({
      kdf: z.literal('scrypt'),
      kdfparams: z.object({ n: count, r: count, p: count, dklen: z.literal(32), salt }),
    }),
    z.object({
      kdf: z.literal('pbkdf2'),
      kdfparams: z.object({
        c: count,
        prf: z.literal('hmac-sha256'),
        dklen: z.literal(32),
        salt,
      }),
    }),
  ]),
)
const keystoreSchema = z.object({ version: z.literal(3), crypto: cryptoSchema })

/**
 * Encrypts a private key as a Web3 keystore v3, in the format of geth and ethers.
 *
 * @param parts.randomBytes - Cryptographic randomness, for salt and initialisation vector.
 * @param parts.scrypt - Cost of a guess.
 * @returns JSON text.
 */
export async function encryptKeystore(
  key: Hex,
  passphrase: string,
  {
    address,
    randomBytes,
    scrypt = scryptParams,
  }: { address: Hex; randomBytes(length: number): Uint8Array; scrypt?: ScryptParams | undefined },
): Promise<string> {
  const salt = Buffer.from(randomBytes(32))
  const iv = Buffer.from(randomBytes(16))
  const kdfparams = { ...scrypt, salt: salt.toString('hex') }
  const derivation: Derivation = { kdf: 'scrypt', kdfparams }
  const derived = await deriveKey(derivation, passphrase)
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const ciphertext = Buffer.concat([
    cipher.update(Buffer.from(key.slice(2), 'hex')),
    cipher.final(),
  ])
  return JSON.stringify({
    version: 3,
    id: randomUUID(),
    address: address.slice(2).toLowerCase(),
    crypto: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: iv.toString('hex') },
      ciphertext: ciphertext.toString('hex'),
      kdf: 'scrypt',
      kdfparams,
      mac: macOf(derived, ciphertext).toString('hex'),
    },
  })
}

/**
 * Decrypts a keystore v3 of any program, scrypt or PBKDF2.
 *
 * @throws FiqError `CONFIGURATION_INVALID` if the text is not a supported keystore, or exceeds the
 * limits of {@link deriveKey}; `WALLET_LOCKED` for a wrong passphrase.
 */
export async function decryptKeystore(text: string, passphrase: string): Promise<Hex> {
  const parsed = z.safeParse(keystoreSchema, parseKeystore(text))
  if (!parsed.success)
    throw notKeystore(parsed.error.issues[0]?.path.join('.') || 'it is not a keystore')
  const { crypto } = parsed.data
  const derived = await deriveKey(crypto, passphrase)
  const ciphertext = fromHex(crypto.ciphertext)
  if (!timingSafeEqual(macOf(derived, ciphertext), fromHex(crypto.mac)))
    throw new FiqError('WALLET_LOCKED', 'The passphrase of this wallet is wrong.')
  const iv = fromHex(crypto.cipherparams.iv)
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const key = Buffer.concat([decipher.update(ciphertext), decipher.final()])
  return `0x${key.toString('hex')}`
}

/** Parses a keystore. Geth writes `crypto`, old programs `Crypto`. */
function parseKeystore(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return value
    const { Crypto: old, ...rest } = value as Record<string, unknown>
    return old === undefined ? rest : { crypto: old, ...rest }
  } catch {
    throw notKeystore('it is not JSON')
  }
}

/** Keccak-256 of the second half of the derived key and the ciphertext. */
function macOf(derived: Buffer, ciphertext: Buffer): Buffer {
  return Buffer.from(keccak_256(Buffer.concat([derived.subarray(16, 32), ciphertext])))
}

function fromHex(text: string): Buffer {
  return Buffer.from(text.replace(/^0x/, ''), 'hex')
}

function notKeystore(reason: string): FiqError {
  return new FiqError('CONFIGURATION_INVALID', 'The file is not a Web3 keystore v3.', {
    facts: [`Reason: ${reason}`],
    remedy: 'Give the keystore file of geth, ethers or fiq. Nothing was changed.',
  })
}
