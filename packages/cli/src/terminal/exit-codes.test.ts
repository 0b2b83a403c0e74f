import { errorKinds, errorTable } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import {
  exitCodes,
  exitCodeTable,
  isRetryable,
  neverRetryable,
  otherExitCodes,
  retryableKinds,
} from './exit-codes.ts'

describe('exitCodes', () => {
  test('default: every kind of error has one, and no two kinds share one', () => {
    expect(Object.keys(exitCodes).sort()).toEqual([...errorKinds].sort())
    const codes = exitCodeTable().map(({ exit }) => exit)
    expect(new Set(codes).size).toBe(codes.length)
  })

  test('behavior: the published numbers', () => {
    expect(
      Object.fromEntries(Object.entries(exitCodes).map(([kind, { exit }]) => [kind, exit])),
    ).toEqual({
      internal: 1,
      usage: 2,
      configuration: 3,
      wallet: 4,
      network: 5,
      server: 6,
      policy: 7,
      declined: 8,
      funds: 9,
      rejected: 10,
      'outcome-unknown': 11,
      'rate-limited': 12,
      'tier-denied': 13,
      partial: 14,
      output: 15,
      'budget-busy': 75,
      cancelled: 130,
    })
    expect(otherExitCodes.ok.exit).toBe(0)
    expect(otherExitCodes.hungUp.exit).toBe(129)
    expect(otherExitCodes.terminated.exit).toBe(143)
  })

  test('behavior: the table is in the order of the codes, from success on', () => {
    const codes = exitCodeTable().map(({ exit }) => exit)
    expect(codes).toEqual([...codes].sort((a, b) => a - b))
    expect(codes[0]).toBe(0)
  })

  test('behavior: a refusal of the user or of a limit is never called retryable', () => {
    for (const kind of ['usage', 'policy', 'declined', 'funds', 'partial'] as const)
      expect(retryableKinds).not.toContain(kind)
  })

  test('behavior: a code is taken out only where its kind would be retried', () => {
    for (const code of neverRetryable) {
      const { kind } = errorTable[code]
      expect(retryableKinds).toContain(kind)
      expect(isRetryable({ code, kind })).toBe(false)
    }
    expect(isRetryable({ code: 'UPSTREAM_UNAVAILABLE', kind: 'server' })).toBe(true)
  })
})
