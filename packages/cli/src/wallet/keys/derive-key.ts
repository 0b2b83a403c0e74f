import { pbkdf2, type ScryptOptions, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { FiqError } from '@fiq/shared/errors'
import { whileDeriving } from './is-deriving.ts'

/** The key derivation of a keystore. Salts are hex. */
export type Derivation =
  | {
      kdf: 'scrypt'
      kdfparams: { n: number; r: number; p: number; dklen: 32; salt: string }
    }
  | { kdf: 'pbkdf2'; kdfparams: { c: number; dklen: 32; salt: string } }

/**
 * Limits of a keystore file. The work of scrypt is n*r*p: 2^24 takes about eight seconds, sixteen
 * times our own files, eight times those of geth.
 */
export const derivationLimits = {
  scryptWorkMax: 2 ** 24,
  memoryBytesMax: 1_073_741_824,
  pbkdf2RoundsMax: 10_000_000,
} as const

/**
 * Derives the key of a keystore from its passphrase, off the main thread.
 *
 * @throws FiqError `CONFIGURATION_INVALID` before any work, if the file exceeds {@link
 * derivationLimits}.
 */
export async function deriveKey(derivation: Derivation, passphrase: string): Promise<Buffer> {
  checkWork(derivation)
  const salt = Buffer.from(derivation.kdfparams.salt.replace(/^0x/, ''), 'hex')
  const secret = Buffer.from(passphrase.normalize('NFKC'), 'utf8')
  return whileDeriving(() => derive(derivation, secret, salt))
}

function checkWork(derivation: Derivation): void {
  if (derivation.kdf === 'pbkdf2') {
    const { c } = derivation.kdfparams
    if (c > derivationLimits.pbkdf2RoundsMax)
      throw tooMuch(`PBKDF2 rounds: ${c}, at most ${derivationLimits.pbkdf2RoundsMax}`)
    return
  }
  const { n, r, p } = derivation.kdfparams
  const parameters = `scrypt n ${n}, r ${r}, p ${p}`
  if (n < 2 || 2 ** Math.round(Math.log2(n)) !== n)
    throw unusable('The keystore cannot be used.', `${parameters}: n must be a power of two`)
  if (n * r * p > derivationLimits.scryptWorkMax)
    throw tooMuch(`${parameters}: n*r*p is ${n * r * p}, at most ${derivationLimits.scryptWorkMax}`)
  if (memoryOf(n, r, p) > derivationLimits.memoryBytesMax)
    throw tooMuch(
      `${parameters}: ${memoryOf(n, r, p)} bytes of memory, at most ${derivationLimits.memoryBytesMax}`,
    )
}

async function derive(derivation: Derivation, secret: Buffer, salt: Buffer): Promise<Buffer> {
  if (derivation.kdf === 'pbkdf2')
    return promisify(pbkdf2)(
      secret,
      salt,
      derivation.kdfparams.c,
      derivation.kdfparams.dklen,
      'sha256',
    )
  const { n, r, p, dklen } = derivation.kdfparams
  // RFC 7914 requires n below 2^(16 r), and OpenSSL enforces it; yet files with r = 1 exist.
  if (Math.log2(n) >= 16 * r) {
    const { scryptAsync: scryptUnbounded } = await import('@noble/hashes/scrypt')
    return Buffer.from(await scryptUnbounded(secret, salt, { N: n, r, p, dkLen: dklen }))
  }
  const options = { N: n, r, p, maxmem: memoryOf(n, r, p) + 1_048_576 } satisfies ScryptOptions
  return scryptAsync(secret, salt, dklen, options)
}

function memoryOf(n: number, r: number, p: number): number {
  return 128 * r * (n + p)
}

function scryptAsync(
  secret: Buffer,
  salt: Buffer,
  length: number,
  options: ScryptOptions,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  scrypt(secret, salt, length, options, (error, key) => (error ? reject(error) : resolve(key)))
  return promise
}

function tooMuch(reason: string): FiqError {
  return unusable('The keystore needs more work to open than fiq allows.', reason)
}

function unusable(message: string, reason: string): FiqError {
  return new FiqError('CONFIGURATION_INVALID', message, {
    facts: [`Reason: ${reason}`],
    remedy:
      'Encrypt the key again with common parameters, e.g. scrypt n 262144, r 8, p 1. Nothing was changed.',
  })
}
