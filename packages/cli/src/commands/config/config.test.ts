import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import type { CliContext } from '../../compose/context.ts'
import { configRun } from './run.ts'

const given = (words: Record<string, string>) => ({
  arguments: Object.fromEntries(Object.entries(words).map(([name, word]) => [name, [word]])),
  options: {},
})
const origins = [
  { name: 'url', value: 'http://127.0.0.1:4020', from: 'default' },
  { name: 'max-spend', value: '0.1', from: 'FIQ_MAX_PRICE' },
]
const withOrigins = (context: CliContext): CliContext => ({
  ...context,
  settings: { ...context.settings, origins },
})

describe('fiq config', () => {
  test('default: list shows the effective values and their origins', async () => {
    const { context, out } = sceneOf()
    await configRun('list')(withOrigins(context), given({}))
    expect(out()).toMatchInlineSnapshot(`
      "setting    value                  from
      url        http://127.0.0.1:4020  default
      max-spend  0.1                    FIQ_MAX_PRICE
      "
    `)
  })

  test('default: get prints only the value, path the file', async () => {
    const { context, out } = sceneOf()
    await configRun('get')(withOrigins(context), given({ name: 'max-spend' }))
    await configRun('path')(context, given({}))
    expect(out()).toBe('0.1\n/home/ann/.config/fiq/settings.json\n')
  })

  test('behavior: a former name means the present one', async () => {
    const { context, stored, err } = sceneOf()
    await configRun('set')(context, given({ name: 'max-price', value: '0.1' }))
    expect(Object.fromEntries(stored)).toEqual({ 'max-spend': '0.1' })
    expect(err()).toContain('max-price is now max-spend.')
  })

  test('behavior: set checks the value and stores it in the profile, unset removes it', async () => {
    const { context, stored, out } = sceneOf()
    await configRun('set')(context, given({ name: 'url', value: 'https://fiq.example/' }))
    expect(Object.fromEntries(stored)).toEqual({ url: 'https://fiq.example' })
    await configRun('unset')(context, given({ name: 'url' }))
    expect(stored.size).toBe(0)
    expect(out()).toBe('')
  })

  test('error: does not store an invalid value', async () => {
    const { context, stored } = sceneOf()
    await expect(
      configRun('set')(context, given({ name: 'url', value: 'http://fiq.example' })),
    ).rejects.toMatchObject({ code: 'CONFIGURATION_INVALID' })
    expect(stored.size).toBe(0)
  })

  test('error: refuses an unknown name with a suggestion, and never stores a key', async () => {
    const { context } = sceneOf()
    await expect(
      configRun('set')(context, given({ name: 'maxspend', value: '1' })),
    ).rejects.toMatchObject({
      code: 'USAGE',
      facts: expect.arrayContaining(['Did you mean max-spend?']),
    })
    await expect(
      configRun('set')(context, given({ name: 'api-key', value: 'x' })),
    ).rejects.toMatchObject({ code: 'USAGE' })
  })
})
