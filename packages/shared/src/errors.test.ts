import { describe, expect, test } from 'vitest'
import { errorKinds } from './error-codes/error-kinds.ts'
import { errorTable } from './error-table.ts'
import { FiqError } from './errors.ts'

describe('FiqError', () => {
  test('default: has the values of its table row', () => {
    const error = new FiqError('NO_WALLET', 'There is no wallet.')
    expect(error.toJSON()).toEqual({
      code: 'NO_WALLET',
      kind: 'wallet',
      message: 'There is no wallet.',
      facts: [],
      remedy: errorTable.NO_WALLET.remedy,
      funds: 'untouched',
    })
  })

  test('behavior: a specific value overrides the table', () => {
    const cause = new Error('ENOSPC')
    const error = new FiqError('INTERNAL', 'Failed.', {
      facts: ['x'],
      remedy: 'Do y.',
      funds: 'spent',
      cause,
    })
    expect(error).toMatchObject({
      facts: ['x'],
      remedy: 'Do y.',
      funds: 'spent',
      cause,
      status: 500,
    })
  })
})

describe('withFunds', () => {
  test('default: returns the same error of the same class, with other funds', () => {
    class Limited extends FiqError {
      readonly headers = { 'retry-after': '1' }
    }
    const error = new Limited('RATE_LIMITED', 'Too many.', { facts: ['x'], remedy: 'Wait.' })
    const risky = error.withFunds('at-risk')
    expect(risky).toBeInstanceOf(Limited)
    expect(risky.headers).toEqual({ 'retry-after': '1' })
    expect(risky.toJSON()).toEqual({ ...error.toJSON(), funds: 'at-risk' })
    expect([risky.message, error.funds]).toEqual(['Too many.', 'untouched'])
  })
})

describe('errorTable', () => {
  test.each(Object.entries(errorTable))(
    'behavior: %s is complete',
    (_, { kind, status, summary, remedy }) => {
      expect(errorKinds).toContain(kind)
      expect(status >= 200 && status < 600).toBe(true)
      expect(summary).toMatch(/^[A-Z].*\.$/)
      expect(remedy).toMatch(/^[A-Z].*\.$/)
    },
  )

  test('behavior: every kind is used', () => {
    const used = new Set(Object.values(errorTable).map(({ kind }) => kind))
    expect(errorKinds.filter((kind) => !used.has(kind))).toEqual([])
  })
})
