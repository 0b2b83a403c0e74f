import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barPlot, linePlot, scaleFor } from './plot.ts'

const plot = { label: 'Credits', height: 200, ticks: [{ step: 0, text: '1 Nov' }], steps: 3 }

test('property: the scale contains the largest value, with two lines below its end', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), (largest) => {
      const { top, lines } = scaleFor(largest)
      expect(top).toBeGreaterThanOrEqual(largest)
      expect(top).toBeLessThan(largest * 6)
      expect(lines.every((line) => line < top)).toBe(true)
    }),
  )
})

test('behavior: a scale of counts has lines only at whole numbers', () => {
  for (let largest = 1; largest <= 30; largest += 1) {
    const { top, lines } = scaleFor(largest, true)
    expect(lines.every(Number.isInteger)).toBe(true)
    expect(top).toBeGreaterThanOrEqual(largest)
  }
})

test('default: draws stacked bars, none for zero, without style attributes', () => {
  const text = String(
    barPlot(plot, [
      [1, 0, 3],
      [1, 0, 0],
    ]),
  )
  expect(text.match(/<rect/g)).toHaveLength(3)
  expect(text).toContain('aria-label="Credits"')
  expect(text).not.toContain('style=')
})

test('default: a line has a gap without measurements; a chart without data is empty', () => {
  expect(String(linePlot(plot, [[1, undefined, 3]]))).toMatch(/d="M\S+ \S+h\S+M/)
  expect(String(barPlot(plot, [[0, 0, 0]]))).not.toContain('<rect')
  expect(String(linePlot(plot, [[undefined, undefined, undefined]]))).toContain('d=""')
})

test('behavior: escapes texts', () => {
  const ticks = [{ step: 0, text: '<b>' }]
  expect(String(barPlot({ ...plot, label: '"><script>', ticks }, [[1]]))).not.toMatch(/<script|<b>/)
})

test('behavior: a value between gaps is as wide as a bar, and other lines are straight', () => {
  const [, d = ''] = /d="([^"]*)"/.exec(
    String(linePlot({ ...plot, steps: 5 }, [[1, undefined, 2, 3, 4]])),
  )!
  expect(d).toMatch(/^M2\.80 \S+h14\.40M50\.00 \S+L70\.00 \S+L90\.00 \S+$/)
})
