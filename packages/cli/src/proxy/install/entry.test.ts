import { expect, test } from 'vitest'
import { entryFor } from './entry.ts'

const world = {
  program: ['/usr/bin/node', '/opt/fiq.cjs'],
  env: {},
  home: '/home/u',
  serverUrl: 'https://fiq.example',
  isPersonal: false,
  profile: 'default',
}

test('default: names client and server, but none of the usual folders', () => {
  expect(entryFor('cursor', world)).toEqual({
    command: '/usr/bin/node',
    args: ['/opt/fiq.cjs', 'mcp', '--client', 'cursor', '--url', 'https://fiq.example'],
  })
})

test("behavior: includes unusual folders; the user's own server is found by its file", () => {
  const env = { FIQ_HOME: 'fiq', XDG_STATE_HOME: '/s', FIQ_WALLET_PASSPHRASE: 'secret' }
  const moved = entryFor('cursor', { ...world, env, isPersonal: true, profile: 'work' })
  expect(moved.args).toEqual(['/opt/fiq.cjs', 'mcp', '--client', 'cursor', '--profile', 'work'])
  expect(moved.env).toEqual({ FIQ_HOME: '/home/u/fiq' })
  const xdg = { XDG_RUNTIME_DIR: '/run/user/1000', XDG_STATE_HOME: 'relative' }
  expect(entryFor('cursor', { ...world, env: xdg }).env).toEqual({
    XDG_RUNTIME_DIR: '/run/user/1000',
  })
})
