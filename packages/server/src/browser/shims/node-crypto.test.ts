import { hash as nodes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hash } from './node-crypto.ts'

test('default: the browser hashes a text like the server', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const ours = hash('sha256', text, 'hex')
      expect(ours).toBe(nodes('sha256', text, 'hex'))
    }),
  )
})
