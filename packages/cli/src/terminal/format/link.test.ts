import { expect, test } from 'vitest'
import { linked } from './link.ts'

const screen = { interactive: true, colour: true }

test('default: adds an address to the text', () => {
  expect(linked('10-Q', 'https://www.sec.gov/a?b=1', screen)).toBe(
    '\u001b]8;;https://www.sec.gov/a?b=1\u001b\\10-Q\u001b]8;;\u001b\\',
  )
})

test.each([
  [undefined, screen],
  ['javascript:alert(1)', screen],
  ['file:///etc/passwd', screen],
  ['no address', screen],
  [`https://a.example/${'x'.repeat(2_000)}`, screen],
  ['https://a.example/', { interactive: false, colour: true }],
  ['https://a.example/', { interactive: true, colour: false }],
])('behavior: does not link %s', (address, where) => {
  expect(linked('text', address, where)).toBe('text')
})

test('behavior: an address cannot end the escape sequence', () => {
  const text = linked('x', 'https://a.example/\u001b\\\u0007\u009c', screen)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal would obey
  expect(text.slice(5, -10)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]{2}|\u0007|\u009c/)
})
