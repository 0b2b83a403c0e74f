import { renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scratchFolder } from '../testing/test-payer.ts'
import {
  changeLimits,
  createLimitsReader,
  defaultLimits,
  limitNames,
  limitsName,
  readLimits,
} from './limits.ts'

describe('limits', () => {
  test('default: without a file uses the defaults; a cap is never below the automatic limit', () => {
    using folder = scratchFolder()
    expect(readLimits(folder.path)).toEqual(defaultLimits)
    expect(defaultLimits.autoApprove).toBe(50_000n)
    for (const name of limitNames)
      expect(defaultLimits[name] >= defaultLimits.autoApprove).toBe(true)
  })

  test('behavior: reads back written limits, as decimal USDC, mode 0600', () => {
    using folder = scratchFolder()
    const limits = { ...defaultLimits, perDay: 1n }
    changeLimits(folder.path, limits)
    expect(readLimits(folder.path)).toEqual(limits)
    const { mode } = statSync(join(folder.path, limitsName))
    expect((mode & 0o777).toString(8)).toBe('600')
  })

  test('behavior: every cap that can be written is read back equal', () => {
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
        changeLimits(folder.path, limits)
        expect(readLimits(folder.path)).toEqual(limits)
      }),
    )
  })

  test('behavior: limits missing from the file have their defaults', () => {
    using folder = scratchFolder()
    writeFileSync(join(folder.path, limitsName), '{"perDay":"0.5"}')
    expect(readLimits(folder.path)).toEqual({ ...defaultLimits, perDay: 500_000n })
  })

  test.each([
    ['{\n  "perDay": "0.5",\n  "perSession": 1\n}', 3, '"perSession" is not an amount'],
    ['{\n\n  "perDay": "1e9" }', 3, '"perDay" is not an amount'],
    ['{\n  "perday": "1" }', 2, '"perday" is not one of perPayment'],
    ['{\n  "perDay": "1"\n  "perSession": "1"\n}', 3, 'it is not JSON'],
    ['{\n  "perDay": "1",\n', 2, 'it is not JSON'],
    ['[]', 1, 'it is not a JSON object'],
  ])('error: %j names the file and line %i', (text, line, reason) => {
    using folder = scratchFolder()
    const path = join(folder.path, limitsName)
    writeFileSync(path, text)
    const facts = [`File: ${path}`, `Line: ${line}`, expect.stringContaining(`Reason: ${reason}`)]
    expect(() => readLimits(folder.path)).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION_INVALID', facts }),
    )
    expect(() => changeLimits(folder.path, { perDay: 1n })).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION_INVALID', facts }),
    )
  })

  test.each(['', '[]', 'null', '{"perday":"1"}', '{"perDay":1}', '{"perDay":"1e9"}'])(
    'error: never replaces a file that reads %j by the defaults',
    (text) => {
      using folder = scratchFolder()
      writeFileSync(join(folder.path, limitsName), text)
      expect(() => readLimits(folder.path)).toThrow(
        expect.objectContaining({ name: 'FiqError', funds: 'untouched' }),
      )
    },
  )
})

describe('limits that are read repeatedly', () => {
  /** A clock for which every file is old. */
  const later = () => Date.now() + 60_000

  test('default: does not read an unchanged file again', () => {
    using folder = scratchFolder()
    const limits = createLimitsReader(folder.path, later)
    changeLimits(folder.path, { ...defaultLimits, perDay: 1n })
    const first = limits()
    expect(first.perDay).toBe(1n)
    expect(limits()).toBe(first)
  })

  test('behavior: reads a recently changed file again, because a change may not be visible', () => {
    using folder = scratchFolder()
    changeLimits(folder.path, defaultLimits)
    const writtenAt = Math.floor(statSync(join(folder.path, limitsName)).ctimeMs)
    const isKept = (afterMs: number) => {
      const limits = createLimitsReader(folder.path, () => writtenAt + afterMs)
      const first = limits()
      return limits() === first
    }
    expect([-1, 0, 2_000, 2_002].map(isKept)).toEqual([false, false, false, true])
  })

  test('behavior: the current content of the file applies', () => {
    using folder = scratchFolder()
    const path = join(folder.path, limitsName)
    const limits = createLimitsReader(folder.path, later)
    expect(limits()).toEqual(defaultLimits)
    writeFileSync(path, '{"perDay":"0.5"}')
    expect(limits().perDay).toBe(500_000n)
    writeFileSync(path, '{"perDay":"0.25"}')
    expect(limits().perDay).toBe(250_000n)
    changeLimits(folder.path, { ...defaultLimits, perDay: 3n })
    expect(limits().perDay).toBe(3n)
    writeFileSync(path, '{')
    expect(limits).toThrow(expect.objectContaining({ code: 'CONFIGURATION_INVALID' }))
    expect(limits).toThrow(expect.objectContaining({ code: 'CONFIGURATION_INVALID' }))
    rmSync(path)
    expect(limits()).toEqual(defaultLimits)
  })

  test('behavior: notices another file of the same size and age in its place', () => {
    using folder = scratchFolder()
    const path = join(folder.path, limitsName)
    const limits = createLimitsReader(folder.path, later)
    const put = (cap: string) => {
      writeFileSync(`${path}.other`, `{"perDay":"${cap}"}`)
      utimesSync(`${path}.other`, 1, 1)
      renameSync(`${path}.other`, path)
    }
    put('0.5')
    expect(limits().perDay).toBe(500_000n)
    put('0.4')
    expect(limits().perDay).toBe(400_000n)
  })

  test('behavior: never uses an earlier cap, however fast the file is replaced', () => {
    using folder = scratchFolder()
    const path = join(folder.path, limitsName)
    const limits = createLimitsReader(folder.path, Date.now)
    for (let change = 0; change < 500; change += 1) {
      const cap = 1 + (change % 9)
      writeFileSync(path, `{"perDay":"0.${cap}"}`)
      expect(limits().perDay).toBe(BigInt(cap) * 100_000n)
    }
  })
})
