import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { defaultLimits } from '../../payment/budget/limits.ts'
import type { Operation } from '../../query/operation.ts'
import { screenTerminal } from '../../terminal/testing/screen-terminal.ts'
import { run } from './run.ts'
import { answerOf, fullAnswer } from './testing/watch-scene.ts'

const given = (options: Record<string, string | boolean> = {}) => ({
  arguments: { tickers: ['aapl', 'MSFT'] },
  options,
})

describe('fiq watch', () => {
  test('default: queries once before anything is drawn, then fills the terminal, then prints the cost', async () => {
    const { context, terminal, questions, err, terms } = scene()
    const ended = run(context, given())
    await terminal.until('> AAPL')
    expect(questions[0]).toMatchObject({
      label: 'watch AAPL MSFT every 3 min: 0.300 USDC an hour, at most 0.100 USDC',
      variables: { quotes: ['AAPL', 'MSFT'] },
    })
    expect(terms).toEqual([100_000n])
    terminal.press('q')
    await ended
    expect(err()).toBe(
      'every 3 min: 0.300 an hour, a day 1.950 of 2.000 USDC\nspent 0.015 of 0.100 USDC\n',
    )
  })

  test('behavior: at its end it says which part of the cost is at risk', async () => {
    const { context, terminal, err } = scene(100_000n, 15_000n)
    const ended = run(context, given())
    await terminal.until('> AAPL')
    terminal.press('q')
    await ended
    expect(err()).toContain('0.015 USDC of it are at risk: fiq payments list shows the payments')
  })

  test('behavior: marks play money in the view and in every total', async () => {
    const { context, terminal, err, questions } = scene(100_000n, 15_000n, true)
    const ended = run(context, given())
    await terminal.until('0.015 of 0.100 play USDC')
    expect(questions[0]?.label).toBe(
      'watch AAPL MSFT every 3 min: 0.300 play USDC an hour, at most 0.100 play USDC',
    )
    terminal.press('q')
    await ended
    const lines = err().trim().split('\n')
    expect(lines.map((line) => line.includes('play USDC'))).toEqual([true, true, true])
    expect(err()).toContain('spent 0.015 of 0.100 play USDC')
  })

  test('behavior: searches for a name within the same cap, and adds the match', async () => {
    const { context, terminal, questions } = scene()
    const ended = run(context, given())
    await terminal.until('> AAPL')
    terminal.press('fnvidia')
    await terminal.until('nvidia_')
    terminal.press('\r')
    await terminal.until('1 of 1: NVDA NVIDIA Corp')
    terminal.press('\r')
    await terminal.until('> NVDA')
    expect(questions.at(-1)?.variables).toEqual({ query: 'nvidia', limit: 8 })
    terminal.press('q')
    await ended
  })

  test('behavior: accepts old names of ranges and plain seconds with a warning', async () => {
    const { context, terminal, err, questions } = scene()
    const ended = run(context, given({ range: '1M', every: '90' }))
    await terminal.until('$ 1mo of 1d bars')
    expect(err()).toContain('--range 1M is now --range 1mo.')
    expect(err()).toContain('--every 90 is now --every 90s.')
    expect(questions).toHaveLength(1)
    terminal.press('q')
    await ended
  })

  test('behavior: ends in order when stopped from outside', async () => {
    const { context, terminal, stop } = scene()
    const ended = run(context, given())
    await terminal.until('> AAPL')
    stop()
    await ended
    await terminal.until(() => !terminal.isAlternate())
  })

  test.each([
    ['without a terminal', {}, given(), 'needs a terminal', 100_000n],
    ['without --max-spend', undefined, given(), 'needs --max-spend', null],
    [
      'for more than a session may spend',
      undefined,
      given(),
      'above the cap of a session',
      1_500_000n,
    ],
    [
      'more often than every 5 s',
      undefined,
      given({ every: '1' }),
      '--every must be a time',
      1_000_000n,
    ],
  ])('error: refuses %s before any query', async (_, live, words, message, maxPrice) => {
    const { context, questions } = scene(maxPrice)
    const refusing = live ? { ...context, live: undefined } : context
    await expect(run(refusing, words)).rejects.toThrow(message)
    expect(questions).toEqual([])
  })
})

/**
 * @param maxPrice - Value of `--max-spend` in atomic units; `null` if only a variable or setting
 * names it.
 */
function scene(maxPrice: bigint | null = 100_000n, inDoubt = 0n, isPlay = false) {
  const terminal = screenTerminal(80, 24)
  const questions: Operation[] = []
  const terms: bigint[] = []
  let stop = () => {}
  let spent = 0n
  const timers = { after: () => () => {}, every: () => () => {} }
  const made = sceneOf({
    settings:
      maxPrice === null ? { maxPrice: 100_000n } : { maxPrice, maxPriceApproves: true as const },
    live: {
      draw: (show) => show(terminal.canvas),
      drawsOver: true,
      colour: false,
      timers,
      onStop(run) {
        stop = run
      },
      onAbruptEnd() {},
      suspend() {},
    },
    session: {
      async query(operation) {
        questions.push(operation)
        spent += 15_000n
        return operation.query.includes('searchEntities')
          ? answerOf({ searchEntities: [{ name: 'NVIDIA Corp', tickers: ['NVDA'] }] })
          : fullAnswer(operation)
      },
      delivered() {},
      spent: () => spent,
      inDoubt: () => inDoubt,
      isPlay,
      raise() {},
      end() {},
    },
  })
  const money = { budget: { read: async () => ({ limits: defaultLimits }) } }
  const context = { ...made.context, money: money as never }
  const openSession = context.openSession
  context.openSession = (given) => {
    terms.push(given.cap)
    return openSession(given)
  }
  return { ...made, context, terminal, questions, terms, stop: () => stop() }
}
