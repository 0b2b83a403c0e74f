import { expect, test } from 'vitest'
import { owedError } from './owed-answers.ts'

const payment = { transaction: `0x${'c'.repeat(64)}` } as const

test.each([
  [0, 1],
  [1, 1],
  [1_000, 1],
  [1_001, 2],
  [1_999, 2],
  [3_600_000, 3_600],
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
])('default: a payer that must wait %i ms is told %i s, never less', (waitMs, seconds) => {
  const error = owedError(payment, { reason: 'down', tries: 3, waitMs })
  expect(error.retryAfterSeconds).toBe(seconds)
  const next = seconds === Infinity ? 'none' : `in ${seconds} s at the earliest`
  expect(error.facts).toContain(`Next try: ${next}`)
  expect(error.remedy?.includes('Claim the amount')).toBe(seconds === Infinity)
})
