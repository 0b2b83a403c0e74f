import { FiqError } from '@fiq/shared/errors'
import { expect, test, vi } from 'vitest'
import { markDelivered } from './mark-delivered.ts'

test('default: marks the answer as delivered', () => {
  const delivered = vi.fn()
  markDelivered(delivered)
  expect(delivered).toHaveBeenCalledOnce()
})

test('error: a journal that cannot be written throws no error in a socket event', () => {
  const failed = () => {
    throw new FiqError('BUDGET_BUSY', 'Another process has locked the budget.')
  }
  expect(() => markDelivered(failed)).not.toThrow()
})
