import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeHeader, encodeHeader, headerCharactersMax } from './header-codec.ts'

test('behavior: any JSON round-trips, in base64 and in base64url', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = encodeHeader(value)
      fc.pre(text.length <= headerCharactersMax)
      expect(text).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
      const plain = JSON.parse(JSON.stringify(value)) as unknown
      expect(decodeHeader(text)).toEqual(plain)
      expect(
        decodeHeader(text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')),
      ).toEqual(plain)
    }),
  )
})

test('error: fuzz: foreign bytes never throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()),
      (text) => void decodeHeader(text),
    ),
  )
})
