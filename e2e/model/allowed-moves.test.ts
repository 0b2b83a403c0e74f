import { expect, test } from 'vitest'
import { forbiddenMove, forbiddenPurchaseMove, leaseFault } from './allowed-moves.ts'

test('default: changes of the tables are allowed, and others are named', () => {
  expect(forbiddenMove('', 'claimed')).toBeUndefined()
  expect(forbiddenMove('answered', 'failed')).toBe('answered > failed')
  expect(forbiddenPurchaseMove('', 'reserved')).toBeUndefined()
  expect(forbiddenPurchaseMove('settled', 'answered')).toBeUndefined()
  expect(forbiddenPurchaseMove('settled', 'unknown')).toBe('settled > unknown')
  expect(forbiddenPurchaseMove('void', 'signed')).toBe('void > signed')
})

test('default: a lease is taken when it is free, and renewed and released by its holder', () => {
  const held = { holder: 'a', token: 1, until: 10 }
  expect(leaseFault(undefined, held, 5)).toBeUndefined()
  expect(leaseFault(held, { ...held, until: 15 }, 9)).toBeUndefined()
  expect(leaseFault(held, { ...held, until: 7 }, 7)).toBeUndefined()
  expect(leaseFault(held, { holder: 'b', token: 2, until: 15 }, 10)).toBeUndefined()
  expect(leaseFault(held, { holder: 'a', token: 2, until: 15 }, 10)).toBeUndefined()
})

test('error: a lease is taken early, renewed late, or with a wrong token', () => {
  const held = { holder: 'a', token: 1, until: 10 }
  expect(leaseFault(held, { holder: 'b', token: 2, until: 15 }, 9)).toMatch('while a held it')
  expect(leaseFault(held, { ...held, until: 15 }, 10)).toMatch('after its end')
  expect(leaseFault(held, { holder: 'b', token: 3, until: 15 }, 10)).toMatch('token 3 after 1')
  expect(leaseFault(held, { holder: 'b', token: 1, until: 15 }, 9)).toMatch('the token of a')
})
