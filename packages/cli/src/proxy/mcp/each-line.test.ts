import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eachLine } from './each-line.ts'

async function linesOf(chunks: readonly (string | Uint8Array)[], bytesMax = 1_000) {
  const input = new PassThrough()
  const lines: string[] = []
  const read = eachLine(input, bytesMax, (line) => void lines.push(line))
  for (const chunk of chunks) input.write(chunk)
  input.end()
  return { how: await read, lines }
}

describe('eachLine', () => {
  test('default: returns lines unchanged, also an unterminated last one, but no empty ones', async () => {
    expect(await linesOf(['{"a":1}\r\n\n{"b":', '2}\n{"c":3}'])).toEqual({
      how: 'ended',
      lines: ['{"a":1}', '{"b":2}', '{"c":3}'],
    })
  })

  test('behavior: gives the same lines for any division of the bytes', async () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '🙂'), minLength: 1 })
    const cases = fc.tuple(fc.array(word), fc.integer({ min: 1, max: 7 }))
    await fc.assert(
      fc.asyncProperty(cases, async ([words, size]) => {
        const bytes = Buffer.from(words.map((each) => `${each}\n`).join(''))
        const count = Math.ceil(bytes.length / size)
        const chunks = Array.from({ length: count }, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        )
        expect((await linesOf(chunks)).lines).toEqual(words)
      }),
    )
  })

  test('error: a line above the limit ends the session, and no part of it is returned', async () => {
    expect(await linesOf(['ok\n1234', '567\nnext\n'], 6)).toEqual({
      how: 'too long',
      lines: ['ok'],
    })
    expect(await linesOf(['123456\n1234567'], 6)).toEqual({ how: 'too long', lines: ['123456'] })
  })
})
