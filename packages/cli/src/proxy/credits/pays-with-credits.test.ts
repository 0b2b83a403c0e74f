import { expect, test } from 'vitest'
import { paysWithCredits } from './pays-with-credits.ts'

test.each([
  ['no account', undefined, false],
  ['no key', async () => undefined, false],
  ['a key', async () => 'fiq_key', true],
  ['a key in a locked keychain', () => Promise.reject(new Error('locked')), true],
])('default: %s: %s', async (_, key, pays) => {
  expect(await paysWithCredits({ account: key && { key } })).toBe(pays)
})
