import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { homepage, version } from './version.ts'

test('default: are the version and the page of the package', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(version).toBe(manifest.version)
  expect(homepage).toBe(manifest.homepage ?? '')
})
