import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultLimits, limitNames, limitsName, readLimits, writeLimits } from './limits.ts'
import { scratchFolder } from './testing/test-payer.ts'

describe('limits', () => {
  test('default: no file means the defaults; a cap is never below what is paid unasked', () => {
    using folder = scratchFolder()
    expect(readLimits(folder.path)).toEqual(defaultLimits)
    expect(defaultLimits.autoApprove).toBe(50_000n)
    for (const name of limitNames)
      expect(defaultLimits[name] >= defaultLimits.autoApprove).toBe(true)
  })

  test('behavior: what is written is read, as decimal USDC, mode 0600', () => {
    using folder = scratchFolder()
    const limits = { ...defaultLimits, perDay: 1n }
    writeLimits(folder.path, limits)
    expect(readLimits(folder.path)).toEqual(limits)
    const { mode } = statSync(join(folder.path, limitsName))
    expect((mode & 0o777).toString(8)).toBe('600')
  })

  test('behavior: every cap that can be written is read as it was', () => {
    using folder = scratchFolder()
    const atomic = fc.bigInt({ min: 0n, max: 10n ** 21n - 1n })
    const caps = fc.record({
      perPayment: atomic,
      perDay: atomic,
      per30Days: atomic,
      perSession: atomic,
      autoApprove: atomic,
    })
    fc.assert(
      fc.property(caps, (limits) => {
        writeLimits(folder.path, limits)
        expect(readLimits(folder.path)).toEqual(limits)
      }),
    )
  })

  test('behavior: what the file leaves out is the default', () => {
    using folder = scratchFolder()
    writeFileSync(join(folder.path, limitsName), '{"perDay":"0.5"}')
    expect(readLimits(folder.path)).toEqual({ ...defaultLimits, perDay: 500_000n })
  })

  test.each(['', '[]', 'null', '{"perday":"1"}', '{"perDay":1}', '{"perDay":"1e9"}'])(
    'error: a file that reads %j is never replaced by the defaults',
    (text) => {
      using folder = scratchFolder()
      writeFileSync(join(folder.path, limitsName), text)
      expect(() => readLimits(folder.path)).toThrow(
        expect.objectContaining({ name: 'FiqError', funds: 'untouched' }),
      )
    },
  )
})
