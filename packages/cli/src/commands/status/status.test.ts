import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { run } from './run.ts'

const marketStatus = {
  isOpen: false,
  session: 'PRE',
  nextOpen: '2026-11-20T09:30:00-05:00',
  nextClose: '2026-11-20T16:00:00-05:00',
  timezone: 'America/New_York',
}

describe('fiq status', () => {
  test('default: prints a sentence and the next times on a terminal', async () => {
    const { context, out, requests } = sceneOf({ data: { marketStatus } })
    await run(context)
    expect(out()).toMatchInlineSnapshot(`
      "The US market is closed, in pre-market trading.
      next open   Fri 2026-11-20 09:30 EST, in 2 h 30 min
      next close  Fri 2026-11-20 16:00 EST, in 9 h 0 min
      zone        America/New_York
      "
    `)
    expect(requests[0]?.variables).toEqual({})
  })

  test('behavior: the next event is first, and distant ones are in days', async () => {
    const { context, out } = sceneOf({
      data: {
        marketStatus: {
          ...marketStatus,
          isOpen: true,
          session: 'REGULAR',
          nextOpen: '2026-11-23T09:30:00-05:00',
        },
      },
    })
    await run(context)
    expect(out()).toMatchInlineSnapshot(`
      "The US market is open.
      next close  Fri 2026-11-20 16:00 EST, in 9 h 0 min
      next open   Mon 2026-11-23 09:30 EST, in 3 d 2 h
      zone        America/New_York
      "
    `)
  })

  test('default: prints the object as JSON in a pipe', async () => {
    const { context, out } = sceneOf({ data: { marketStatus }, format: 'json' })
    await run(context)
    expect(JSON.parse(out())).toEqual(marketStatus)
  })
})
