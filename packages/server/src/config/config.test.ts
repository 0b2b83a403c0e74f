import { describe, expect, test } from 'vitest'
import { isHttpUrl, isNetwork, readConfig } from './config.ts'
import { settings } from './settings.ts'

test('behavior: a setting has the name of its flag', () => {
  const camelCased = (flag: string) =>
    flag
      .split(' ')[0]!
      .slice(2)
      .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  expect(Object.keys(settings)).toEqual(Object.values(settings).map(({ flag }) => camelCased(flag)))
})

describe('readConfig', () => {
  test('default: is complete without any setting', () => {
    expect(readConfig({}, {})).toEqual({
      personal: false,
      host: '127.0.0.1',
      port: 4020,
      dataDir: '.fiq',
      upstream: { mode: 'sandbox' },
      stalePrices: 'mark',
      database: undefined,
      redis: undefined,
      facilitator: { mode: 'devnet' },
      rpcUrl: undefined,
      settlerKeyFile: undefined,
      shutdownSeconds: 30,
      replaceAfter: 10,
      etherPriceMax: 5_000,
      gasShareMax: 50,
      gasHourMax: 25,
      gasAlarm: 1_000,
      dataFeeMax: 100,
      finalityDepth: undefined,
      serveFacilitator: false,
      settlement: 'sync',
      exposureLimit: 1_000_000n,
      newWalletExposure: 0n,
      unpaidFetches: 60,
      payTo: undefined,
      changePayTo: false,
      playMoney: false,
      mcpPaymentExtension: true,
      answerBudget: 40_000,
      publicUrl: undefined,
      rateLimit: 6_000,
      googleClientId: undefined,
      googleClientSecretFile: undefined,
      googleIssuer: 'https://accounts.google.com',
      trustProxy: false,
      traces: undefined,
      largeAnswers: 4_096,
      keepAnswers: 24,
      logLevel: 'info',
    })
  })

  test('behavior: priority: flag, variable, default', () => {
    const environment = {
      FIQ_PORT: '5000',
      FIQ_UPSTREAM: 'mirror:/data',
      FIQ_PUBLIC_URL: 'https://fiq.example/',
    }
    expect(readConfig({ port: '0' }, environment)).toMatchObject({
      port: 0,
      upstream: { mode: 'mirror', folder: '/data' },
      publicUrl: 'https://fiq.example',
    })
  })

  test('behavior: trusts proxies by distance or by address', () => {
    expect(readConfig({ trustProxy: '10.0.0.0/8, ::1' }, {}).trustProxy).toEqual([
      '10.0.0.0/8',
      '::1',
    ])
    const { trustProxy } = readConfig({ trustProxy: '2' }, {})
    const isTrusted = trustProxy as (address: string, hop: number) => boolean
    expect([0, 1, 2].map((hop) => isTrusted('192.0.2.1', hop))).toEqual([true, true, false])
  })

  test("behavior: accepts the platforms' name for the database; our name has priority", () => {
    const url = 'postgres://fiq:secret@db.example/fiq'
    expect(readConfig({}, { DATABASE_URL: url }).database).toBe(url)
    expect(readConfig({}, { DATABASE_URL: url, FIQ_DATABASE: '' }).database).toBeUndefined()
    expect(readConfig({ database: url }, { FIQ_DATABASE: '' }).database).toBe(url)
  })

  test("behavior: accepts the platforms' name for Redis too", () => {
    const url = 'rediss://:secret@cache.example:6380/2'
    expect(readConfig({}, { REDIS_URL: url }).redis).toBe(url)
    expect(readConfig({}, { REDIS_URL: url, FIQ_REDIS: '' }).redis).toBeUndefined()
    expect(readConfig({ redis: url }, {}).redis).toBe(url)
  })

  test('behavior: the facilitator is a built-in one, or an address', () => {
    const read = (facilitator: string) => readConfig({ facilitator }, {}).facilitator
    expect(read('local')).toEqual({ mode: 'local' })
    expect(read('https://facilitator.example/v2/')).toEqual({
      mode: 'remote',
      url: 'https://facilitator.example/v2',
    })
  })

  test('behavior: a flag without a value is on', () => {
    // The value that commander gives for a flag without an argument.
    const bare = { serveFacilitator: true } as unknown as Record<'serveFacilitator', string>
    expect(readConfig(bare, {}).serveFacilitator).toBe(true)
    expect(readConfig({}, { FIQ_SERVE_FACILITATOR: '1' }).serveFacilitator).toBe(true)
    expect(readConfig({}, { FIQ_SERVE_FACILITATOR: 'off' }).serveFacilitator).toBe(false)
  })

  test.each([
    [{ facilitator: 'mainnet' }, '--facilitator must be devnet, local or the https:// address'],
    [
      { rpcUrl: 'wss://node.example/v2/secret' },
      '--rpc-url must be an http:// or https:// address; it is "wss://node.example/…".',
    ],
    [{ serveFacilitator: 'perhaps' }, '--serve-facilitator must be on or off'],
    [{ port: 'x' }, '--port must be a whole number from 0 to 65535; it is "x".'],
    [{ port: '1.5' }, '--port must be a whole number'],
    [{ port: '' }, '--port must be a whole number'],
    [{ port: '70000' }, '--port must be a whole number from 0 to 65535; it is "70000".'],
    [
      { upstream: 'mirror:' },
      '--upstream must be sandbox, mirror:FOLDER or live; it is "mirror:".',
    ],
    [
      { database: 'mysql://fiq:secret@host/fiq' },
      '--database must be empty or a postgres:// address; it is "mysql://…@host/fiq".',
    ],
    [
      { redis: 'http://fiq:secret@host/?password=secret' },
      '--redis must be empty or a redis:// or rediss:// address; it is "http://…@host/".',
    ],
    [{ payTo: 'bob' }, '--pay-to'],
    [{ publicUrl: 'ftp://x' }, '--public-url must be empty or an https:// address'],
    [{ logLevel: 'loud' }, '--log-level must be silent, error, warn, info or debug'],
    [{ host: '' }, '--host must not be empty'],
    [{ rateLimit: '0' }, '--rate-limit'],
    [{ keepAnswers: '23' }, '--keep-answers must be a whole number from 24 to 8760'],
    [{ answerBudget: '5' }, '--answer-budget must be 0 or at least'],
    [{ largeAnswers: '511' }, '--large-answers'],
    [{ googleIssuer: 'http://accounts.example' }, '--google-issuer must be the https:// address'],
    [{ trustProxy: '10.0.0.0/33' }, '--trust-proxy'],
    [{ trustProxy: 'everyone' }, '--trust-proxy'],
  ])('error: %j names the flag and the value', (flags, message) => {
    expect(() => readConfig(flags, {})).toThrow(
      expect.objectContaining({
        code: 'CONFIGURATION_INVALID',
        kind: 'configuration',
        message: expect.stringContaining(message),
      }),
    )
  })
})

test('default: accepts only web addresses', () => {
  expect(['http://a', 'https://a/b?c', 'ftp://a', 'a', ''].map(isHttpUrl)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('default: accepts addresses and networks of both families, within their bits', () => {
  const networks = ['10.0.0.1', '10.0.0.0/8', '10.0.0.0/33', '::1', 'fd00::/128', 'fd00::/129']
  expect(networks.map(isNetwork)).toEqual([true, true, false, true, true, false])
  expect(['', 'localhost', '10.0.0.0/8/8', '10.0.0.0/'].map(isNetwork)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
