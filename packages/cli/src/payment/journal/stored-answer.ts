import type { HttpAnswer } from './purchase.ts'

/** The beginning of a packed answer. No JSON begins with it. */
const packedMark = 'zstd '

/** Packs a large answer for the journal, whose write then blocks the process for less time. */
export function packAnswer(answer: HttpAnswer): string {
  const { zstdCompressSync } = process.getBuiltinModule('node:zlib')
  return packedMark + zstdCompressSync(JSON.stringify(answer)).toString('base64')
}

/** Whether a text of the journal is a packed answer. */
export function isPacked(text: string): boolean {
  return text.startsWith(packedMark)
}

/** @param text - An answer as stored in the journal. @throws Error for any other text. */
export function readStoredAnswer(text: string): HttpAnswer {
  if (!isPacked(text)) return JSON.parse(text) as HttpAnswer
  const { zstdDecompressSync } = process.getBuiltinModule('node:zlib')
  const packed = Buffer.from(text.slice(packedMark.length), 'base64')
  return JSON.parse(zstdDecompressSync(packed).toString('utf8')) as HttpAnswer
}
