import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { run } from './run.ts'

const row = {
  ticker: 'AAA',
  name: 'Alpha',
  price: 10,
  changePercent: 5.25,
  gapPercent: null,
  volume: 1_200_000,
  relativeVolume: 2.5,
  dollarVolume: 12_000_000,
  marketCap: 3_000_000_000,
}
const screen = [
  row,
  { ...row, ticker: 'BBB', price: 12, marketCap: null },
  { ...row, ticker: 'CCC', price: 30, marketCap: 9_000_000_000 },
]
const given = (options: Record<string, string | string[]>) => ({ arguments: {}, options })

describe('fiq screen', () => {
  test('default: without options, filters nothing', async () => {
    const { context, out, requests } = sceneOf({ data: { screen: [row] } })
    await run(context, given({}))
    expect(out()).toMatchInlineSnapshot(`
      "Most actives, 1
      ticker  name   price  change %  volume  × mean    cap  gap %
      AAA     Alpha  10.00    +5.25%   1.20M    2.50  3.00B      –
      "
    `)
    expect(requests[0]?.variables).toEqual({})
  })

  test('behavior: says how many shares are shown, of how many', async () => {
    const titleOf = async (answer: object, options = {}) => {
      const { context, out } = sceneOf({ data: { screen }, answer })
      await run(context, given(options))
      return out().split('\n')[0]
    }
    const matches = { screen: 1_180 }
    expect(await titleOf({ matches })).toBe('Most actives, 3 of 1,180')
    expect(await titleOf({}, { universe: 'day-losers' })).toBe('Day losers, 3')
    expect(await titleOf({ matches }, { where: 'price > 10' })).toBe(
      'Most actives, 2 of 3 received',
    )
  })

  test('behavior: every field of ScreenFilterInput is an option', async () => {
    const { context, requests } = sceneOf({ data: { screen } })
    const bounds = {
      minPrice: '1',
      maxPrice: '2',
      minGapPercent: '-3%',
      maxGapPercent: '4',
      minChangePercent: '5',
      maxChangePercent: '6',
      minRelativeVolume: '1.5',
      minDollarVolume: '20M',
      minMarketCap: '1B',
      maxMarketCap: '2T',
    }
    await run(context, given({ universe: 'MOST_SHORTED', ...bounds, limit: '50', offset: '10' }))
    expect(requests[0]?.variables).toEqual({
      filter: {
        universe: 'MOST_SHORTED',
        minPrice: 1,
        maxPrice: 2,
        minGapPercent: -3,
        maxGapPercent: 4,
        minChangePercent: 5,
        maxChangePercent: 6,
        minRelativeVolume: 1.5,
        minDollarVolume: 2e7,
        minMarketCap: 1e9,
        maxMarketCap: 2e12,
        limit: 50,
        offset: 10,
      },
    })
  })

  test('behavior: --where is sent to the server, and the rest is checked here', async () => {
    const { context, out, requests } = sceneOf({ data: { screen }, format: 'json' })
    await run(context, given({ where: ['price > 10 and cap <= 9B', 'volume >= 1M'] }))
    expect(requests[0]?.variables).toEqual({ filter: { minPrice: 10, maxMarketCap: 9e9 } })
    expect(JSON.parse(out()).map(({ ticker }: { ticker: string }) => ticker)).toEqual(['CCC'])
  })

  test('behavior: sorts by a column; rows without a value are last in both directions', async () => {
    for (const [sort, tickers] of [
      ['cap', 'AAA CCC BBB'],
      ['-marketCap', 'CCC AAA BBB'],
    ] as const) {
      const { context, out } = sceneOf({ data: { screen }, format: 'plain', pick: 'ticker' })
      await run(context, given({ sort }))
      expect(out().trim().split('\n').slice(1).join(' ')).toBe(tickers)
    }
  })

  test('behavior: no matching row is a valid result', async () => {
    const { context, out } = sceneOf({ data: { screen } })
    await run(context, given({ where: ['price > 1000'] }))
    expect(out()).toBe('No share meets these conditions.\n')
  })

  test.each([{ where: ['prize > 3'] }, { sort: 'nothing' }, { minPrice: 'ten' }, { limit: '101' }])(
    'error: refuses %j before any request',
    async (options) => {
      const { context, requests } = sceneOf({ data: { screen } })
      await expect(run(context, given(options as Record<string, string>))).rejects.toMatchObject({
        code: 'USAGE',
      })
      expect(requests).toEqual([])
    },
  )

  test('error: without a terminal, --max-price alone asks for the intended option', async () => {
    const given = { arguments: {}, options: { maxPrice: '5' } }
    const alone = sceneOf({ canPrompt: false, settings: { maxPrice: 100_000n } })
    await expect(run(alone.context, given)).rejects.toMatchObject({
      code: 'USAGE',
      message: '--max-price of fiq screen is the highest share price.',
      remedy: expect.stringContaining('--max-spend'),
    })
    expect(alone.requests).toEqual([])
    const approved = { maxPrice: 100_000n, maxPriceApproves: true as const }
    for (const scene of [{ canPrompt: true }, { canPrompt: false, settings: approved }]) {
      const { context, requests } = sceneOf({ ...scene, data: { screen: [] } })
      await run(context, given).catch(() => {})
      expect(requests[0]?.variables).toEqual({ filter: { maxPrice: 5 } })
    }
  })
})
