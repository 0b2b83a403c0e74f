import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('error: --version on an output that cannot be written is exit 15, with a word', () => {
  // As bin/fiq makes a closed descriptor.
  const output = openSync('/dev/null', 'r')
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'fiq.ts'), '--version'],
    { encoding: 'utf8', env: {}, stdio: ['ignore', output, 'pipe'] },
  )
  closeSync(output)
  expect([status, stderr]).toEqual([15, expect.stringContaining('EBADF')])
})
