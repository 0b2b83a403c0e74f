import { describe, expect, test } from 'vitest'
import { storeBody } from './store-body.ts'

const owner = { debit: 'd' }
const bars = (count: number) => ({
  data: Array.from({ length: count }, (_, at) => ({ date: `2026-${at}`, close: at / 7 })),
})

async function keep(value: object, rowBytesMax: number) {
  const kept: string[] = []
  const keeper = {
    large: {
      async store(_: unknown, pieces: AsyncIterable<string>) {
        for await (const piece of pieces) kept.push(piece)
        return 'reference'
      },
    },
    rowBytesMax,
    nowMs: () => 0,
  }
  return { body: await storeBody(value, owner, keeper), kept }
}

describe('storeBody', () => {
  test('default: a small body is its JSON', async () => {
    expect(await keep(bars(3), 1_000)).toEqual({ body: JSON.stringify(bars(3)), kept: [] })
  })

  test('default: stores a large body in parts, with a reference', async () => {
    const { body, kept } = await keep(bars(50_000), 100_000)
    expect(body).toBe('reference')
    expect(kept.join('')).toBe(JSON.stringify(bars(50_000)))
    expect(kept.length).toBeGreaterThan(10)
  })

  test("behavior: a body of exactly the row's maximum stays in it, one byte more does not", async () => {
    const value = { data: 'é'.repeat(100) }
    const bytes = Buffer.byteLength(JSON.stringify(value))
    expect((await keep(value, bytes)).body).toBe(JSON.stringify(value))
    expect((await keep(value, bytes - 1)).body).toBe('reference')
  })

  test('behavior: many values of few bytes stay in the row', async () => {
    expect((await keep(bars(20_000), 10_000_000)).body).toBe(JSON.stringify(bars(20_000)))
  })
})
