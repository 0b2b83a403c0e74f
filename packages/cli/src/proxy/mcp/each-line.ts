import type { Readable } from 'node:stream'

/**
 * Calls back for each line of an input. The last line needs no line end.
 *
 * @param bytesMax - Reading stops at a longer line, because the rest could be read as a line.
 * @returns After the input ended, closed or failed; `too long` at such a line.
 */
export async function eachLine(
  input: Readable,
  bytesMax: number,
  take: (line: string) => void,
): Promise<'ended' | 'too long'> {
  const { promise, resolve } = Promise.withResolvers<'ended' | 'too long'>()
  let parts: Buffer[] = []
  let bytes = 0
  const add = (part: Buffer) => {
    bytes += part.length
    if (bytes > bytesMax) resolve('too long')
    else parts.push(part)
  }
  const end = () => {
    const line = Buffer.concat(parts).toString('utf8').trim()
    parts = []
    bytes = 0
    if (line !== '') take(line)
  }
  const read = (piece: Buffer | string) => {
    const chunk = Buffer.from(piece)
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0 && bytes <= bytesMax; at = chunk.indexOf(10, from)) {
      add(chunk.subarray(from, at))
      if (bytes <= bytesMax) end()
      from = at + 1
    }
    if (bytes <= bytesMax) add(chunk.subarray(from))
  }
  input.on('data', read)
  for (const event of ['end', 'close', 'error']) input.once(event, () => resolve('ended'))
  const how = await promise
  input.off('data', read)
  if (how === 'ended') end()
  return how
}
