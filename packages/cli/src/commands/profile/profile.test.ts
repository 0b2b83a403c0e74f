import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { profileRun } from './run.ts'

const named = (name: string) => ({ arguments: { name: [name] }, options: {} })
const none = { arguments: {}, options: {} }

describe('fiq profile', () => {
  test('default: lists the profiles, with the current one marked', async () => {
    const { context, out } = sceneOf({ profiles: ['work'] })
    await profileRun('list')(context, none)
    expect(out()).toMatchInlineSnapshot(`
      "profile  in use
      default  yes
      work     no
      "
    `)
  })

  test('error: an unknown profile lists the existing ones, each once', async () => {
    const { context } = sceneOf({ profiles: ['default', 'work'] })
    await expect(profileRun('use')(context, named('home'))).rejects.toMatchObject({
      facts: expect.arrayContaining(['Profiles: default, work']),
    })
  })

  test('behavior: creates, uses and removes a profile', async () => {
    const { context, stored } = sceneOf({ profiles: ['work'] })
    await profileRun('create')(context, named('home'))
    await profileRun('use')(context, named('home'))
    expect(stored.get('profile')).toBe('home')
    await profileRun('remove')(context, named('work'))
    expect(context.stored.profiles()).toEqual(['home'])
  })

  test('error: refuses to create an existing one, and to remove a missing or current one', async () => {
    const { context } = sceneOf({ profiles: ['work'] })
    for (const [action, name, message] of [
      ['create', 'work', 'There is already a profile "work".'],
      ['create', 'default', 'There is already a profile "default".'],
      ['use', 'wrok', 'There is no profile "wrok".'],
      ['remove', 'nothing', 'There is no profile "nothing".'],
      ['remove', 'default', 'The profile "default" is in use.'],
    ] as const)
      await expect(profileRun(action)(context, named(name))).rejects.toMatchObject({
        code: 'USAGE',
        message,
      })
  })
})
