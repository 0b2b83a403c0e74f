import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLarge, jsonPieces } from './json-pieces.ts'

async function piecesOf(value: unknown): Promise<string[]> {
  const pieces: string[] = []
  for await (const piece of jsonPieces(value)) pieces.push(piece)
  return pieces
}
const bar = (at: number) => ({ date: `d${at}`, open: at / 3, close: null, text: 'é"\\\u2028' })
const bars = (count: number) => Array.from({ length: count }, (_, at) => bar(at))

test('default: a small value is one piece', async () => {
  expect(await piecesOf({ data: [1, 'a'] })).toEqual(['{"data":[1,"a"]}'])
  expect(isLarge({ data: bars(100) })).toBe(false)
})

test('default: a large value gives the same JSON in small pieces', async () => {
  const value = {
    errors: [],
    data: { a: [{ bars: bars(20_000) }, { bars: bars(3) }], b: bars(9_000) },
  }
  const pieces = await piecesOf(value)
  expect(pieces.join('')).toBe(JSON.stringify(value))
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(400_000)
  expect(pieces.length).toBeGreaterThan(20)
})

test('behavior: other work runs while a large value is serialised', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await piecesOf({ data: bars(300_000) })
  isOver = true
  expect(turns).toBeGreaterThan(3)
})

test('behavior: any JSON value is written like JSON.stringify', async () => {
  const large = fc.jsonValue().map((value) => Array.from({ length: 3_000 }, () => [value, bar(1)]))
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.jsonValue(), large), async (value) => {
      expect((await piecesOf(value)).join('')).toBe(JSON.stringify(value))
      const holes = { a: undefined, b: value, c: undefined }
      expect((await piecesOf(holes)).join('')).toBe(JSON.stringify(holes))
    }),
    { numRuns: 50 },
  )
})
