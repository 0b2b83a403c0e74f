import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import type { Settings } from '../../config/settings.ts'
import type { PersonalPorts } from '../../personal/personal-ports.ts'
import type { StoredAlert, StoredAlerts } from '../../personal/stored-alerts.ts'
import type { Answer } from '../../query/answer.ts'
import type { Operation } from '../../query/operation.ts'
import { readCondition, standingOf } from './conditions.ts'
import { run } from './run.ts'

const answer = (price: number): Answer => {
  const quotes = [
    { ticker: 'AAPL', price, changePercent: price / 100, asOf: '2026-11-20T12:00:00Z' },
  ]
  return {
    response: {},
    data: { quotes },
    errors: [],
    sources: [],
    warnings: [],
    sandbox: false,
    payment: undefined,
  }
}
const given = (conditions: string[], options: Record<string, string | boolean> = {}) => ({
  arguments: { conditions },
  options,
})

describe('fiq alert', () => {
  test('default: waits until the price is reached, then prints a notice and starts a program', async () => {
    const { context, out, err, notices, programs, waits } = scene([210, 205, 199])
    await run(context, given(['AAPL < 200'], { run: './notify.sh', every: '1min' }))
    expect(
      out()
        .split('\n')
        .map((line) => line.trimEnd()),
    ).toEqual([
      'as of          ticker         price  when              away  state',
      '07:00 EST      AAPL          210.00  < 200           -4.76%  waits',
      '07:00 EST      AAPL          199.00  < 200                –  REACHED\u0007',
      '',
    ])
    expect(err()).toBe(
      'every 1 min, at most 0.100 USDC; ends with Ctrl-C\ncost    0.045 of 0.100 USDC\n',
    )
    expect(waits).toEqual([60_000, 60_000])
    expect(notices).toEqual([['AAPL 199.00', 'AAPL < 200 is reached.']])
    expect(programs).toEqual([['./notify.sh', ['AAPL', '199', '< 200']]])
  })

  test('behavior: marks the values of the sandbox once', async () => {
    const invented = (price: number) => ({ ...answer(price), sandbox: true })
    const { context, err } = scene([invented(210), invented(199)])
    await run(context, given(['AAPL < 200']))
    expect(err().match(/^SANDBOX: these values are invented/gm)).toHaveLength(1)
  })

  test('behavior: separates the thousands of a bound, as of every price', async () => {
    const { context, out } = scene([210, 80_100])
    await run(context, given(['AAPL > 80000']))
    expect(out()).toMatch(/> 80,000 .* REACHED/)
  })

  test('behavior: no alert is reached by old prices that an earlier run bought', async () => {
    const { context, out, err, notices } = scene([
      { ...answer(150), age: { ms: 90_000, stale: ['quotes'] } },
      answer(210),
      { ...answer(199), age: { ms: 1_000, stale: [] } },
    ])
    await run(context, given(['AAPL < 200']))
    expect(notices).toEqual([['AAPL 199.00', 'AAPL < 200 is reached.']])
    expect(out()).not.toContain('150')
    expect(err()).toContain('An earlier run bought these prices')
  })

  test('error: reports the errors of an answer without prices', async () => {
    const failed = { message: 'no\u001b[2J source', path: 'quotes', code: undefined, facts: [] }
    const { context, err } = scene([{ ...answer(0), data: null, errors: [failed] }, answer(199)])
    await run(context, given(['AAPL < 200']))
    expect(err()).toContain('The server says: no source')
  })

  test('behavior: a signal between two queries is an orderly end, and an error otherwise', async () => {
    const ends: (() => boolean)[] = []
    const { context, err } = scene([210, 199], undefined, { isPlay: true })
    context.onCancelled = (end) => void ends.push(end)
    context.wait = async () => void expect(ends.map((end) => end())).toEqual([true])
    await run(context, given(['AAPL < 200']))
    expect(err()).toContain(
      'note    Ended; 1 condition not reached.\ncost    0.015 of 0.100 play USDC\n',
    )
    expect(ends.map((end) => end())).toEqual([false])
  })

  test('behavior: ends at the cap before another query', async () => {
    const { context, requests } = scene(new Array<number>(20).fill(210))
    await expect(run(context, given(['AAPL < 200']))).rejects.toMatchObject({ code: 'OVER_BUDGET' })
    expect(requests()).toBe(6)
  })

  test('behavior: marks play money in every total', async () => {
    const spending = { spentBefore: 15_000n, inDoubt: 15_000n, isPlay: true }
    const settings = { maxPrice: 100_000n, maxPriceApproves: true as const }
    const { context, err, labels } = scene(new Array<number>(20).fill(210), settings, spending)
    await expect(run(context, given(['AAPL < 200']))).rejects.toThrow(
      /^0\.105 of 0\.100 play USDC are spent/,
    )
    expect(err().match(/\S+ (?:play )?USDC/g)).toEqual([
      '0.100 play USDC',
      '0.015 play USDC',
      '0.015 play USDC',
    ])
    expect(labels()[0]).toBe('alert AAPL every 3 min, at most 0.100 play USDC')
  })

  test.each([['AAPL'], ['AAPL < '], ['AAPL = 3'], ['AAPL < 2x'], ['$(rm) < 2'], ['A; B > 1']])(
    'error: refuses the condition %j, and queries nothing',
    async (text) => {
      const { context, requests } = scene([])
      await expect(run(context, given([text]))).rejects.toThrow('is not a condition')
      expect(requests()).toBe(0)
    },
  )

  test('error: queries nothing without --max-spend', async () => {
    const { context } = sceneOf({ settings: { maxPrice: 1n } })
    await expect(run(context, given(['AAPL < 2']))).rejects.toThrow('needs --max-spend')
  })
})

describe('standingOf', () => {
  test('default: formats prices in percent of the price, changes in points', () => {
    const quote = { price: 400, changePercent: 2 }
    expect(standingOf(readCondition('AAPL > 500'), quote)).toMatchObject({
      isReached: false,
      away: 25,
    })
    expect(standingOf(readCondition('aapl>5%'), quote)).toMatchObject({ isReached: false, away: 3 })
    expect(standingOf(readCondition('AAPL <= 400'), quote)).toMatchObject({
      isReached: true,
      away: null,
    })
    expect(standingOf(readCondition('AAPL > -1%'), quote).isReached).toBe(true)
    expect(readCondition('BTC-USD > 80,000.5')).toMatchObject({
      bound: 80_000.5,
      text: '> 80000.5',
    })
    expect(() => readCondition('BTC-USD > 80,0')).toThrow('is not a condition')
    expect(standingOf(readCondition('AAPL > 1'), undefined)).toEqual({
      price: null,
      isReached: false,
      away: null,
    })
  })
})

describe('alerts in the background', () => {
  test('default: stores an alert once its tickers have prices, starts it, and lists it', async () => {
    const { context, out, err, held } = stored([210])
    await run(context, given(['aapl<200'], { background: true, run: 'notify' }))
    expect(held.alerts).toEqual([{ condition: 'AAPL < 200', run: 'notify' }])
    expect(held.isRunning).toBe(true)
    expect(out()).toBe('ticker  when   starts\nAAPL    < 200  notify\n')
    expect(err()).toContain('Reached conditions are logged in /alerts.log')
  })

  test('behavior: the background process removes reached alerts, including later ones', async () => {
    const { context, held, notices, out } = stored([210, 199])
    held.alerts.push({ condition: 'AAPL < 200' })
    context.wait = async () => void held.alerts.push({ condition: 'AAPL < 199.5' })
    await run(context, given([], { waiting: true }))
    expect(held).toMatchObject({ alerts: [], isRunning: false })
    expect(notices.map(([, text]) => text)).toEqual([
      'AAPL < 200 is reached.',
      'AAPL < 199.5 is reached.',
    ])
    expect(out()).toMatch(/ waits\n.* REACHED.*\n.* REACHED/)
  })

  /** The server fails to answer the first query, or all. */
  const failing = (failures: number) => {
    const made = stored([199])
    const { context, held } = made
    held.alerts.push({ condition: 'AAPL < 200' })
    const { openSession } = context
    let left = failures
    context.openSession = async (options) => {
      const session = await openSession(options)
      const query: typeof session.query = async (operation) => {
        if (left === 0) return session.query(operation)
        left -= 1
        throw new FiqError('SERVER_UNREACHABLE', 'No server answers.')
      }
      return { ...session, query }
    }
    return made
  }

  test('behavior: goes on when the server answers again', async () => {
    const { context, held, waits } = failing(3)
    held.server = {}
    await run(context, given([], { waiting: true }))
    expect([held.alerts, waits]).toEqual([[], [15_000, 15_000, 15_000]])
  })

  test('error: ends with the server, and leaves the alerts and the lock to the next process', async () => {
    const { context, held, waits } = failing(1)
    await expect(run(context, given([], { waiting: true }))).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
    })
    expect([held.alerts.length, held.isRunning, waits]).toEqual([1, false, []])
  })

  test('error: without a server ends, so that systemd starts it again; without alerts is done', async () => {
    const { context, held } = stored([], {})
    await run(context, given([], { waiting: true }))
    held.alerts.push({ condition: 'AAPL < 200' })
    await expect(run(context, given([], { waiting: true }))).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
    })
  })

  test('behavior: ends if another process is already polling', async () => {
    const { context, held, requests } = stored([199])
    held.alerts.push({ condition: 'AAPL < 200' })
    held.isRunning = true
    await run(context, given([], { waiting: true }))
    expect([held.alerts.length, requests()]).toEqual([1, 0])
  })

  test('behavior: an edited condition is removed once it is reached, or by its text', async () => {
    const { context, held, notices } = stored([199])
    held.alerts.push({ condition: 'aapl<200' })
    await run(context, given([], { waiting: true }))
    expect([held.alerts, notices.length]).toEqual([[], 1])
    held.alerts.push({ condition: 'aapl<200' })
    await run(context, given(['AAPL < 200'], { remove: true }))
    expect(held.alerts).toEqual([])
  })

  test('behavior: removes an alert by its condition, and refuses an unknown one', async () => {
    const { context, held, out } = stored([])
    held.alerts.push({ condition: 'AAPL < 200' }, { condition: 'MSFT > 5%' })
    await run(context, given(['AAPL<200'], { remove: true }))
    expect(held.alerts).toEqual([{ condition: 'MSFT > 5%' }])
    expect(out()).toContain('MSFT')
    await expect(run(context, given(['AAPL < 200'], { remove: true }))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('default: without a condition lists the stored alerts, and queries nothing', async () => {
    const { context, out, requests } = stored([])
    await run(context, given([]))
    expect([out(), requests()]).toEqual([
      "No alerts in the background. Store one: fiq alert --background 'AAPL < 200'\n",
      0,
    ])
  })

  test('error: does not store a ticker without a price', async () => {
    const { context, held } = stored([])
    context.query = async () => problemAnswer
    await expect(run(context, given(['AAPLE < 200'], { background: true }))).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: 'AAPLE: BAD_INPUT: unknown ticker',
    })
    expect(held.alerts).toEqual([])
  })

  test('error: does not query a paid server in the background', async () => {
    const { context, held } = stored([210], {})
    await expect(run(context, given(['AAPL < 200'], { background: true }))).rejects.toMatchObject({
      code: 'USAGE',
    })
    expect(held.alerts).toEqual([])
  })

  test.each([
    [[], { background: true }],
    [['AAPL < 200'], { background: true, remove: true }],
    [['AAPL < 200'], { background: true, every: '1min' }],
  ])('error: refuses %j with %j as a wrong usage', async (conditions, options) => {
    const { context } = stored([210])
    await expect(run(context, given(conditions, options))).rejects.toMatchObject({ code: 'USAGE' })
  })
})

const problemAnswer: Answer = {
  ...answer(0),
  data: { quotes: [{ ticker: 'AAPLE', price: null, problem: 'BAD_INPUT: unknown ticker' }] },
}

/** The user's own server, and alerts stored in memory. */
function stored(prices: readonly number[], settings: Partial<Settings> = { isPersonal: true }) {
  const held = { alerts: [] as StoredAlert[], isRunning: false, server: undefined as unknown }
  const alerts: StoredAlerts = {
    list: () => [...held.alerts],
    add: (added) => void held.alerts.push(...added),
    remove(conditions) {
      const before = held.alerts.length
      held.alerts = held.alerts.filter(({ condition }) => !conditions.includes(condition))
      return before - held.alerts.length
    },
    isRunning: () => held.isRunning,
    start: () => {
      held.isRunning = true
      return true
    },
    program: { words: [], logFile: '/alerts.log' },
    claim() {
      if (held.isRunning) return undefined
      held.isRunning = true
      return () => {
        held.isRunning = false
      }
    },
    logFile: '/alerts.log',
  }
  const made = scene(prices, settings)
  const query = made.context.openSession
  const context = {
    ...made.context,
    estimate: async () => ({ tariff: 't1', credits: 0, amount: 0n, rows: [] }),
    personal: async () =>
      ({ alerts, running: async () => held.server }) as unknown as PersonalPorts,
    query: async (operation: Operation) => (await query({ cap: 0n, note() {} })).query(operation),
  }
  return { ...made, context, held }
}

function scene(
  prices: readonly (number | Answer)[],
  settings: Partial<Settings> = { maxPrice: 100_000n, maxPriceApproves: true },
  { spentBefore = 0n, inDoubt = 0n, isPlay = false } = {},
) {
  const notices: [string, string][] = []
  const programs: [string, readonly string[]][] = []
  const waits: number[] = []
  const labels: (string | undefined)[] = []
  let place = 0
  const made = sceneOf({
    settings,
    session: {
      async query({ label }) {
        labels.push(label)
        if (!settings.isPersonal && BigInt(place + 1) * 15_000n > (settings.maxPrice ?? 0n))
          throw new FiqError('OVER_BUDGET', 'The payment would exceed the budget.')
        const given = prices[place++] ?? 0
        return typeof given === 'number' ? answer(given) : given
      },
      delivered() {},
      spent: () => spentBefore + (settings.isPersonal ? 0n : BigInt(place) * 15_000n),
      inDoubt: () => inDoubt,
      isPlay,
      raise() {},
      end() {},
    },
  })
  const context = {
    ...made.context,
    wait: async (ms: number) => void waits.push(ms),
    notify: (title: string, text: string) => void notices.push([title, text]),
    startProgram: (file: string, args: readonly string[]) => void programs.push([file, args]),
  }
  return { ...made, context, notices, programs, waits, requests: () => place, labels: () => labels }
}
