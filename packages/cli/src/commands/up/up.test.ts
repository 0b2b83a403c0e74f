import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import type { PersonalPorts } from '../../personal/personal-ports.ts'
import { run } from './run.ts'

const server = {
  url: 'http://127.0.0.1:4022',
  key: `fiq_${'k'.repeat(43)}`,
  pid: 4321,
  version: '0.1.0',
}
const areas = [
  {
    area: 'quotes',
    isReady: true,
    on: ['Kraken market data'],
    add: [
      'ALPACA_API_KEY_ID and ALPACA_API_SECRET_KEY',
      'FINNHUB_API_KEY',
      'fiq-server sources allow yahoo',
      'fiq-server sources allow cboe',
      'TWELVE_DATA_API_KEY',
      'ALPHAVANTAGE_API_KEY',
      'TIINGO_API_KEY',
      'fiq-server sources allow dxfeed',
    ],
  },
]

function ports(given: Partial<PersonalPorts> = {}) {
  const done: string[] = []
  const personal = {
    program: { command: 'node', words: ['/s.js'], shown: '/s.js' },
    logFile: '/log',
    running: async () => undefined,
    start: async () => {
      done.push('start')
      return server
    },
    stop: async () => void done.push('stop'),
    enable: async () => {
      done.push('enable')
      return '/unit'
    },
    runHere: async () => 0,
    areas: async () => areas,
    alerts: { start: () => false },
    ...given,
  } as unknown as PersonalPorts
  return { personal, done }
}
const given = (options = {}) => ({ arguments: {}, options })

describe('fiq up', () => {
  test('default: starts a server, lists its areas, and notes that US shares are weeks old', async () => {
    const { personal, done } = ports()
    const { context, out, err } = sceneOf({ personal })
    await run(context, given())
    expect(done).toEqual(['start'])
    expect(out()).toMatchInlineSnapshot(`
      "running  http://127.0.0.1:4022, fiq-server 0.1.0, pid 4321
      log      /log
      answers  1 of 1 areas
      more     fiq setup adds a contact and free keys; fiq-server sources shows every
               source
      "
    `)
    expect(err()).toMatch(/weeks\s+old/)
  })

  test('behavior: leaves a running one alone, and never prints its key', async () => {
    const { personal, done } = ports({ running: async () => ({ ...server, version: '0.0.9' }) })
    const { context, out, err } = sceneOf({ personal, format: 'json' })
    await run(context, given())
    expect(done).toEqual([])
    expect(JSON.parse(out())).toMatchObject({ running: true, url: server.url, areas })
    expect(out() + err()).not.toContain(server.key)
    expect(err()).toContain('fiq down, then fiq up')
  })

  test('behavior: --status starts nothing', async () => {
    const { personal, done } = ports()
    const { context, out } = sceneOf({ personal })
    await run(context, given({ status: true }))
    expect(done).toEqual([])
    expect(out()).toBe('No server is running. Start one with fiq up.\n')
  })

  test('behavior: --enable starts it with systemd, in place of a running one', async () => {
    const { personal, done } = ports({ running: async () => server })
    const { context, err } = sceneOf({ personal })
    await run(context, given({ enable: true }))
    expect(done).toEqual(['enable'])
    expect(err()).toContain('/unit')
  })

  test('behavior: stored alerts run beside it, and --status starts none', async () => {
    const started: string[] = []
    const alerts = {
      start: () => started.push('alerts') > 0,
      list: () => [{ condition: 'AAPL < 200' }],
    } as unknown as PersonalPorts['alerts']
    const { personal } = ports({ alerts, running: async () => server })
    await run(sceneOf({ personal }).context, given({ status: true }))
    expect(started).toEqual([])
    const { context, err } = sceneOf({ personal })
    await run(context, given())
    expect(started).toEqual(['alerts'])
    expect(err()).toContain('Alerts in the background: 1. fiq alert lists them.')
  })

  test('behavior: in the foreground, stored alerts start when the server answers', async () => {
    const started: string[] = []
    const { personal } = ports({
      alerts: {
        start: () => started.push('alerts') > 0,
        list: () => [],
      } as unknown as PersonalPorts['alerts'],
      async runHere(answers) {
        expect(started).toEqual([])
        await answers()
        return 0
      },
    })
    await run(sceneOf({ personal }).context, given({ foreground: true }))
    expect(started).toEqual(['alerts'])
  })

  test('error: in the foreground, reports its failure', async () => {
    const { personal } = ports({ runHere: async () => 3 })
    await expect(
      run(sceneOf({ personal }).context, given({ foreground: true })),
    ).rejects.toMatchObject({ code: 'CONFIGURATION_INVALID' })
  })
})
