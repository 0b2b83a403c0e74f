import { describe, expect, test } from 'vitest'
import { commandGroups, declarationsOf } from '../../commands/declarations.ts'
import { textWidth } from '../../terminal/format/text-width.ts'
import type { Declaration } from '../declaration.ts'
import { commandHelp } from './command-help.ts'
import { mainHelp } from './main-help.ts'
import { twoColumns } from './two-columns.ts'

const declarations = await declarationsOf()
const every = (list: readonly Declaration[], path: string): [string, Declaration][] =>
  list.flatMap((one) => [
    [`${path} ${one.name}`, one],
    ...every(one.commands ?? [], `${path} ${one.name}`),
  ])

describe('mainHelp', () => {
  test('default: names every command', () => {
    const named = commandGroups.flatMap(({ rows }) => rows.flatMap(([names]) => names.split(', ')))
    expect(named).toEqual(declarations.map(({ name }) => name))
  })

  test.each([80, 60, 40])('behavior: no line is longer than %i columns', (columns) => {
    const lines = mainHelp(commandGroups, columns).split('\n')
    // Excludes the examples, because command lines are not wrapped.
    const texts = lines.filter((line) => !line.startsWith('  fiq '))
    for (const line of texts.slice(0, -3)) expect(textWidth(line)).toBeLessThanOrEqual(columns)
  })

  test('default: fits on a screen of 80 by 40', () => {
    const lines = mainHelp(commandGroups, 80).split('\n')
    expect(lines.length).toBeLessThanOrEqual(40)
    for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(80)
  })
})

describe('commandHelp', () => {
  test.each(every(declarations, 'fiq'))(
    'behavior: %s breaks at 80 columns, never inside a word',
    (path, declaration) => {
      const help = commandHelp(declaration, path, 80)
      const wide = commandHelp(declaration, path, 100)
      const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')
      expect(words(help)).toEqual(words(wide))
      // The catalog has the examples of its tools.
      for (const line of help.split('\n'))
        if (!line.startsWith('  $ fiq tool ')) expect(textWidth(line), line).toBeLessThanOrEqual(80)
    },
  )

  test('default: shows summary, examples, arguments and options, and where to read more', () => {
    const quote = declarations.find(({ name }) => name === 'quote')!
    expect(commandHelp(quote, 'fiq quote', 80)).toMatchInlineSnapshot(`
      "Show the last price of stocks, indices, futures, currencies and crypto

        $ fiq quote AAPL MSFT ^GSPC
        $ fiq quote EURUSD=X,GC=F,VOD.L --sort -changePercent
        $ fiq quote AAPL --json ticker,price

      fiq quote <tickers...>    1 to 100, separated by spaces or commas: AAPL, VOD.L,
                                ^GSPC, BTC-USD, EURUSD=X, GC=F; @name is a list

        --sort <field>           -field sorts in descending order; default: the order
                                 of the arguments

      Fields: fiq schema quote. Other options: fiq help options.
      "
    `)
  })

  test('behavior: leaves out old names and options that programs pass', () => {
    const named = (name: string) => declarations.find((each) => each.name === name)!
    expect(commandHelp(named('gdp'), 'fiq gdp', 80)).not.toContain('--type')
    expect(commandHelp(named('alert'), 'fiq alert', 80)).not.toContain('--waiting')
  })

  test('behavior: the rest of an indented line hangs below it', () => {
    const tool = declarations.find(({ name }) => name === 'tool')?.commands
    const quotes = tool!.find(({ name }) => name === 'quotes')!
    expect(commandHelp(quotes, 'fiq tool quotes', 80)).toContain(
      '\n  tickers: required, list, 1 to 100 items. 1 to 100 different tickers:\n    equities, indices',
    )
  })
})

test('default: a name that is too long for its column has its own line', () => {
  const layout = { columns: 40, left: 10 }
  const rows = [
    ['--a <b>', 'one two three four five six seven'],
    ['--much-longer', 'eight'],
  ] as const
  expect(twoColumns(rows, layout)).toEqual([
    '  --a <b>    one two three four five six',
    '             seven',
    '  --much-longer',
    '             eight',
  ])
})
