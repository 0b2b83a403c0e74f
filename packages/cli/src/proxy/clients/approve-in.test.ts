import { describe, expect, test } from 'vitest'
import { confirmWindow, readApproveIn, showApproveIn } from './approve-in.ts'

test.each([
  ['terminal', undefined],
  ['client:0.05', 50_000n],
])('default: %s', (text, windowMax) => {
  expect(readApproveIn(text)).toBe(windowMax)
  expect(showApproveIn(windowMax)).toBe(text)
})

test.each([
  ['client', 'USAGE'],
  ['page', 'USAGE'],
  ['client:', 'USAGE'],
  ['client:-1', 'INVALID_AMOUNT'],
  ['client:0.0000001', 'INVALID_AMOUNT'],
])('error: %s is refused: %s', (text, code) => {
  expect(() => readApproveIn(text)).toThrow(expect.objectContaining({ code }))
})

describe('confirmWindow', () => {
  test('error: a window may decide only after a confirmation on a terminal', async () => {
    const never = () => Promise.reject(new Error('asked'))
    await confirmWindow('ann', undefined, { canPrompt: false, confirm: never })
    await expect(
      confirmWindow('ann', 1n, { canPrompt: false, confirm: never }),
    ).rejects.toMatchObject({ code: 'APPROVAL_NEEDED' })
    await expect(
      confirmWindow('ann', 1n, { canPrompt: true, confirm: async () => false }),
    ).rejects.toMatchObject({ code: 'DECLINED' })
    await confirmWindow('ann', 1n, { canPrompt: true, confirm: async () => true })
  })
})
