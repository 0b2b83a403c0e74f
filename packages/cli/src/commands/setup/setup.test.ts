import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import type { PersonalPorts } from '../../personal/personal-ports.ts'
import { run } from './run.ts'

/** Replies by the beginning of the prompt; every other prompt receives Enter. */
function ports(replies: Record<string, string>, isRunning = false) {
  const held: Record<string, string> = { FRED_API_KEY: 'old' }
  const done: string[] = []
  const prompts: string[] = []
  const server = { url: 'http://127.0.0.1:1', key: 'fiq_k', pid: 2, version: '0.1.0' }
  const personal = {
    settingsFile: '/settings.env',
    logFile: '/log',
    readSettings: () => held,
    changeSettings(changes: Record<string, string>) {
      for (const [name, value] of Object.entries(changes))
        if (value === '') delete held[name]
        else held[name] = value
    },
    prompt: async (prompt: string, isSecret: boolean) => {
      prompts.push(`${prompt}${isSecret ? '*' : ''}`)
      return Object.entries(replies).find(([start]) => prompt.startsWith(start))?.[1] ?? ''
    },
    write() {},
    stop: async () => {
      if (!isRunning) return undefined
      done.push('stop')
      return server
    },
    start: async () => {
      done.push('start')
      return server
    },
    areas: async () => [],
    alerts: { start: () => void done.push('alerts') },
    check: async () => [
      { source: 'finnhub-quote', verdict: 'failed', ms: 5, problem: 'refused the key' },
      { source: 'sec-tickers', verdict: 'ok', ms: 7, problem: null },
    ],
  } as unknown as PersonalPorts
  return { personal, held, done, prompts }
}

const given = (...what: string[]) => ({ arguments: { what }, options: {} })

describe('fiq setup', () => {
  test('default: echoes the contact but not keys; Enter keeps a value, - removes it', async () => {
    const { personal, held, prompts } = ports({
      'Your name': 'Ann Example ann@example.org',
      'Alpaca key': 'id',
      'Alpaca secret': 'secret',
      'FRED key': '-',
    })
    const { context, out, err } = sceneOf({ personal })
    await run(context, given())
    expect(err()).toContain('SEC contact: its source answers, 7 ms.')
    expect(err()).toContain('Alpaca: stored, not checked.')
    expect(held).toEqual({
      SEC_USER_AGENT: 'Ann Example ann@example.org',
      ALPACA_API_KEY_ID: 'id',
      ALPACA_API_SECRET_KEY: 'secret',
    })
    expect(prompts.slice(0, 4)).toEqual([
      'Your name and e-mail, e.g. Ann Example ann@example.org: ',
      'Alpaca key ID: *',
      'Alpaca secret key: *',
      'Finnhub key: *',
    ])
    expect(prompts).toContain('FRED key (set): *')
    expect(out()).toBe(
      '/settings.env holds: SEC_USER_AGENT, ALPACA_API_KEY_ID, ALPACA_API_SECRET_KEY\n',
    )
  })

  test('behavior: no line of the explanations is longer than the terminal', async () => {
    const { personal } = ports({})
    const written: string[] = []
    await run(
      sceneOf({ personal: { ...personal, write: (text) => void written.push(text) }, columns: 80 })
        .context,
      given(),
    )
    const lines = written.join('').split('\n')
    expect(lines).toContain('dividends, options, screens.')
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
  })

  test('behavior: a word selects one setting, and an unknown word none', async () => {
    const { personal, prompts } = ports({})
    await run(sceneOf({ personal }).context, given('FRED'))
    expect(prompts).toEqual(['FRED key (set): *'])
    await expect(run(sceneOf({ personal }).context, given('alpca'))).rejects.toMatchObject({
      code: 'USAGE',
      facts: expect.arrayContaining(['Did you mean alpaca?']),
    })
  })

  test('behavior: a dot finishes early, and keeps what was entered', async () => {
    const { personal, held, prompts } = ports({ 'Your name': 'Ann ann@example.org', Finnhub: '.' })
    await run(sceneOf({ personal }).context, given())
    expect(prompts.at(-1)).toBe('Finnhub key: *')
    expect(held).toEqual({ FRED_API_KEY: 'old', SEC_USER_AGENT: 'Ann ann@example.org' })
  })

  test('behavior: does not store half of a pair', async () => {
    const { personal, held } = ports({ 'Alpaca key': 'id' })
    await run(sceneOf({ personal }).context, given())
    expect(held).toEqual({ FRED_API_KEY: 'old' })
  })

  test('behavior: reads lines from a pipe, and restarts a running server', async () => {
    const { personal, held, done } = ports({}, true)
    const { context, out, err } = sceneOf({ personal, piped: true, text: 'FINNHUB_API_KEY=f' })
    await run(context, given())
    expect(err()).toContain('Finnhub: stored, but its source does not answer: refused the key')
    expect(held).toEqual({ FRED_API_KEY: 'old', FINNHUB_API_KEY: 'f' })
    expect(done).toEqual(['stop', 'start', 'alerts'])
    expect(out()).not.toContain('fiq_k')
  })

  test('error: refuses to run without a terminal or a pipe', async () => {
    const { personal } = ports({})
    await expect(
      run(sceneOf({ personal, canPrompt: false }).context, given()),
    ).rejects.toMatchObject({
      code: 'USAGE',
    })
  })
})
