import { expect, test } from 'vitest'
import { createPayee } from './payee.ts'
import { memoryStorage } from './testing/memory-storage.ts'

const [first, second] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]

test('default: the first payment pins the payee, in any letter case', () => {
  const storage = memoryStorage()
  createPayee(storage).pin(first)
  expect(createPayee(storage).pinned()).toBe(first)
  createPayee(storage).check(first.toUpperCase().replace('X', 'x'))
})

test('error: another payee is refused until the first one is forgotten', () => {
  const payee = createPayee(memoryStorage())
  payee.pin(first)
  const refusal = expect.objectContaining({
    code: 'PAYEE_CHANGED',
    facts: [`Paid before: ${first}`, `Requested now: ${second}`],
  })
  expect(() => payee.check(second)).toThrow(refusal)
  expect(() => payee.pin(second)).toThrow(refusal)
  payee.forget()
  payee.pin(second)
  expect(payee.pinned()).toBe(second)
})
