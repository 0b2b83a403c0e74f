import { describe, expect, test } from 'vitest'
import { storedSettings } from './stored-settings.ts'

describe('storedSettings', () => {
  test('default: without a file there are no settings', () => {
    expect(scene(undefined).settings.list('default')).toEqual({})
  })

  test('behavior: reads the requested profile', () => {
    const { settings } = scene('{"profiles":{"work":{"url":"https://a.example"}}}')
    expect(settings.list('work')).toEqual({ url: 'https://a.example' })
    expect(settings.list('default')).toEqual({})
  })

  test('behavior: writes below the profile', async () => {
    const { settings, written } = scene('{}')
    await settings.set('default', 'url', 'https://a.example')
    await settings.unset('default', 'payee')
    expect(written).toEqual([
      ['set', 'profiles.default.url', 'https://a.example'],
      ['delete', 'profiles.default.payee'],
    ])
  })

  test('behavior: reads a value under its former name, and writes only the present one', async () => {
    const { settings, written } = scene(
      '{"profiles":{"a":{"max-price":"1"},"b":{"max-price":"1","max-spend":"2"}}}',
    )
    expect(settings.list('a')).toEqual({ 'max-spend': '1' })
    expect(settings.list('b')).toEqual({ 'max-spend': '2' })
    await settings.set('a', 'max-spend', '3')
    await settings.unset('b', 'max-spend')
    expect(written).toEqual([
      ['set', 'profiles.a.max-spend', '3'],
      ['delete', 'profiles.a.max-price'],
      ['delete', 'profiles.b.max-spend'],
      ['delete', 'profiles.b.max-price'],
    ])
  })

  test('behavior: lists, creates, uses and removes profiles', async () => {
    const { settings, written } = scene('{"profile":"work","profiles":{"work":{}}}')
    expect([settings.profiles(), settings.current()]).toEqual([['work'], 'work'])
    expect([await settings.create('work'), await settings.create('home')]).toEqual([false, true])
    await settings.use('home')
    await settings.remove('work')
    expect(written).toEqual([
      ['set', 'profiles.home', {}],
      ['set', 'profile', 'home'],
      ['delete', 'profiles.work'],
    ])
  })

  test.each([
    '{',
    '[]',
    '{"profile":1}',
    '{"profiles":[]}',
    '{"profiles":{"a":1}}',
    '{"profiles":{"a":{"url":1}}}',
  ])('error: neither replaces %s nor reads it as empty', async (text) => {
    const { settings, written } = scene(text)
    expect(() => settings.list('a')).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
    )
    await expect(settings.set('a', 'url', 'https://a.example')).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
    })
    expect(written).toEqual([])
  })

  test.each(['__proto__', 'a.b', '', '../x'])(
    'error: refuses "%s" as a profile name',
    async (profile) => {
      const { settings, written } = scene('{}')
      await expect(settings.set(profile, 'url', 'x')).rejects.toMatchObject({
        code: 'CONFIGURATION_INVALID',
      })
      expect(written).toEqual([])
    },
  )
})

function scene(text: string | undefined) {
  const written: unknown[][] = []
  const settings = storedSettings({
    path: '/home/ann/.config/fiq/settings.json',
    read: () => text,
    lock: () => () => {},
    openWriter: async () => ({
      set: (key, value) => void written.push(['set', key, value]),
      delete: (key) => void written.push(['delete', key]),
    }),
  })
  return { settings, written }
}
