import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { estimateBytes } from './estimate-bytes.ts'

test('behavior: estimates are within a factor of two of the measured memory', () => {
  const script = join(import.meta.dirname, 'testing/estimates.ts')
  const ratios = JSON.parse(
    execFileSync(process.execPath, ['--expose-gc', script], { encoding: 'utf8' }),
  )
  expect(Object.keys(ratios)).toHaveLength(5)
  for (const [name, ratio] of Object.entries(ratios)) {
    expect(ratio, name).toBeGreaterThan(0.5)
    expect(ratio, name).toBeLessThan(2)
  }
})

test('behavior: counts a shared or circular part once', () => {
  const part = { bytes: new Uint8Array(1_000_000) }
  const whole: Record<string, unknown> = { one: part, other: part }
  whole['self'] = whole
  expect(estimateBytes(whole)).toBeLessThan(1_001_000)
})
