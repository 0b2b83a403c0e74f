import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { retryIfRefused } from './retry-if-refused.ts'

test('default: does not start a pull again that another process began', async () => {
  expect(await retryIfRefused(Promise.resolve(1), async () => 2)).toBe(1)
})

test("behavior: starts again if another caller's budget refused it, otherwise fails alike", async () => {
  const refused = Promise.reject(new FiqError('RATE_LIMITED', 'over'))
  expect(await retryIfRefused(refused, async () => 2)).toBe(2)
  const down = Promise.reject(new FiqError('UPSTREAM_UNAVAILABLE', 'down'))
  await expect(retryIfRefused(down, async () => 2)).rejects.toThrow('down')
})
