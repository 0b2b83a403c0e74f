import { expect, test } from 'vitest'
import { isAscii, toAscii } from './is-ascii.ts'

test.each([
  [{}, false],
  [{ LANG: 'en_US.UTF-8' }, false],
  [{ LANG: 'C.utf8' }, false],
  [{ LANG: 'C' }, true],
  [{ LANG: 'de_DE.UTF-8', LC_ALL: 'POSIX' }, true],
  [{ LC_CTYPE: 'en_US.ISO-8859-1' }, true],
  [{ LANG: 'en_US.UTF-8', TERM: 'linux' }, true],
])('default: %j', (env, expected) => {
  expect(isAscii(env)).toBe(expected)
})

test('behavior: replaces one character by one, so that columns stay aligned', () => {
  expect(toAscii('AAPL – 3 · 4 … Société')).toBe('AAPL - 3 - 4 ~ Soci?t?')
})
