import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('error: an older Node gets the version that is needed, instead of an error of a module', () => {
  const older = `Object.defineProperty(process, 'versions', { value: { node: '20.1.0' } })`
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${older}`, join(import.meta.dirname, 'fiq-server.ts')],
    { encoding: 'utf8', env: {} },
  )
  expect([status, stderr]).toEqual([
    3,
    expect.stringMatching(/^fiq-server needs Node 24 or later; /),
  ])
})
