import type { HttpAnswer } from './purchase.ts'

/** The beginning of a packed answer. JSON begins otherwise. */
const packedMark = 'zstd '

/** A large answer for the journal: its write blocks the process for a fraction of the time. */
export function packAnswer(answer: HttpAnswer): string {
  const { zstdCompressSync } = process.getBuiltinModule('node:zlib')
  return packedMark + zstdCompressSync(JSON.stringify(answer)).toString('base64')
}

export function isPacked(text: string): boolean {
  return text.startsWith(packedMark)
}

/** @param text - an answer as the journal has it. @throws Error for any other text. */
export function readStoredAnswer(text: string): HttpAnswer {
  if (!isPacked(text)) return JSON.parse(text) as HttpAnswer
  const { zstdDecompressSync } = process.getBuiltinModule('node:zlib')
  const packed = Buffer.from(text.slice(packedMark.length), 'base64')
  return JSON.parse(zstdDecompressSync(packed).toString('utf8')) as HttpAnswer
}
