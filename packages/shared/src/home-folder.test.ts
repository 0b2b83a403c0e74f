import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { homeFolder } from './home-folder.ts'

test.each(['', 'here', '.'])('behavior: a HOME of %j is not used', (home) => {
  expect(homeFolder(home, () => '/home/u')).toBe('/home/u')
  const fails = () => {
    throw new Error('no entry')
  }
  expect(homeFolder(home, fails)).toBe(resolve(home))
})

test('default: an absolute HOME is the home folder', () => {
  expect(homeFolder('/home/v', () => '/home/u')).toBe('/home/v')
})
