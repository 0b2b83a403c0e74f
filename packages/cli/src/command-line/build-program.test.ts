import { describe, expect, test } from 'vitest'
import { commandGroups, declarationsOf } from '../commands/declarations.ts'
import { buildProgram, type Chosen } from './build-program.ts'
import type { Declaration } from './declaration.ts'
import { globalOptions, oldOptions } from './global-options.ts'

const declarations = await declarationsOf()

const parse = (words: readonly string[]) =>
  buildProgram(declarations, { columns: 80, version: '1.2.3', groups: commandGroups }).parse(words)
const chosenBy = (...words: string[]): Chosen => {
  const parsed = parse(words)
  if ('help' in parsed) throw new Error(`help instead of a command: ${parsed.help}`)
  return parsed.chosen
}
const every = (list: readonly Declaration[]): Declaration[] =>
  list.flatMap((one) => [one, ...every(one.commands ?? [])])

describe('buildProgram', () => {
  test('default: returns arguments by name, options by name, and global options separately', () => {
    const { declaration, args, globals } = chosenBy(
      ...['--max-price', '0.1', 'history', 'AAPL', 'MSFT', '--range', '5Y', '--json', 'ticker'],
    )
    expect(declaration.name).toBe('history')
    expect(args).toEqual({
      arguments: { tickers: ['AAPL', 'MSFT'] },
      options: { range: '5y' },
    })
    expect(globals).toMatchObject({ maxPrice: '0.1', json: 'ticker', color: true })
  })

  test('default: no option of a command shadows a global option', () => {
    const words = ({ flags }: { flags: string }) => flags.match(/--?[\w-]+/g) ?? []
    const globals = new Set(globalOptions.flatMap(words))
    const own = every(declarations).flatMap(({ name, options = [] }) =>
      options.flatMap(words).map((word) => [name, word] as const),
    )
    expect(own.length).toBeGreaterThan(50)
    expect(own.filter(([, word]) => globals.has(word))).toEqual([])
    // An option of the command has priority over an old name.
    const old = new Set(oldOptions.flatMap(words))
    expect(own.filter(([, word]) => old.has(word))).toEqual([['screen', '--max-price']])
    expect([...old].filter((word) => globals.has(word))).toEqual([])
  })

  test('behavior: --max-price is the old name of --max-spend, but on screen the share price', () => {
    for (const words of [
      ['quote', 'AAPL', '--max-price', '5'],
      ['--max-price', '5', 'quote', 'AAPL'],
    ])
      expect(chosenBy(...words).globals).toMatchObject({ maxPrice: '5' })
    const { args, globals } = chosenBy('screen', '--max-price', '5', '--max-spend', '0.1')
    expect(args.options).toMatchObject({ maxPrice: '5' })
    expect(globals).toMatchObject({ maxSpend: '0.1' })
    expect(globals).not.toHaveProperty('maxPrice')
    expect(() => parse(['--max-price', '5', 'screen'])).toThrow(
      expect.objectContaining({ code: 'USAGE' }),
    )
    expect(parse([])).toMatchObject({ help: expect.not.stringContaining('--max-price') })
    const config = chosenBy('config', 'set', 'max-price', '5')
    expect(config.args.arguments).toMatchObject({ name: ['max-price'], value: ['5'] })
    expect(() => parse(['config', 'get', 'max'])).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('max-price') }),
    )
  })

  test('behavior: an omitted argument is an empty list; repeatable ones are collected', () => {
    expect(chosenBy('query').args).toEqual({ arguments: { query: [] }, options: {} })
    expect(chosenBy('query', 'x', '--var', 'a=1', '--var', 'b=2').args.options).toEqual({
      var: ['a=1', 'b=2'],
    })
  })

  test('behavior: budget and payments without a subcommand print their list, but refuse a wrong word', () => {
    expect(chosenBy('budget').command).toBe('fiq budget show')
    expect(chosenBy('payments', '--limit', '5')).toMatchObject({
      command: 'fiq payments list',
      args: { options: { limit: '5' } },
    })
    expect(parse(['payments', '--help'])).toMatchObject({ help: expect.stringContaining('resume') })
    expect(() => parse(['payments', 'lsit'])).toThrow(
      expect.objectContaining({ code: 'USAGE', facts: ['Did you mean list?'] }),
    )
  })

  test('behavior: accepts the earlier spelling of enumeration values', () => {
    for (const word of ['MOST_ACTIVES', 'most-actives', 'Most_Actives'])
      expect(chosenBy('screen', '--universe', word).args.options).toEqual({
        universe: 'most-actives',
      })
  })

  test('behavior: a group needs its name', () => {
    expect(chosenBy('tool', 'quotes', 'tickers=AAPL').args.arguments).toEqual({
      inputs: ['tickers=AAPL'],
    })
    expect(parse(['tool'])).toMatchObject({ help: expect.stringContaining('quotes') })
  })

  test('behavior: returns help and version as texts, without an exit', () => {
    expect(parse([])).toMatchObject({ help: expect.stringMatching(/^fiq {2}finance data/) })
    expect(parse(['--help'])).toEqual(parse([]))
    expect(parse(['-V'])).toEqual({ help: '1.2.3\n' })
    expect(parse(['quote', '--help'])).toMatchObject({
      help: expect.stringMatching(/\$ fiq quote AAPL MSFT[\s\S]*Fields: fiq schema quote\./),
    })
  })

  test.each([
    [['qoute', 'AAPL'], "Unknown command 'qoute'.", 'Did you mean quote?'],
    [['BRK-B'], "Unknown command 'BRK-B'.", 'The price of BRK-B: fiq quote BRK-B'],
    [['news', 'AAPL'], "Unknown command 'news'.", 'fiq entity AAPL --with news'],
    [['cpi'], "Unknown command 'cpi'.", 'What answers "cpi": fiq inflation USA'],
    [['Insiders', 'AAPL'], "Unknown command 'Insiders'.", 'fiq entity AAPL --with insiderTrades'],
    [['history', 'AAPL', '--rnage', '5y'], "Unknown option '--rnage'.", 'Did you mean --range?'],
    [['multiples'], "Missing required argument 'series'.", 'one of pe-ratio'],
    [['quote', '--json', 'AAPL'], "Missing required argument 'tickers'.", '--json read "AAPL"'],
  ])('error: %j reports %s', (words, message, fact) => {
    expect(() => parse(words)).toThrow(
      expect.objectContaining({
        code: 'USAGE',
        message,
        facts: expect.arrayContaining([expect.stringContaining(fact)]),
      }),
    )
  })

  test('error: reports an unknown tool as a tool, with similar names', () => {
    for (const words of [
      ['tool', 'quots'],
      ['--max-price', '1', 'tool', 'quots', 'tickers=A'],
    ])
      expect(() => parse(words)).toThrow(
        expect.objectContaining({
          code: 'UNKNOWN_TOOL',
          message: 'There is no tool "quots".',
          facts: ['Did you mean quotes?'],
        }),
      )
    expect(() => parse(['tool', 'xyzzyxyzzy'])).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_TOOL', facts: [], remedy: 'fiq tools lists them.' }),
    )
  })

  test('error: refuses an invalid choice with the valid ones', () => {
    expect(() => parse(['history', 'AAPL', '--range', 'week'])).toThrow(
      '--range must be one of 1d, 5d, 1mo',
    )
    expect(() => parse(['history', 'AAPL', '--chart', 'candels'])).toThrow(
      expect.objectContaining({ facts: ['Given: candels', 'Did you mean candles?'] }),
    )
    expect(() => parse(['multiples', 'shiler-pe'])).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^series must be one of pe-ratio, /),
        facts: ['Given: shiler-pe', 'Did you mean shiller-pe?'],
        remedy: 'fiq multiples --help lists its arguments and options.',
      }),
    )
    expect(() => parse(['status', 'extra'])).toThrow(expect.objectContaining({ code: 'USAGE' }))
  })

  test('behavior: every command has a summary, and every runnable one can be loaded', async () => {
    for (const declaration of every(declarations)) {
      expect(declaration.summary, declaration.name).toMatch(/^[A-Z].*[^.]$/)
      expect(Boolean(declaration.load) || (declaration.commands?.length ?? 0) > 0).toBe(true)
      if (declaration.load) expect((await declaration.load()).run).toBeTypeOf('function')
    }
  })

  test('error: a missing or unknown argument names the command with the help', () => {
    for (const [words, remedy] of [
      [['quote'], 'fiq quote --help lists its arguments and options.'],
      [
        ['budget', 'set', '--monthly', '5'],
        'fiq budget set --help lists its arguments and options.',
      ],
      [['--yes', 'entity'], 'fiq entity --help lists its arguments and options.'],
      [['xyzzyxyzzy'], 'fiq --help lists the commands.'],
    ] as const)
      expect(() => parse(words)).toThrow(expect.objectContaining({ remedy }))
  })

  test('behavior: every runnable command shows an example of itself', () => {
    const lacking = (list: readonly Declaration[], path: string): string[] =>
      list.flatMap((one) => {
        const own = `${path} ${one.name}`
        const shown = !one.load || (one.examples ?? []).some((line) => line.includes(own))
        return [...(shown ? [] : [own]), ...lacking(one.commands ?? [], own)]
      })
    expect(lacking(declarations, 'fiq')).toEqual([])
  })

  test('behavior: every example in the help parses', () => {
    const examples = every(declarations).flatMap(({ examples: lines = [] }) => lines)
    expect(examples.length).toBeGreaterThan(30)
    for (const example of examples) {
      const line = /fiq (.*?)(?: [<>|]|\)|$)/.exec(example)?.[1] ?? ''
      const words = [...line.matchAll(/'([^']*)'|((?:[^\s"']|"[^"]*")+)/g)].map(
        ([, quoted, bare = '']) => quoted ?? bare.replaceAll('"', ''),
      )
      if (words[0] === 'price') words.shift()
      if (words[0] === 'help' && words[1] === 'quote') words.splice(0, 1, '--help')
      if (words[0]?.startsWith('{') || words[0]?.endsWith('.graphql')) words.unshift('price')
      if (words[0] === 'exit-codes') words.unshift('help')
      expect(() => parse(words), example).not.toThrow()
    }
  })
})
