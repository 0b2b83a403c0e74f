import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { disclaimer, run } from './run.ts'

const sanctionsScreen = [
  { matchedName: 'AEROCARIBBEAN AIRLINES', score: 1, listName: 'SDN', program: 'CUBA' },
  { matchedName: 'AERO CARIBBEAN', score: 0.873, listName: 'SDN', program: 'CUBA, SDGT' },
]

describe('fiq sanctions', () => {
  test('default: a table on a terminal, and what it is worth on stderr', async () => {
    const { context, out, err, asked } = sceneOf({ data: { sanctionsScreen } })
    await run(context, {
      arguments: { name: ['AEROCARIBBEAN', 'AIRLINES'] },
      options: { country: 'cub' },
    })
    expect(out()).toMatchInlineSnapshot(`
      "score  name                    list  programs
       1.00  AEROCARIBBEAN AIRLINES  SDN   CUBA
       0.87  AERO CARIBBEAN          SDN   CUBA, SDGT
      "
    `)
    expect(err().replace(/\n/g, ' ')).toContain(disclaimer)
    expect(asked[0]?.variables).toEqual({ name: 'AEROCARIBBEAN AIRLINES', country: 'CUB' })
  })

  test('default: the rows as JSON in a pipe', async () => {
    const { context, out } = sceneOf({ data: { sanctionsScreen }, format: 'json' })
    await run(context, { arguments: { name: ['aero'] }, options: {} })
    expect(JSON.parse(out())).toEqual(sanctionsScreen)
  })

  test('behavior: no match is a result, with the same caution', async () => {
    const { context, out, err } = sceneOf({ data: { sanctionsScreen: [] } })
    await run(context, { arguments: { name: ['Ann Example'] }, options: {} })
    expect(out()).toBe('No match.\n')
    expect(err()).toContain('no clearance')
  })

  test('error: an empty name is refused before anything is asked', async () => {
    const { context, asked } = sceneOf()
    await expect(run(context, { arguments: { name: [''] }, options: {} })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: 'sanctionsScreen: name is empty.',
    })
    expect(asked).toEqual([])
  })
})
