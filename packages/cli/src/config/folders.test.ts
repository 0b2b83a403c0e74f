import { describe, expect, test } from 'vitest'
import { foldersOf } from './folders.ts'

describe('foldersOf', () => {
  test('default: uses the XDG folders of the home', () => {
    expect(foldersOf({}, '/home/ann')).toEqual({
      config: '/home/ann/.config/fiq',
      state: '/home/ann/.local/state/fiq',
      cache: '/home/ann/.cache/fiq',
      runtime: '/home/ann/.local/state/fiq/run',
    })
  })

  test('behavior: XDG variables move them; relative ones are ignored', () => {
    const folders = foldersOf({ XDG_CONFIG_HOME: '/etc/ann', XDG_STATE_HOME: 'here' }, '/home/ann')
    expect(folders.config).toBe('/etc/ann/fiq')
    expect(folders.state).toBe('/home/ann/.local/state/fiq')
    expect(foldersOf({ XDG_RUNTIME_DIR: '/run/user/7' }, '/home/ann').runtime).toBe(
      '/run/user/7/fiq',
    )
  })

  test('behavior: FIQ_HOME is one folder for all, never below the current directory', () => {
    const env = { FIQ_HOME: '/srv/fiq', XDG_CONFIG_HOME: '/etc/ann', XDG_RUNTIME_DIR: '/run/7' }
    const folders = foldersOf(env, '/home/ann')
    expect(new Set(Object.values(folders))).toEqual(new Set(['/srv/fiq', '/srv/fiq/run']))
    expect(foldersOf({ FIQ_HOME: 'fiq-home' }, '/home/ann').config).toBe('/home/ann/fiq-home')
  })
})
