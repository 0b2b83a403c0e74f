/** Bytes of randomness in a token. */
export const tokenBytes = 32

const prefix = 'fiqp_'

/** 256 random bits as text, in a form that scanners for leaked secrets recognise. */
export function newToken(randomBytes: (length: number) => Uint8Array): string {
  return prefix + Buffer.from(randomBytes(tokenBytes)).toString('base64url')
}

/** Whether a text has the form of a token. Other texts are not hashed. */
export function isToken(text: string): boolean {
  return /^fiqp_[\w-]{43}$/.test(text)
}

/** The stored form of a token. The token is fully random, so it needs no salt and no slow hash. */
export function hashToken(token: string): string {
  return crypto().createHash('sha256').update(token).digest('hex')
}

/** Compares in constant time. A client without a token matches none. */
export function sameHash(hash: string, stored: unknown): boolean {
  const expected = Buffer.alloc(hash.length)
  expected.write(typeof stored === 'string' ? stored : '')
  return crypto().timingSafeEqual(Buffer.from(hash), expected)
}

/** The token in an `Authorization: Bearer` header. */
export function bearerOf(header: string | undefined): string | undefined {
  return /^Bearer ([\x21-\x7e]{1,200})$/i.exec(header ?? '')?.[1]
}

function crypto(): typeof import('node:crypto') {
  return process.getBuiltinModule('node:crypto')
}
