import { errorKinds } from '@fiq/shared/error-codes/error-kinds'
import { errorTable } from '@fiq/shared/errors'
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
  test('default: every kind of error has its own code', () => {
    expect(Object.keys(exitCodes).sort()).toEqual([...errorKinds].sort())
    const codes = exitCodeTable().map(({ exit }) => exit)
    expect(new Set(codes).size).toBe(codes.length)
  })

  test('behavior: has the published numbers', () => {
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

  test('behavior: the table is in the order of the codes, beginning with success', () => {
    const codes = exitCodeTable().map(({ exit }) => exit)
    expect(codes).toEqual([...codes].sort((a, b) => a - b))
    expect(codes[0]).toBe(0)
  })

  test('behavior: never marks a refusal by the user or by a limit as retryable', () => {
    for (const kind of ['usage', 'policy', 'declined', 'funds', 'partial'] as const)
      expect(retryableKinds).not.toContain(kind)
  })

  test('behavior: exempts a code only if its kind is retryable', () => {
    for (const code of neverRetryable) {
      const { kind } = errorTable[code]
      expect(retryableKinds).toContain(kind)
      expect(isRetryable({ code, kind })).toBe(false)
    }
    expect(isRetryable({ code: 'UPSTREAM_UNAVAILABLE', kind: 'server' })).toBe(true)
  })
})
