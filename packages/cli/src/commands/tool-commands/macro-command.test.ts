import { expect, test } from 'vitest'
import type { ParsedArguments } from '../../command-line/declaration.ts'
import { type Scene, sceneOf } from '../../command-line/testing/scene.ts'
import { sinceOf } from './macro-command.ts'
import { toolDeclarations } from './tool-commands.ts'

const years = Array.from({ length: 66 }, (_, place) => ({
  date: `${2025 - place}-01-01`,
  value: 23.19e12 * 0.975 ** place,
  unit: 'constant 2015 USD',
}))
const months = Array.from({ length: 20 }, (_, place) => ({
  date: new Date(Date.UTC(2026, 9 - place, 1)).toISOString().slice(0, 10),
  value: 331.842 - place * 0.7,
}))

async function runOf(name: string, options: ParsedArguments['options'], scene: Scene) {
  const { arguments: [argument] = [], load } = toolDeclarations.find((one) => one.name === name)!
  const { context, ...seen } = sceneOf(scene)
  const { run } = await load!()
  const given = { arguments: { [argument!.name]: [name === 'series' ? 'x' : 'usa'] }, options }
  await run(context, given, async () => [])
  return seen
}

test('default: shows the last twelve points with a line, the unit once, and years as years', async () => {
  const { out, err } = await runOf('gdp', {}, { data: { gdp: years } })
  expect(out()).toMatchInlineSnapshot(`
    "United States, real GDP   constant 2015 USD, annual
    23.19T in 2025   +2.56% on 2024   2014 ▁▂▂▃▃▄▅▅▆▇▇█ 2025

    year   value  change
    2025  23.19T  +2.56%
    2024  22.61T  +2.56%
    2023  22.04T  +2.56%
    2022  21.49T  +2.56%
    2021  20.96T  +2.56%
    2020  20.43T  +2.56%
    2019  19.92T  +2.56%
    2018  19.42T  +2.56%
    2017  18.94T  +2.56%
    2016  18.46T  +2.56%
    2015  18.00T  +2.56%
    2014  17.55T  +2.56%
    "
  `)
  expect(err()).toContain('12 of 66 years (--last, --since, --all)')
})

test('default: from 120 columns, draws the whole series beside the rows', async () => {
  const { out } = await runOf('gdp', { last: '6' }, { data: { gdp: years }, columns: 120 })
  expect(out()).toMatchInlineSnapshot(`
    "United States, real GDP   constant 2015 USD, annual
    23.19T in 2025   +2.56% on 2024   2020 ▁▂▄▅▇█ 2025

    year   value  change                                                                                    ⣀⣀⠤⠤⠒⠒⠉ ◀ 23.19T
    2025  23.19T  +2.56%                                                                          ⢀⣀⣀⠤⠤⠔⠒⠊⠉⠉        ┤ 20T
    2024  22.61T  +2.56%                                                               ⢀⣀⣀⡠⠤⠤⠔⠒⠒⠉⠉⠁
    2023  22.04T  +2.56%                                                 ⢀⣀⣀⣀⡠⠤⠤⠤⠒⠒⠒⠊⠉⠉⠁
    2022  21.49T  +2.56%                              ⣀⣀⣀⣀⣀⡠⠤⠤⠤⠤⠔⠒⠒⠒⠒⠊⠉⠉⠉⠁                                          ┤ 10T
    2021  20.96T  +2.56%    ⣀⣀⣀⣀⣀⠤⠤⠤⠤⠤⠤⠤⠤⠒⠒⠒⠒⠒⠒⠒⠉⠉⠉⠉⠉⠉
    2020  20.43T  +2.56%                 1970         1980          1990         2000         2010         2020
    "
  `)
})

test('behavior: the requested number of points is the same in every format; by default a pipe gets all', async () => {
  const rowsOf = async (options: ParsedArguments['options']) => {
    const { out } = await runOf('gdp', options, { data: { gdp: years }, format: 'json' })
    return JSON.parse(out()) as typeof years
  }
  expect(await rowsOf({})).toEqual(years)
  expect(await rowsOf({ last: '2' })).toEqual(years.slice(0, 2))
  expect(await rowsOf({ since: '2020' })).toEqual(years.slice(0, 6))
  expect(await rowsOf({ since: '3y', last: '9' })).toEqual(years.slice(0, 2))
})

test('behavior: --all lists every point', async () => {
  const { out, err } = await runOf('gdp', { all: true }, { data: { gdp: years } })
  expect(out().trimEnd().split('\n')).toHaveLength(66 + 4)
  expect(err()).not.toContain(' of 66')
})

test('behavior: requests a page that contains the listed points', async () => {
  const filterOf = async (options: ParsedArguments['options']) => {
    const { requests, out } = await runOf('series', options, { data: { macroSeries: months } })
    expect(out()).toContain('331.842 in 2026-10   +0.21%   +2.60% on a year')
    return requests[0]?.variables?.['filter']
  }
  expect(await filterOf({})).toBeUndefined()
  expect(await filterOf({ last: '30' })).toEqual({ limit: 31 })
  expect(await filterOf({ all: true })).toEqual({ limit: 500 })
  expect(await filterOf({ since: '2026-09', limit: '3' })).toEqual({
    since: '2026-09-01',
    limit: 3,
  })
})

test('behavior: replaces the line by words for a screen reader', async () => {
  const { out } = await runOf('gdp', {}, { data: { gdp: years }, isReadAloud: true, columns: 200 })
  expect(out()).toContain('lowest 17.55T, highest 23.19T')
  expect(out()).not.toMatch(/[▁-█⠁-⣿]/u)
})

test.each([
  ['gdp', { last: '0' }],
  ['rates', { since: '2026-13' }],
  ['multiples', { last: 'x' }],
  ['inflation', { all: true, last: '3' }],
])('error: fiq %s with %o is refused before anything is sent', async (name, options) => {
  const { context, requests } = sceneOf({ data: {} })
  const { arguments: [argument] = [], load } = toolDeclarations.find((one) => one.name === name)!
  const given = { arguments: { [argument!.name]: ['usa'] }, options }
  const { run } = await load!()
  await expect(run(context, given, async () => [])).rejects.toMatchObject({ code: 'USAGE' })
  expect(requests).toEqual([])
})

const now = new Date('2026-11-20T12:00:00Z')
const read = (since: string) => sinceOf({ arguments: {}, options: { since } }, now)

test('default: reads a year, a month, a day, or a time before now', () => {
  expect(['2026', '2026-10', '2026-10-15', '30d', '6mo', '5y'].map(read)).toEqual([
    '2026-01-01',
    '2026-10-01',
    '2026-10-15',
    '2026-10-21',
    '2026-05-20',
    '2021-11-20',
  ])
  expect(sinceOf({ arguments: {}, options: {} }, now)).toBeUndefined()
})

test.each(['', '26', '2026-13', '2026-02-31', 'yesterday', '5w'])('error: refuses %j', (text) => {
  expect(() => read(text)).toThrow('--since must be a date such as')
})
