import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import type { Answer } from '../../query/answer.ts'
import { readCondition, standingOf } from './conditions.ts'
import { run } from './run.ts'

const answer = (price: number): Answer => {
  const quotes = [
    { ticker: 'AAPL', price, changePercent: price / 100, asOf: '2026-11-20T12:00:00Z' },
  ]
  return {
    ...{ response: {}, data: { quotes }, errors: [], sources: [], warnings: [] },
    ...{ sandbox: false, payment: undefined },
  }
}
const given = (conditions: string[], options: Record<string, string> = {}) => ({
  arguments: { conditions },
  options,
})

describe('fiq alert', () => {
  test('default: waits until the price is reached, then says it with a notice and a program', async () => {
    const { context, out, err, notices, programs, waits } = scene([210, 205, 199])
    await run(context, given(['AAPL < 200'], { run: './notify.sh', every: '1min' }))
    expect(
      out()
        .split('\n')
        .map((line) => line.trimEnd()),
    ).toEqual([
      '07:00 EST  AAPL    210.00  < 200  -4.76%  waits',
      '07:00 EST  AAPL    199.00  < 200     –  REACHED\u0007',
      '',
    ])
    expect(err()).toBe('every 60 s, at most 0.100 USDC; ends with Ctrl-C\n')
    expect(waits).toEqual([60_000, 60_000])
    expect(notices).toEqual([['AAPL 199.00', 'AAPL < 200 is reached.']])
    expect(programs).toEqual([['./notify.sh', ['AAPL', '199', '< 200']]])
  })

  test('behavior: at the cap it ends before it asks', async () => {
    const { context, asked } = scene(new Array<number>(20).fill(210))
    await expect(run(context, given(['AAPL < 200']))).rejects.toMatchObject({ code: 'OVER_BUDGET' })
    expect(asked()).toBe(6)
  })

  test.each([['AAPL'], ['AAPL < '], ['AAPL = 3'], ['AAPL < 2x'], ['$(rm) < 2'], ['A; B > 1']])(
    'error: %j is not a condition, and nothing is queried',
    async (text) => {
      const { context, asked } = scene([])
      await expect(run(context, given([text]))).rejects.toThrow('is no condition')
      expect(asked()).toBe(0)
    },
  )

  test('error: without --max-spend nothing is asked', async () => {
    const { context } = sceneOf({ settings: { maxPrice: 1n } })
    await expect(run(context, given(['AAPL < 2']))).rejects.toThrow('needs --max-spend')
  })
})

describe('standingOf', () => {
  test('default: prices in percent of the price, changes in points', () => {
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
    expect(standingOf(readCondition('AAPL > 1'), undefined)).toEqual({
      price: null,
      isReached: false,
      away: null,
    })
  })
})

function scene(prices: readonly number[]) {
  const notices: [string, string][] = []
  const programs: [string, readonly string[]][] = []
  const waits: number[] = []
  let place = 0
  const made = sceneOf({
    settings: { maxPrice: 100_000n, maxPriceApproves: true },
    session: {
      query: async () => answer(prices[place++] ?? 0),
      delivered() {},
      spent: () => BigInt(place) * 15_000n,
      raise() {},
    },
  })
  const context = {
    ...made.context,
    wait: async (ms: number) => void waits.push(ms),
    notify: (title: string, text: string) => void notices.push([title, text]),
    startProgram: (file: string, args: readonly string[]) => void programs.push([file, args]),
  }
  return { ...made, context, notices, programs, waits, asked: () => place }
}
