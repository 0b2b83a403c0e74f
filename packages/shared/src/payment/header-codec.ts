/**
 * x402 headers are standard base64 (`+/=`) of UTF-8 JSON. fiq sends exactly that, and also accepts
 * base64url, which some clients send.
 */

/** Longest header value that is decoded: Node's own limit for all headers together. */
export const headerCharactersMax = 16_384

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** @example encodeHeader({ x402Version: 2 }) // 'eyJ4NDAyVmVyc2lvbiI6Mn0=' */
export function encodeHeader(value: unknown): string {
  return encodeJson(JSON.stringify(value))
}

/** {@link encodeHeader} of a value that is already JSON text. */
export function encodeJson(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}

/**
 * Decodes a header to JSON. The result is untrusted: narrow it before use.
 *
 * @returns `undefined` when the text is absent, too long, not base64, not UTF-8 or not JSON.
 */
export function decodeHeader(text: string | null | undefined): unknown {
  if (!text || text.length > headerCharactersMax) return undefined
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return undefined
  try {
    const bytes = Buffer.from(text, 'base64')
    return JSON.parse(utf8.decode(bytes))
  } catch {
    return undefined
  }
}
