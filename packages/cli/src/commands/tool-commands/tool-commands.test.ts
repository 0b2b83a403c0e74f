import { describe, expect, test } from 'vitest'
import type { ParsedArguments } from '../../command-line/declaration.ts'
import { type Scene, sceneOf } from '../../command-line/testing/scene.ts'
import { screenedWords, toolDeclarations } from './tool-commands.ts'

const named = (name: string) => toolDeclarations.find((declaration) => declaration.name === name)!

/** Runs a command with one argument and options. */
async function runOf(
  name: string,
  words: readonly string[],
  options: ParsedArguments['options'] = {},
  scene: Scene = {},
) {
  const { arguments: [argument] = [], load } = named(name)
  const { context, ...seen } = sceneOf(scene)
  const { run } = await load!()
  const given = { arguments: { [argument!.name]: words }, options }
  return { ...seen, done: run(context, given, async () => []) }
}

const searchEntities = [
  {
    id: 'cik:0000320193',
    name: 'Apple Inc.',
    type: 'EQUITY',
    tickers: ['AAPL'],
    confidence: 1,
    source: 'SEC EDGAR',
  },
  {
    id: 'cik:0001067983',
    name: 'BERKSHIRE HATHAWAY INC',
    type: 'EQUITY',
    tickers: ['BRK-B', 'BRK-A'],
    confidence: 0.731,
    source: 'SEC EDGAR',
  },
]
const sanctionsScreen = [
  {
    matchedName: 'AEROCARIBBEAN AIRLINES',
    score: 1,
    listName: 'SDN',
    program: 'CUBA',
    programs: ['CUBA'],
    entityName: 'AEROCARIBBEAN AIRLINES',
    type: 'entity',
    sdnId: '36',
    entryId: '36',
    countries: ['CU'],
    remarks: null,
    matchedIdentifier: null,
  },
  { matchedName: 'AERO CARIBBEAN', score: 0.873, listName: 'SDN', program: 'CUBA, SDGT' },
]
const institutionalHoldings = [
  {
    ticker: 'AAPL',
    shares: 165_333_962,
    value: 27_979_000_000,
    reportedAt: '2017-12-31',
    issuer: 'APPLE INC',
    weight: 14.6,
    sharesChange: 31_240_000,
    filedAt: '2018-02-14',
    principal: null,
    putCall: null,
    titleOfClass: 'COM',
    cusip: '037833100',
    valueWarning: null,
    holderName: 'BERKSHIRE HATHAWAY INC',
    holderCik: '0001067983',
  },
  { ticker: null, shares: 10, value: null, reportedAt: '2017-12-31', sharesChange: 10 },
]
const shortInterest = [
  {
    settlementDate: '2018-01-31',
    sharesShort: 40_238_531,
    daysToCover: 1.2,
    previousSharesShort: 41_000_000,
    changePercent: -1.86,
    averageDailyVolume: 33_000_000,
  },
]
const campaignFinance = [
  {
    committeeName: 'BERNIE 2016',
    cycle: 2016,
    party: 'DEM',
    state: 'VT',
    totalRaised: 237_640_730,
    committeeId: 'C00577130',
    committeeType: 'P',
    candidateName: null,
    coverageEnd: null,
  },
]
const gdp = [
  { date: '2017-01-01', value: 17_348_625_000_000, unit: 'constant 2010 US$' },
  { date: '2016-01-01', value: 16_972_347_893_000.5, unit: 'constant 2010 US$' },
]
const inflation = [{ date: '2017-01-01', value: 2.13, unit: 'annual %' }]
const interestRates = [{ date: '2018-01-01', value: 1.41, unit: 'percent' }]
const ofSeries = {
  title: 'Consumer Price Index',
  unit: 'Index 1982-1984=100',
  frequency: 'monthly',
  seasonalAdjustment: 'Seasonally Adjusted',
}
const macroSeries = [
  { date: '2018-02-01', value: 249.529, ...ofSeries },
  { date: '2018-01-01', value: 248.859, ...ofSeries },
]
const sp500Multiples = [{ date: '2018-01-01', value: 33.31 }]

type Row = {
  name: string
  words: readonly string[]
  options?: ParsedArguments['options']
  /** Data of the answer: one field with the rows. */
  data: Readonly<Record<string, readonly object[]>>
  variables: object
  table: readonly string[]
}

const rows: readonly Row[] = [
  {
    name: 'search',
    words: ['berkshire', 'hathaway'],
    options: { limit: '3', type: 'equity' },
    data: { searchEntities },
    variables: { query: 'berkshire hathaway', type: 'EQUITY', limit: 3 },
    table: [
      'tickers       name                    type    confidence',
      'AAPL          Apple Inc.              equity        1.00',
      'BRK-B, BRK-A  BERKSHIRE HATHAWAY INC  equity        0.73',
    ],
  },
  {
    name: 'sanctions',
    words: ['AEROCARIBBEAN', 'AIRLINES'],
    options: { country: 'cub', minScore: '0.5' },
    data: { sanctionsScreen },
    variables: { name: 'AEROCARIBBEAN AIRLINES', country: 'CUB', minScore: 0.5 },
    table: [
      'Possible matches: 2',
      'score  name                    list  programs',
      ' 1.00  AEROCARIBBEAN AIRLINES  SDN   CUBA',
      ' 0.87  AERO CARIBBEAN          SDN   CUBA, SDGT',
    ],
  },
  {
    name: 'holdings',
    words: ['1067983'],
    options: { limit: '2' },
    data: { institutionalHoldings },
    variables: { cik: '0001067983', limit: 2 },
    table: [
      'BERKSHIRE HATHAWAY INC, CIK 0001067983, 2017-Q4, 2 positions, 28.0B of 192B USD',
      'ticker  issuer          shares  value, USD  weight   change',
      'AAPL    APPLE INC  165,333,962       28.0B  14.60%  +23.30%',
      '–       –                   10           –       –      new',
    ],
  },
  {
    name: 'short-interest',
    words: ['aapl'],
    options: { limit: '6' },
    data: { shortInterest },
    variables: { ticker: 'AAPL', filter: { limit: 6 } },
    table: [
      'AAPL, short interest',
      'settled     shares short  change %  days to cover',
      '2018-01-31    40,238,531    -1.86%           1.20',
    ],
  },
  {
    name: 'campaign-finance',
    words: ['Bernie', 'Sanders'],
    options: { cycle: '2016', limit: '1' },
    data: { campaignFinance },
    variables: { name: 'Bernie Sanders', filter: { limit: 1, cycle: 2016 } },
    table: [
      'Committees like Bernie Sanders',
      'cycle  committee    party  raised, USD  to',
      '2016   BERNIE 2016  DEM           238M  –',
    ],
  },
  {
    name: 'gdp',
    words: ['usa'],
    data: { gdp },
    variables: { country: 'USA', type: 'real' },
    table: [
      'United States, real GDP   constant 2010 US$, annual',
      '17.35T in 2017   +2.22% on 2016',
      '',
      'year   value  change',
      '2017  17.35T  +2.22%',
      '2016  16.97T       –',
    ],
  },
  {
    name: 'inflation',
    words: ['usa'],
    data: { inflation },
    variables: { country: 'USA' },
    table: [
      'United States, consumer prices   annual %, annual',
      '2.13% in 2017',
      '',
      'year  value  change',
      '2017   2.13       –',
    ],
  },
  {
    name: 'rates',
    words: ['usa'],
    data: { interestRates },
    variables: { country: 'USA' },
    table: [
      'United States, interest rate   percent, annual',
      '1.41% in 2018',
      '',
      'year  value  change',
      '2018   1.41       –',
    ],
  },
  {
    name: 'series',
    words: ['cpiaucsl'],
    options: { limit: '2' },
    data: { macroSeries },
    variables: { seriesId: 'CPIAUCSL', filter: { limit: 2 } },
    table: [
      'CPIAUCSL, Consumer Price Index   Index 1982-1984=100, monthly, adjusted',
      '249.529 in 2018-02   +0.27%',
      '',
      'month      value  change',
      '2018-02  249.529  +0.27%',
      '2018-01  248.859       –',
    ],
  },
  {
    name: 'multiples',
    words: ['shiller-pe'],
    data: { sp500Multiples },
    variables: { series: 'shiller-pe' },
    table: [
      'Large US equities, Shiller P/E   annual',
      '33.31 in 2018   mean since 2018 33.31',
      '',
      'year  value  change',
      '2018  33.31       –',
    ],
  },
]

test('behavior: a series in percent changes in points', async () => {
  const rate = { ...ofSeries, unit: 'Percent', title: 'Unemployment Rate' }
  const points = [
    { date: '2018-02-01', value: 4.1, ...rate },
    { date: '2018-01-01', value: 4, ...rate },
  ]
  const { out, done } = await runOf('series', ['UNRATE'], {}, { data: { macroSeries: points } })
  await done
  expect(out()).toContain('4.1% in 2018-02   +0.10 points')
})

test('behavior: this file tests every command of the table', () => {
  expect(rows.map(({ name }) => name)).toEqual(toolDeclarations.map(({ name }) => name))
})

describe.each(rows)('fiq $name', ({ name, words, options, data, variables, table }) => {
  const [came = []] = Object.values(data)

  test('default: prints a table on a terminal', async () => {
    const { requests, out, done } = await runOf(name, words, options, { data })
    await done
    expect(out()).toBe([...table, ''].join('\n'))
    expect(requests.map((operation) => operation.variables)).toEqual([variables])
  })

  test('default: prints the received rows in a pipe, without loss of digits', async () => {
    const { out, done } = await runOf(name, words, options, { data, format: 'json' })
    await done
    expect(JSON.parse(out())).toEqual(came)
  })

  test('default: accepts an empty list', async () => {
    const empty = Object.fromEntries(Object.keys(data).map((key) => [key, []]))
    const { out, done } = await runOf(name, words, options, { data: empty, format: 'json' })
    await done
    expect(out()).toBe('[]\n')
  })

  test('behavior: the selectable fields are those of a row', () => {
    expect([...named(name).fields!].sort()).toEqual(Object.keys(came[0]!).sort())
  })
})

describe('a table on a terminal', () => {
  test.each([
    ['search', 'No entity matches.'],
    ['sanctions', 'No match.'],
    ['holdings', 'No holdings reported.'],
    ['short-interest', 'No short interest reported.'],
    ['campaign-finance', 'No committee matches.'],
    ['gdp', 'No observations.'],
  ])('behavior: fiq %s states that there are no rows', async (name, text) => {
    const { data, words } = rows.find((row) => row.name === name)!
    const empty = Object.fromEntries(Object.keys(data).map((key) => [key, []]))
    const { out, done } = await runOf(name, words, {}, { data: empty })
    await done
    expect(out()).toBe(`${text}\n`)
  })
})

test.each(['1.5', '-0.1', 'high', '1e-1', ''])(
  'error: fiq sanctions --min-score %j reports its bounds',
  async (minScore) => {
    const { done } = await runOf('sanctions', ['aero'], { minScore }, { data: {} })
    await expect(done).rejects.toMatchObject({
      code: 'USAGE',
      message: '--min-score must be a number from 0 to 1.',
    })
  },
)

test.each([[sanctionsScreen], [[]]])(
  'behavior: fiq sanctions warns on stderr, with and without a match',
  async (found) => {
    const { err, done } = await runOf(
      'sanctions',
      ['aero'],
      {},
      { data: { sanctionsScreen: found } },
    )
    await done
    expect(err().replace(/\s+/g, ' ')).toContain(
      'A convenience over public lists, not a compliance-grade screening. A name without a match may still be sanctioned.',
    )
  },
)

test.each([
  ['gdp', ['Germany'], 'DEU'],
  ['gdp', ['south', 'korea'], 'KOR'],
  ['rates', ['UK'], 'GBR'],
  ['inflation', ['us'], 'USA'],
])('behavior: fiq %s %j queries %s', async (name, words, country) => {
  const { requests, done } = await runOf(
    name,
    words,
    {},
    { data: { gdp, inflation, interestRates } },
  )
  await done
  expect(requests[0]?.variables).toMatchObject({ country })
})

test('behavior: searches a filer by name, and reports other matches', async () => {
  const other = { ...searchEntities[1], id: 'cik:0000109694', name: 'BERKSHIRE INCOME REALTY INC' }
  const data = { searchEntities: [searchEntities[1], other], institutionalHoldings }
  const { requests, err, done } = await runOf('holdings', ['berkshire', 'hathaway'], {}, { data })
  await done
  expect(requests.map(({ variables }) => variables)).toEqual([
    { query: 'berkshire hathaway', type: 'EQUITY', limit: 5 },
    { cik: '0001067983' },
  ])
  expect(err()).toContain(
    'BERKSHIRE HATHAWAY INC (CIK 0001067983); others: BERKSHIRE INCOME REALTY INC',
  )
})

test('error: an unknown series is not one that search would find', async () => {
  const unknown = {
    message: 'There is no series "X".',
    path: 'macroSeries',
    code: 'NOT_FOUND' as const,
  }
  const errors = [{ ...unknown, facts: [] }]
  const scene = { data: { macroSeries: null }, answer: { errors, payment: undefined } }
  const { done } = await runOf('series', ['X'], {}, scene)
  await expect(done).rejects.toMatchObject({
    code: 'NOT_FOUND',
    remedy: expect.stringContaining('fred.stlouisfed.org'),
  })
})

test('error: sends no further query for an unknown filer', async () => {
  const { requests, done } = await runOf(
    'holdings',
    ['nobody'],
    {},
    { data: { searchEntities: [] } },
  )
  await expect(done).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(requests).toHaveLength(1)
})

test.each(['CIK0001067983', 'cik:1067983', 'cik 1067983'])(
  'behavior: fiq holdings takes %j as an identifier',
  async (cik) => {
    const { requests, done } = await runOf(
      'holdings',
      [cik],
      {},
      { data: { institutionalHoldings } },
    )
    await done
    expect(requests[0]?.variables).toEqual({ cik: '0001067983' })
  },
)

test.each([
  ['csv', 'date,value\n2018-02-01,249.529\n2018-01-01,248.859\n'],
  ['ndjson', '{"date":"2018-02-01","value":249.529}\n{"date":"2018-01-01","value":248.859}\n'],
] as const)('default: prints rows as %s', async (format, text) => {
  const points = macroSeries.map(({ date, value }) => ({ date, value }))
  const data = { macroSeries: points }
  const { out, done } = await runOf('series', ['CPIAUCSL'], {}, { data, format })
  await done
  expect(out()).toBe(text)
})

test.each<
  [name: string, words: readonly string[], options: ParsedArguments['options'], error: object]
>([
  ['search', ['  '], {}, { code: 'BAD_INPUT' }],
  ...['0', '51', 'ten', '1.5'].map(
    (limit): [string, string[], ParsedArguments['options'], object] => [
      'search',
      ['a'],
      { limit },
      { code: 'USAGE', message: expect.stringContaining('1 to 50') },
    ],
  ),
  ['sanctions', [''], {}, { code: 'BAD_INPUT', message: 'sanctionsScreen: name is empty.' }],
  ['holdings', [' '], {}, { kind: 'usage' }],
  ['short-interest', ['AAPL'], { limit: '501' }, { kind: 'usage' }],
  ['campaign-finance', ['x'], { cycle: 'soon' }, { kind: 'usage' }],
  [
    'gdp',
    ['Germny'],
    {},
    {
      code: 'USAGE',
      facts: [
        expect.stringMatching(/^Did you mean Germany\b/),
        expect.stringMatching(/^Accepted: /),
      ],
    },
  ],
  ['gdp', ['qqqq'], {}, { code: 'USAGE', facts: [expect.stringMatching(/^Accepted: /)] }],
  ['rates', ['U'], {}, { kind: 'usage' }],
  ['series', ['GDP'], { sort: 'UP' }, { code: 'USAGE' }],
  ['multiples', ['pe'], {}, { kind: 'usage' }],
])('error: refuses fiq %s %j %j before anything is sent', async (name, words, options, error) => {
  const { requests, done } = await runOf(name, words, options)
  await expect(done).rejects.toMatchObject(error)
  expect(requests).toEqual([])
})

test('default: counts the entries of the screened lists only', () => {
  const sanctionsLists = [
    { isScreened: true, entries: 17_000 },
    { isScreened: true, entries: 842 },
    { isScreened: false, entries: 5 },
  ]
  expect(screenedWords({ data: { sanctionsLists } })).toBe('Screened 17,842 entries on 2 lists. ')
})

test.each([null, {}, { sanctionsLists: null }])('behavior: is empty for %j', (data) => {
  expect(screenedWords({ data })).toBe('')
})
