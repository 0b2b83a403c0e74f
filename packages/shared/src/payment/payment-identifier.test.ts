import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identifierOffer, identifierSchema } from './payment-identifier.ts'

const idOf = (id: unknown) => identifierSchema.safeParse({ info: { required: false, id } })

test('default: accepts 16 to 128 letters, digits, hyphens and underscores', () => {
  const id = fc.stringMatching(/^[A-Za-z0-9_-]{16,128}$/)
  fc.assert(
    fc.property(id, (text) => {
      expect(idOf(text).data?.info?.id).toBe(text)
    }),
  )
})

test('behavior: an offer that is echoed unchanged names no payment', () => {
  expect(identifierSchema.parse(identifierOffer).info?.id).toBeUndefined()
  expect(identifierSchema.parse({}).info).toBeUndefined()
})

test.each(['x'.repeat(15), 'x'.repeat(129), `${'x'.repeat(16)}\n`, 'pay 1234567890123', 7, null])(
  'error: refuses the id %j',
  (id) => expect(idOf(id).success).toBe(false),
)

test('error: any value gives a valid id or nothing', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      const id = identifierSchema.safeParse(json).data?.info?.id
      if (id !== undefined) expect(id).toMatch(/^[\w-]{16,128}$/)
    }),
  )
})
