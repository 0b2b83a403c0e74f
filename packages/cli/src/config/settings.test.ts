import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkSetting, resolveSettings } from './settings.ts'
import { testSettings } from './testing/test-settings.ts'

const none = { list: () => ({}), current: () => undefined }
const held = (settings: Record<string, string>, profile?: string) => ({
  list: () => settings,
  current: () => profile,
})

describe('resolveSettings', () => {
  test('default: uses a server on this machine, without a key and without a price cap', () => {
    expect(resolveSettings({ flags: {}, env: {}, stored: none })).toEqual({
      ...testSettings,
      origins: [
        { name: 'url', value: 'http://127.0.0.1:4020', from: 'default' },
        { name: 'pay-with', value: 'credits', from: 'default' },
        { name: 'profile', value: 'default', from: 'default' },
      ],
    })
  })

  test('behavior: shows the origin of each value, and never a key', () => {
    const { origins } = resolveSettings({
      flags: { wallet: 'main' },
      env: { FIQ_API_KEY: 'fiq_secret' },
      stored: held({ 'max-spend': '0.1' }),
    })
    expect(origins).toEqual([
      { name: 'url', value: 'http://127.0.0.1:4020', from: 'default' },
      { name: 'max-spend', value: '0.1', from: 'config max-spend' },
      { name: 'pay-with', value: 'credits', from: 'default' },
      { name: 'wallet', value: 'main', from: '--wallet' },
      { name: 'profile', value: 'default', from: 'default' },
      { name: 'api-key', value: '(set)', from: 'FIQ_API_KEY' },
    ])
  })

  test('behavior: a price cap approves payments only on the command line', () => {
    const approves = (flags: object, env: object, kept: Record<string, string> = {}) =>
      resolveSettings({ flags: { ...flags }, env: { ...env }, stored: held(kept) }).maxPriceApproves
    expect(approves({ maxSpend: '1' }, {})).toBe(true)
    expect(approves({ maxPrice: '1' }, {})).toBe(true)
    expect(approves({}, { FIQ_MAX_PRICE: '1' })).toBeUndefined()
    expect(approves({}, {}, { 'max-spend': '1' })).toBeUndefined()
  })

  test('behavior: --max-spend and its old name --max-price are one cap', () => {
    const cap = (flags: object) =>
      resolveSettings({ flags: { ...flags }, env: { FIQ_MAX_PRICE: '9' }, stored: none })
    for (const [flags, from] of [
      [{ maxSpend: '0.3' }, '--max-spend'],
      [{ maxPrice: '0.3' }, '--max-price'],
      [{ maxSpend: '0.3', maxPrice: '0.3' }, '--max-spend'],
    ] as const)
      expect(cap(flags)).toMatchObject({
        maxPrice: 300_000n,
        origins: expect.arrayContaining([{ name: 'max-spend', value: '0.3', from }]),
      })
    expect(() => cap({ maxSpend: '0.3', maxPrice: '0.4' })).toThrow(
      expect.objectContaining({ code: 'USAGE', remedy: 'Use only --max-spend.' }),
    )
  })

  test('behavior: uses the profile of the file unless one is named', () => {
    const stored = held({}, 'work')
    expect(resolveSettings({ flags: {}, env: {}, stored })).toMatchObject({
      profile: 'work',
      origins: expect.arrayContaining([{ name: 'profile', value: 'work', from: 'config profile' }]),
    })
    const named = resolveSettings({ flags: {}, env: { FIQ_PROFILE: 'home' }, stored })
    expect(named.profile).toBe('home')
  })

  test('behavior: priority: flag, environment, profile, default', () => {
    const env = { FIQ_URL: 'https://env.example', FIQ_MAX_PRICE: '0.2' }
    const stored = held({ url: 'https://held.example', 'max-spend': '0.1' })
    const url = (flags: object, variables: object) =>
      resolveSettings({ flags: { ...flags }, env: { ...variables }, stored })
    expect(url({ url: 'https://flag.example/', maxPrice: '0.3' }, env)).toMatchObject({
      url: 'https://flag.example',
      maxPrice: 300_000n,
    })
    expect(url({}, env)).toMatchObject({ url: 'https://env.example', maxPrice: 200_000n })
    expect(url({}, { FIQ_URL: '' })).toMatchObject({
      url: 'https://held.example',
      maxPrice: 100_000n,
    })
  })

  test('behavior: the selected profile determines the stored settings', () => {
    const stored = {
      list: (profile: string): Record<string, string> =>
        profile === 'work' ? { url: 'https://work.example' } : {},
      current: () => undefined,
    }
    const settings = resolveSettings({ flags: {}, env: { FIQ_PROFILE: 'work' }, stored })
    expect(settings).toMatchObject({ profile: 'work', url: 'https://work.example' })
  })

  test.each([
    'ftp://a.example',
    'nonsense',
    'https://ann:secret@a.example',
    'https://a.example/?x=1',
    'http://a.example',
    'http://127.0.0.1.a.example',
  ])('error: refuses %s as a paid address', (url) => {
    expect(() => resolveSettings({ flags: { url }, env: {}, stored: none })).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION_INVALID', facts: ['Given by: --url'] }),
    )
  })

  test('error: refuses an amount that would be rounded, and a key with a line break', () => {
    expect(() =>
      resolveSettings({ flags: {}, env: { FIQ_MAX_PRICE: '0.0000001' }, stored: none }),
    ).toThrow(expect.objectContaining({ code: 'CONFIGURATION_INVALID' }))
    const key = () =>
      resolveSettings({ flags: {}, env: { FIQ_API_KEY: 'fiq_secret\nx: y' }, stored: none })
    expect(key).toThrow(expect.objectContaining({ code: 'CONFIGURATION_INVALID' }))
    expect(key).not.toThrow(/secret/)
  })

  test.each([
    ['--max-spend', { maxSpend: 'abc' }, {}, {}, 'INVALID_AMOUNT', 'usage'],
    ['--max-price', { maxPrice: 'abc' }, {}, {}, 'INVALID_AMOUNT', 'usage'],
    ['FIQ_MAX_PRICE', {}, { FIQ_MAX_PRICE: 'abc' }, {}, 'CONFIGURATION_INVALID', 'configuration'],
    ['config max-spend', {}, {}, { 'max-spend': 'a' }, 'CONFIGURATION_INVALID', 'configuration'],
  ] as const)('error: refuses %s as an amount', (from, flags, env, kept, code, kind) => {
    expect(() => resolveSettings({ flags, env, stored: held({ ...kept }) })).toThrow(
      expect.objectContaining({ code, kind, facts: [`Given by: ${from}`] }),
    )
  })

  test('property: refuses plain http for any name of another host', () => {
    fc.assert(
      fc.property(fc.domain(), (host) => {
        const resolve = () =>
          resolveSettings({ flags: { url: `http://${host}` }, env: {}, stored: none })
        expect(resolve).toThrow(expect.objectContaining({ code: 'CONFIGURATION_INVALID' }))
      }),
    )
  })
})

describe('checkSetting', () => {
  test('default: returns the value to store', () => {
    expect(checkSetting('url', 'https://a.example/x/')).toBe('https://a.example/x')
    expect(checkSetting('max-spend', '0.10')).toBe('0.10')
  })

  test.each([
    ['max-spend', 'lots'],
    ['wallet', '../x'],
    ['url', 'x'],
  ])('error: refuses %s = %s', (name, text) => {
    expect(() => checkSetting(name, text)).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
    )
  })
})

describe("this user's own server", () => {
  const personal = { url: 'http://127.0.0.1:4022', key: `fiq_${'k'.repeat(43)}` }
  const resolve = (given: { flags?: object; env?: object; held?: Record<string, string> }) => {
    const { flags = {}, env = {}, held = {} } = given
    const stored = { list: () => held, current: () => undefined }
    return resolveSettings({ flags: { ...flags }, env: { ...env }, stored, personal })
  }

  test('default: is used with its key if no other is named', () => {
    const settings = resolve({})
    expect(settings).toMatchObject({ url: personal.url, apiKey: personal.key, isPersonal: true })
    expect(settings.origins).toContainEqual({ name: 'url', value: personal.url, from: 'fiq up' })
    expect(JSON.stringify(settings.origins)).not.toContain(personal.key)
  })

  test('behavior: flag, variable and profile have priority, and do not get its key', () => {
    const url = 'https://a.example'
    for (const given of [{ flags: { url } }, { env: { FIQ_URL: url } }, { held: { url } }]) {
      const settings = resolve(given)
      expect(settings).toMatchObject({ url, apiKey: undefined })
      expect(settings).not.toHaveProperty('isPersonal')
    }
  })

  test('behavior: gets its key if named by its address, and no other key', () => {
    const env = { FIQ_URL: `${personal.url}/`, FIQ_API_KEY: 'of-a-seller' }
    expect(resolve({ env })).toMatchObject({ apiKey: personal.key, isPersonal: true })
  })
})
