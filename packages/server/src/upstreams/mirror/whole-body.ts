import { textOf } from '../checked-answer.ts'

/** Bytes at the end of an archive that contain the end of its directory: 22, and a comment. */
const archiveTailBytes = 65_557

/**
 * The reason why bytes are truncated or damaged, if their format shows it; otherwise `undefined`.
 * `line` for formats with lines.
 */
export function spoiltBody(
  expects: string,
  body: Uint8Array,
): { what: string; line?: number } | undefined {
  if (body.length === 0) return { what: 'empty' }
  if (expects === 'json') return spoiltJson(body)
  if (expects === 'xml' || expects === 'html') return unclosed(body)
  const isArchive = body[0] === 0x50 && body[1] === 0x4b
  if (expects === 'binary' && isArchive) return spoiltArchive(body)
  return undefined
}

function spoiltJson(body: Uint8Array): { what: string; line?: number } | undefined {
  const text = textOf({ body })
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const { message } = error as Error
    const at = /position (\d+)/.exec(message)?.[1]
    const until = at === undefined ? text : text.slice(0, Number(at))
    return { what: 'not JSON, or cut short', line: until.split('\n').length }
  }
}

function unclosed(body: Uint8Array): { what: string; line: number } | undefined {
  const text = textOf({ body }).trimEnd()
  return text.endsWith('>') ? undefined : { what: 'cut short', line: text.split('\n').length }
}

function spoiltArchive(body: Uint8Array): { what: string } | undefined {
  const tail = Buffer.from(body.subarray(-archiveTailBytes))
  return tail.includes(Buffer.from([0x50, 0x4b, 5, 6])) ? undefined : { what: 'cut short' }
}
