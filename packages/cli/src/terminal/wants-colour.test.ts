import { expect, test } from 'vitest'
import { wantsColour } from './wants-colour.ts'

test.each<[Record<string, string>, boolean, boolean]>([
  [{}, true, true],
  [{ NO_COLOR: '' }, true, true],
  [{ TERM: 'xterm-256color' }, true, true],
  [{ NO_COLOR: '0' }, true, false],
  [{ TERM: 'dumb' }, true, false],
  [{}, false, false],
])('default: with %j and the option %s: %s', (env, isAllowed, wants) => {
  expect(wantsColour(env, isAllowed)).toBe(wants)
})
