import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Scene, sceneOf } from '../../command-line/testing/scene.ts'
import { openLists } from '../../lists/open-lists.ts'
import { renderTable } from '../../terminal/format/table.ts'
import { positionsOf } from './positions.ts'
import { run } from './run.ts'
import { lotsTable, missingNotes } from './view.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-list-'))
  writeFileSync(join(folder, 'tech.toml'), 'tickers = ["AAPL", "MSFT"]\n')
  const lots = [
    'ticker,shares,cost',
    'AAPL,40,412.50',
    'MSFT,60,90',
    'MSFT,40,95.25',
    'VOD.L,5000,68.10',
  ]
  writeFileSync(join(folder, 'ira.csv'), `${lots.join('\n')}\n`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const quotes = [
  {
    ticker: 'AAPL',
    name: 'Apple Inc.',
    price: 531.05,
    change: -0.42,
    changePercent: -0.08,
    currency: 'USD',
  },
  {
    ticker: 'MSFT',
    name: 'Microsoft',
    price: 88.6,
    change: 0.95,
    changePercent: 1.08,
    currency: 'USD',
  },
  { ticker: 'VOD.L', price: 72.44, change: 0.38, changePercent: 0.53, currency: 'GBp' },
  { ticker: 'GBPUSD=X', price: 1.3105, change: 0, changePercent: 0, currency: 'USD' },
]

async function shown(name: string[], scene: Scene = {}) {
  const made = sceneOf({ data: { quotes }, ...scene })
  await run({ ...made.context, lists: openLists(folder) }, { arguments: { name }, options: {} })
  return made
}

describe('fiq list', () => {
  test('default: without a name prints the existing lists, and queries nothing', async () => {
    const { out, requests } = await shown([], { format: 'json' })
    expect(JSON.parse(out())).toEqual([
      { list: 'ira', tickers: 3, lots: 4, file: join(folder, 'ira.csv'), problem: null },
      { list: 'tech', tickers: 2, lots: 0, file: join(folder, 'tech.toml'), problem: null },
    ])
    expect(requests).toEqual([])
  })

  test('default: --add creates or extends a list, and queries nothing', async () => {
    const lists = openLists(join(folder, 'more'))
    const add = async (name: string, words: string) => {
      const made = sceneOf()
      await run(
        { ...made.context, lists },
        { arguments: { name: [name] }, options: { add: words } },
      )
      expect(made.requests).toEqual([])
      return made.out()
    }
    expect(await add('@Chips', 'nvda, amd')).toBe(
      `@chips, 2 tickers: ${join(folder, 'more', 'chips.toml')}\n`,
    )
    expect(await add('chips', 'AMD,TSM')).toContain('@chips, 3 tickers')
    expect(lists.read('CHIPS').tickers).toEqual(['NVDA', 'AMD', 'TSM'])
    await expect(add('chips', 'no$')).rejects.toMatchObject({ code: 'USAGE' })
    await expect(add('../chips', 'A')).rejects.toMatchObject({ code: 'USAGE' })
    await expect(add('', 'A')).rejects.toMatchObject({ code: 'USAGE' })
    await expect(add('chips', ' , ')).rejects.toMatchObject({ code: 'USAGE' })
  })

  test('behavior: shows an unreadable list as a row, and the others normally', async () => {
    const broken = join(folder, 'broken')
    mkdirSync(broken)
    writeFileSync(join(broken, 'bad.toml'), 'symbols = 1\n')
    writeFileSync(join(broken, 'Good.toml'), 'tickers = ["AAPL"]\n')
    const { context, out } = sceneOf()
    await run({ ...context, lists: openLists(broken) }, { arguments: { name: [] }, options: {} })
    expect(out()).toMatch(/^Good +1 /m)
    expect(out()).toMatch(/^bad +! The list /m)
  })

  test('default: shows the value of a list with lots, at 80, 120 and 200 columns', async () => {
    const screens = await Promise.all(
      [80, 120, 200].map(async (columns) => {
        const { out, requests } = await shown(['@ira'], { columns })
        expect(requests[0]?.variables).toEqual({ tickers: ['AAPL', 'MSFT', 'VOD.L', 'GBPUSD=X'] })
        for (const line of out().split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
        return out()
      }),
    )
    expect(screens.join('\n')).toMatchInlineSnapshot(`
      "34,848.63 USD   today +103.10   gain +4,676.38  +15.50%
      ticker  shares    cost   price  cur  value, USD  gain, USD   gain %  weight
      AAPL        40  412.50  531.05  USD   21,242.00  +4,742.00  +28.74%  60.96%
      MSFT       100   92.10   88.60  USD    8,860.00    -350.00   -3.80%  25.42%
      VOD.L    5,000   68.10   72.44  GBp    4,746.63    +284.38   +6.37%  13.62%

      34,848.63 USD   today +103.10   gain +4,676.38  +15.50%
      ticker  shares    cost   price  cur  value, USD  gain, USD   gain %  weight  change %       value        gain
      AAPL        40  412.50  531.05  USD   21,242.00  +4,742.00  +28.74%  60.96%    -0.08%   21,242.00   +4,742.00
      MSFT       100   92.10   88.60  USD    8,860.00    -350.00   -3.80%  25.42%    +1.08%    8,860.00     -350.00
      VOD.L    5,000   68.10   72.44  GBp    4,746.63    +284.38   +6.37%  13.62%    +0.53%  362,200.00  +21,700.00

      34,848.63 USD   today +103.10   gain +4,676.38  +15.50%
      ticker  shares    cost   price  cur  value, USD  gain, USD   gain %  weight  change %       value        gain  name
      AAPL        40  412.50  531.05  USD   21,242.00  +4,742.00  +28.74%  60.96%    -0.08%   21,242.00   +4,742.00  Apple Inc.
      MSFT       100   92.10   88.60  USD    8,860.00    -350.00   -3.80%  25.42%    +1.08%    8,860.00     -350.00  Microsoft
      VOD.L    5,000   68.10   72.44  GBp    4,746.63    +284.38   +6.37%  13.62%    +0.53%  362,200.00  +21,700.00  –
      "
    `)
  })

  test('default: shows prices for a list without lots', async () => {
    const { out } = await shown(['tech'])
    expect(out()).toMatchInlineSnapshot(`
      "@tech, 2 tickers
      ticker  name         price  cur  change  change %  state  as of
      AAPL    Apple Inc.  531.05  USD   -0.42    -0.08%  –      –
      MSFT    Microsoft    88.60  USD   +0.95    +1.08%  –      –
      "
    `)
  })

  test('behavior: shows a value in dollars and in the currency of the listing', async () => {
    const { out } = await shown(['ira'], { format: 'json' })
    const [, microsoft, vodafone] = JSON.parse(out()) as Record<string, number>[]
    expect(microsoft).toMatchObject({ shares: 100, cost: 92.1, value: 8_860, gain: -350 })
    expect(vodafone).toMatchObject({ currency: 'GBp', value: 362_200, gain: 21_700 })
    expect(vodafone!['valueUsd']).toBeCloseTo(4_746.63, 2)
    expect(vodafone!['gainUsd']).toBeCloseTo(284.38, 2)
  })

  test('behavior: a price in US cents is a hundredth of a dollar', () => {
    const lots = [{ ticker: 'ZC=F', shares: 5_000, cost: 400 }]
    const corn = { ticker: 'ZC=F', price: 430, currency: 'USX' }
    expect(positionsOf({ tickers: ['ZC=F'], lots }, [corn])).toMatchObject([
      { value: 2_150_000, valueUsd: 21_500, gainUsd: 1_500 },
    ])
  })

  test('behavior: without a rate or a price a lot has no value, and weights are shares of the rest', () => {
    const list = openLists(folder).read('ira')
    const positions = positionsOf(list, quotes.slice(0, 3))
    expect(
      positions.map(({ valueUsd, weight }) => [valueUsd, weight && Math.round(weight)]),
    ).toEqual([
      [21_242, 71],
      [8_860, 29],
      [null, null],
    ])
  })
})

test('behavior: amounts have no noise of binary fractions', () => {
  const lots = [
    { ticker: 'VOD.L', shares: 5000, cost: 68.1 },
    { ticker: 'VOD.L', shares: 0.1, cost: 0.2 },
  ]
  const rows = [
    { ticker: 'VOD.L', price: 70.43, change: 0.23, currency: 'GBp' },
    { ticker: 'GBPUSD=X', price: 1.325, currency: 'USD' },
  ]
  const [position] = positionsOf({ tickers: ['VOD.L'], lots }, rows)
  for (const value of Object.values(position!))
    if (typeof value === 'number') expect(String(value).length).toBeLessThanOrEqual(14)
  expect(position?.value).toBe(352_157.043)
})

test('behavior: no number of a position is cut, and a sale keeps the mean cost', () => {
  const lots = [
    { ticker: 'AAPL', shares: 10, cost: 100 },
    { ticker: 'AAPL', shares: -4, cost: 500 },
    { ticker: 'MSFT', shares: 1.5, cost: null },
    { ticker: 'BTC-USD', shares: 0.00012345, cost: 60_000 },
    { ticker: 'BRK-A', shares: 1_234_567, cost: 500_000 },
  ]
  const tickers = [...new Set(lots.map(({ ticker }) => ticker))]
  const prices: Record<string, number> = {
    AAPL: 1_531,
    MSFT: 88.6,
    'BTC-USD': 77_780.51,
    'BRK-A': 700_000,
  }
  const rows = tickers.map((ticker) => ({ ticker, price: prices[ticker], currency: 'USD' }))
  const positions = positionsOf({ tickers, lots }, rows)
  expect(positions[0]).toMatchObject({ shares: 6, cost: 100, gainPercent: 1_431 })
  expect(positions[1]).toMatchObject({ shares: 1.5, cost: null, value: 132.9, gain: null })
  const screen = { columns: 80, colour: false, interactive: true }
  expect(renderTable(lotsTable, positions, screen)).toMatchInlineSnapshot(`
    "ticker     shares     cost    price  cur  value, USD  gain, USD   gain %  weight
    AAPL            6   100.00    1,531  USD    9,186.00  +8,586.00  +1,431%   0.00%
    MSFT         1.50        –    88.60  USD      132.90          –        –   0.00%
    BTC-USD  0.000123   60,000   77,781  USD        9.60      +2.20  +29.63%   0.00%
    BRK-A       1.23M  500,000  700,000  USD        864B      +247B  +40.00%    100%"
  `)
  expect(missingNotes(positions)).toEqual(['Without a cost, and so not in the gain: MSFT.'])
})
