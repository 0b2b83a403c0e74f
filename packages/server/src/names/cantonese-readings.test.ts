import { expect, test } from 'vitest'
import { cantoneseReading } from './cantonese-readings.ts'

test.each([
  ['國', 'gwok'],
  ['国', 'gwok'],
  ['吳', 'ng'],
  ['a', undefined],
])('default: reads %s as %s', (character, reading) => {
  expect(cantoneseReading(character)).toBe(reading)
})
