import { expect, test } from 'vitest'
import { isDeriving, whileDeriving } from './is-deriving.ts'

test('default: true from the start of a derivation to its end or failure', async () => {
  expect(isDeriving()).toBe(false)
  const { promise, reject } = Promise.withResolvers<void>()
  const one = whileDeriving(() => promise)
  const other = whileDeriving(async () => expect(isDeriving()).toBe(true))
  await other
  expect(isDeriving()).toBe(true)
  reject(new Error('failed'))
  await expect(one).rejects.toThrow('failed')
  expect(isDeriving()).toBe(false)
})
