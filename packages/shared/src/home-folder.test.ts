import path from 'node:path'
import { expect, test } from 'vitest'
import { homeFolder } from './home-folder.ts'

const osWith = (home: string, ofUser: () => string) => ({
  homedir: () => home,
  userInfo: () => ({ homedir: ofUser() }),
})

test.each(['', 'here', '.'])('behavior: a HOME of %j is not used', (home) => {
  expect(
    homeFolder(
      osWith(home, () => '/home/u'),
      path,
    ),
  ).toBe('/home/u')
  const fails = () => {
    throw new Error('no entry')
  }
  expect(homeFolder(osWith(home, fails), path)).toBe(path.resolve(home))
})

test('default: an absolute HOME is the home folder', () => {
  expect(
    homeFolder(
      osWith('/home/v', () => '/home/u'),
      path,
    ),
  ).toBe('/home/v')
})
