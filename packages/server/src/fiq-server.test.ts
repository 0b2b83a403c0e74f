import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Starts the program after this code. */
function startedAfter(code: string) {
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(code)}`,
      join(import.meta.dirname, 'fiq-server.ts'),
    ],
    { encoding: 'utf8', env: {} },
  )
  return [status, stderr]
}

test('error: an older Node gets the version that is needed, instead of an error of a module', () => {
  const older = `Object.defineProperty(process, 'versions', { value: { node: '20.1.0' } })`
  expect(startedAfter(older)).toEqual([
    3,
    expect.stringMatching(/^fiq-server needs Node 24 or later; .*\nInstall Node 24, then .* again/),
  ])
})

test('error: an installation by an older Node gets the remedy, instead of an error of a module', () => {
  const incomplete = `
    import { registerHooks } from 'node:module'
    registerHooks({
      resolve(name, context, next) {
        if (name !== '@nomicfoundation/edr') return next(name, context)
        throw new Error('Cannot find native binding. npm has a bug')
      },
    })`
  expect(startedAfter(incomplete)).toEqual([
    3,
    expect.stringMatching(/^fiq-server lacks a native part .*\nInstall fiq-server again/),
  ])
})
