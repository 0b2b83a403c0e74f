import { FiqError } from '@fiq/shared/errors'
import { expect, test, vi } from 'vitest'
import { markDelivered } from './mark-delivered.ts'

test('default: marks', () => {
  const delivered = vi.fn()
  markDelivered(delivered)
  expect(delivered).toHaveBeenCalledOnce()
})

test('error: a journal that cannot be written throws nothing into the event of a socket', () => {
  const failed = () => {
    throw new FiqError('BUDGET_BUSY', 'Another process has locked the budget.')
  }
  expect(() => markDelivered(failed)).not.toThrow()
})
