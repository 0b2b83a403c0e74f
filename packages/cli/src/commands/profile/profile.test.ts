import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { profileRun } from './run.ts'

const named = (name: string) => ({ arguments: { name: [name] }, options: {} })
const none = { arguments: {}, options: {} }

describe('fiq profile', () => {
  test('default: lists the profiles, the one in use marked', async () => {
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

  test('behavior: made, used and removed', async () => {
    const { context, stored } = sceneOf({ profiles: ['work'] })
    await profileRun('create')(context, named('home'))
    await profileRun('use')(context, named('home'))
    expect(stored.get('profile')).toBe('home')
    await profileRun('remove')(context, named('work'))
    expect(context.stored.profiles()).toEqual(['home'])
  })

  test('error: one that is there already, one that is not, the one in use', async () => {
    const { context } = sceneOf({ profiles: ['work'] })
    for (const [action, name, message] of [
      ['create', 'work', 'There is a profile "work" already.'],
      ['create', 'default', 'There is a profile "default" already.'],
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
