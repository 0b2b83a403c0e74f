import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../payment/testing/test-payer.ts'
import { writePrivate } from './write-private.ts'

test('default: uses mode 0600, and a second write replaces the whole file', () => {
  using folder = scratchFolder()
  writePrivate(join(folder.path, 'sub'), 'a', 'long text')
  writePrivate(join(folder.path, 'sub'), 'a', 'b')
  const { mode, size } = statSync(join(folder.path, 'sub', 'a'))
  expect([(mode & 0o777).toString(8), size]).toEqual(['600', 1])
})
