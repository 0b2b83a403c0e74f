import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('error: --version with an unwritable output exits with 15 and a message', () => {
  // Like a closed descriptor, which bin/fiq replaces.
  const output = openSync('/dev/null', 'r')
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'fiq.ts'), '--version'],
    { encoding: 'utf8', env: {}, stdio: ['ignore', output, 'pipe'] },
  )
  closeSync(output)
  expect([status, stderr]).toEqual([15, expect.stringContaining('EBADF')])
})
