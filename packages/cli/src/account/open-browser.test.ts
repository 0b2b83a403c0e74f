import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { openBrowser } from './open-browser.ts'

/** A program that starts, or does not exist. */
function runs(event: 'spawn' | 'error') {
  const calls: unknown[] = []
  const run = (program: string, words: string[]) => {
    calls.push([program, ...words])
    const child = Object.assign(new EventEmitter(), { unref() {} })
    queueMicrotask(() => child.emit(event, new Error('ENOENT')))
    return child
  }
  return { run: run as never, calls }
}

const address = 'https://fiq.example/auth/google?a=1&b=$(id)'

test.each([
  ['linux', { DISPLAY: ':0' }, ['xdg-open', address]],
  ['linux', { WAYLAND_DISPLAY: 'w' }, ['xdg-open', address]],
  ['darwin', {}, ['open', address]],
  ['win32', {}, ['rundll32', 'url.dll,FileProtocolHandler', address]],
])('default: %s %j with the address as a separate argument', async (platform, env, called) => {
  const { run, calls } = runs('spawn')
  expect(await openBrowser(address, { platform, env }, run)).toBe(true)
  expect(calls).toEqual([called])
})

test('behavior: starts nothing without a desktop', async () => {
  const { run, calls } = runs('spawn')
  expect(await openBrowser(address, { platform: 'linux', env: {} }, run)).toBe(false)
  expect(calls).toEqual([])
})

test('behavior: reports that no program opens addresses', async () => {
  const { run } = runs('error')
  expect(await openBrowser(address, { platform: 'darwin', env: {} }, run)).toBe(false)
})
