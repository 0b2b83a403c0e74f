import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { getBuiltinModule } from './get-builtin-module.ts'

test('default: hashes a text like Node', () => {
  expect(getBuiltinModule('node:crypto').hash('sha256', 'é', 'hex')).toBe(
    hash('sha256', 'é', 'hex'),
  )
})
