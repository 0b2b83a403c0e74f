import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashText, mix, normal, uniform, waves } from './random.ts'

test('default: is the same on every machine', () => {
  expect([hashText('AAPL'), mix(1, 2), uniform(1, 2)]).toMatchInlineSnapshot(`
    [
      1489842955,
      232174035,
      0.054057230008766055,
    ]
  `)
})

test('behavior: uniform is in [0, 1), normal has mean 0 and deviation 1', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (key, index) => {
      expect(uniform(key, index)).toBeGreaterThanOrEqual(0)
      expect(uniform(key, index)).toBeLessThan(1)
      expect(Math.abs(normal(key, index))).toBeLessThan(3.5)
      expect(Math.abs(waves(key, index % 3000))).toBeLessThan(1.6)
    }),
  )
  const draws = Array.from({ length: 20_000 }, (_, index) => normal(7, index))
  const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length
  const variance = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / draws.length
  expect(Math.abs(mean)).toBeLessThan(0.03)
  expect(Math.abs(variance - 1)).toBeLessThan(0.05)
})

test('behavior: waves are smooth', () => {
  for (let year = 1990; year < 2030; year += 0.1)
    expect(Math.abs(waves(3, year + 0.01) - waves(3, year))).toBeLessThan(0.2)
})
