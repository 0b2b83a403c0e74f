import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bareSoundKey, soundKey } from './sound-key.ts'

test.each([
  ['muhammad', 'mohamed'],
  ['sergey', 'sergei'],
  ['shcherbakov', 'scherbakov'],
  ['phillip', 'filip'],
])('default: %s sounds like %s', (one, other) => {
  expect(soundKey(one)).toBe(soundKey(other))
})

test('behavior: different names have different keys', () => {
  expect(soundKey('boris')).not.toBe(soundKey('benjamin'))
  expect(soundKey('estonia')).not.toBe(soundKey('ethiopia'))
})

test('behavior: a script without vowels matches its spelling with vowels', () => {
  expect(bareSoundKey('frnndw')).toBe(bareSoundKey('fernando'))
  expect(bareSoundKey('byryz')).toBe(bareSoundKey('perez'))
})

test('behavior: keys have no vowel after the first letter', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{0,16}$/), (word) => {
      expect(soundKey(word)).toMatch(/^a?[^aeiouy]*$/)
    }),
  )
})
