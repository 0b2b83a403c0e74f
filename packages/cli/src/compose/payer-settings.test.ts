import { expect, test } from 'vitest'
import type { Folders } from '../config/folders.ts'
import type { Settings } from '../config/settings.ts'
import { payerSettings } from './payer-settings.ts'
import type { World } from './world.ts'

const folders = { config: '/c', state: '/s', runtime: '/r', cache: '/k' } as Folders
const settings = { url: 'http://localhost:4020', profile: 'default' } as Settings

const settingsOf = (
  flags: Readonly<Record<string, unknown>> = {},
  env: World['env'] = {},
  platform: World['platform'] = 'linux',
) =>
  payerSettings({ env, platform, program: ['node', 'fiq'] } as unknown as World, flags, {
    folders,
    settings,
  })

test('default: takes folders and server from the settings, secrets from the environment', () => {
  const env = { FIQ_WALLET_PASSPHRASE: 'correct horse', FIQ_PRIVATE_KEY: '' }
  expect(settingsOf({ passphraseFd: '3' }, env)).toEqual({
    configDir: '/c',
    stateDir: '/s',
    serverUrl: new URL('http://localhost:4020'),
    profile: 'default',
    secrets: { passphrase: 'correct horse', passphraseFd: 3, allowEnvKey: false },
    agent: { folder: '/r', program: ['node', 'fiq'], env },
  })
})

test('behavior: there is no agent for unlocked wallets on Windows', () => {
  expect(settingsOf({}, {}, 'win32')).not.toHaveProperty('agent')
})

test('error: a node must be reached over https, or on this machine', () => {
  expect(settingsOf({ rpcUrl: 'https://node.example/key' }).rpcUrl?.host).toBe('node.example')
  expect(settingsOf({ rpcUrl: 'http://127.0.0.1:8545' }).rpcUrl?.port).toBe('8545')
  for (const rpcUrl of ['http://node.example', 'node.example'])
    expect(() => settingsOf({ rpcUrl })).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
    )
})
