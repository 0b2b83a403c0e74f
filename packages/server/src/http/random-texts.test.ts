import { expect, test } from 'vitest'
import { createRandomTexts } from './random-texts.ts'

test('default: texts differ, in the encoding', () => {
  const draw = createRandomTexts(10, 'hex')
  const texts = Array.from({ length: 2_000 }, draw)
  expect(new Set(texts).size).toBe(2_000)
  for (const text of texts) expect(text).toMatch(/^[0-9a-f]{20}$/)
})

test('behavior: draws 256 at a time, and erases used ones', () => {
  const pools: Buffer[] = []
  const draw = createRandomTexts(16, 'base64url', (pool) => {
    pools.push(pool)
    pool.fill(7)
  })
  const texts = Array.from({ length: 256 }, draw)
  expect(texts).toEqual(Array(256).fill(Buffer.alloc(16, 7).toString('base64url')))
  expect(pools).toHaveLength(1)
  expect(pools[0]).toEqual(Buffer.alloc(4_096))
  draw()
  expect(pools).toHaveLength(2)
})
