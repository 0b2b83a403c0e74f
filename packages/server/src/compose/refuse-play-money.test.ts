import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import type { SettingName } from '../config/settings.ts'
import { refusePlayMoney } from './refuse-play-money.ts'

type Flags = Partial<Record<SettingName, string>>
const check = (flags: Flags) => () => refusePlayMoney(readConfig(flags, {}))
const live = { upstream: 'live' }
const local = { facilitator: 'local', payTo: `0x${'12'.repeat(20)}` }

test.each<Flags>([
  {},
  { publicUrl: 'https://fiq.example', host: '0.0.0.0' },
  { upstream: 'mirror:x' },
  { upstream: 'mirror:x', publicUrl: 'http://localhost:4020' },
  { ...live, playMoney: 'on' },
  { ...live, playMoney: 'on', publicUrl: 'http://127.0.0.1:4020', host: '::1' },
  { ...live, ...local, publicUrl: 'https://fiq.example', host: '0.0.0.0' },
])('default: %o may start', (flags) => {
  expect(check(flags)).not.toThrow()
})

test('error: live data on the devnet needs --play-money', () => {
  expect(check(live)).toThrow(
    expect.objectContaining({
      code: 'CONFIGURATION_INVALID',
      message: expect.stringContaining('--upstream live on the embedded devnet'),
      remedy: expect.stringContaining('--play-money or FIQ_PLAY_MONEY=on'),
    }),
  )
})

test.each<[Flags, string]>([
  [{ ...live, playMoney: 'on', publicUrl: 'https://fiq.example' }, '--public-url'],
  [{ ...live, playMoney: 'on', host: '0.0.0.0' }, '--host 0.0.0.0'],
  [{ upstream: 'mirror:x', publicUrl: 'https://fiq.example' }, '--public-url'],
  [{ upstream: 'mirror:x', host: '::' }, '--host ::'],
])('error: a devnet that others can reach serves only the sandbox: %o', (flags, named) => {
  expect(check(flags)).toThrow(
    expect.objectContaining({
      code: 'CONFIGURATION_INVALID',
      message: expect.stringMatching(new RegExp(`^${named}.*sandbox only`)),
    }),
  )
})
