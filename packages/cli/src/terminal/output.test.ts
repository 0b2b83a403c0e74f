import { defined } from '@fiq/shared/defined'
import { describe, expect, test } from 'vitest'
import { createOutput, type OutputOptions } from './output.ts'

const result = {
  value: [
    { ticker: 'AAPL', price: 201.5 },
    { ticker: 'MSFT', price: null },
  ],
  view: ({ columns }: { columns: number }) => `table of ${columns} columns`,
}

describe('createOutput', () => {
  test.each<[Partial<OutputOptions>, string]>([
    [{ format: 'text' }, 'table of 80 columns\n'],
    [{ format: 'json' }, '[{"ticker":"AAPL","price":201.5},{"ticker":"MSFT","price":null}]\n'],
    [{ format: 'json', pick: 'price' }, '[{"price":201.5},{"price":null}]\n'],
    [{ format: 'ndjson', pick: 'ticker' }, '{"ticker":"AAPL"}\n{"ticker":"MSFT"}\n'],
    [{ format: 'csv' }, 'ticker,price\nAAPL,201.5\nMSFT,\n'],
    [{ format: 'plain' }, 'ticker\tprice\nAAPL\t201.5\nMSFT\t\n'],
  ])('default: %j prints only the value in that format', (options, text) => {
    const { output, stdout, stderr } = scene(options)
    output.print(result)
    expect(stdout.join('')).toBe(text)
    expect(stderr).toEqual([])
  })

  test('behavior: indents JSON on a terminal, and prints an object as one row', () => {
    const { output, stdout } = scene({ format: 'json' }, true)
    output.print({ value: { isOpen: true }, view: () => '' })
    expect(stdout.join('')).toBe('{\n  "isOpen": true\n}\n')
    const csv = scene({ format: 'csv' })
    csv.output.print({ value: { isOpen: true }, view: () => '' })
    expect(csv.stdout.join('')).toBe('isOpen\ntrue\n')
  })

  test('behavior: uses the given rows if the value is not a list of rows', () => {
    const { output, stdout } = scene({ format: 'csv' })
    output.print({ value: [{ bars: [1] }], rows: [{ close: 1 }], view: () => '' })
    expect(stdout.join('')).toBe('close\n1\n')
  })

  test.each<[Partial<OutputOptions>, object, string]>([
    [{ format: 'csv' }, { value: [] }, 'ticker,price\n'],
    [{ format: 'csv', pick: 'price' }, { value: [] }, 'price\n'],
    [{ format: 'plain', pick: 'price, ticker' }, { value: [] }, 'price\tticker\n'],
    [{ format: 'csv' }, { value: {}, rows: [] }, ''],
    [{ format: 'ndjson' }, { value: [] }, ''],
  ])('behavior: %j of %j without a row: prints a known header', (options, none, text) => {
    const { output, stdout } = scene(options)
    output.print({ value: undefined, view: () => '', ...none })
    expect(stdout.join('')).toBe(text)
  })

  test('behavior: notes and warnings go to stderr, sanitised; quiet keeps the warnings', () => {
    const loud = scene({ format: 'json' })
    loud.output.note('paid\u001b[2J 0.015\nUSDC')
    expect(loud.stderr).toEqual(['paid 0.015 USDC\n'])
    const quiet = scene({ format: 'json', quiet: true })
    quiet.output.note('paid')
    quiet.output.warn('old')
    expect(quiet.stderr).toEqual(['old\n'])
    expect(quiet.stdout).toEqual([])
  })

  test('behavior: uses colour only on a terminal, and only if wanted', () => {
    const coloured = scene({ colour: true }, true)
    coloured.output.warn('old')
    expect(coloured.stderr).toEqual(['\u001b[38;5;133mold\u001b[39m\n'])
    expect(coloured.output.screen.colour).toBe(true)
    expect(scene({ colour: true }, false).output.screen.colour).toBe(false)
    expect(scene({ colour: false }, true).output.screen.colour).toBe(false)
  })
})

describe('the footer', () => {
  const columns = [
    { title: 'ticker', width: 8, cell: () => 'A' },
    { title: 'price', width: 100, cell: () => '1' },
  ] as const

  test('default: prints notes, then hidden columns, then other hints; only data in a pipe', () => {
    const shown = { ...result, tables: [{ columns }], notes: ['6 of 66 years'], more: '34 areas' }
    const text = scene({})
    text.output.print(shown)
    text.output.foot('source', 'SEC EDGAR')
    text.output.foot('cost', '0.015 USDC')
    expect(text.stderr.join('')).toBe(
      [
        ...['note    6 of 66 years', 'hidden  1 column: price at 110 (--columns lists)'],
        ...['more    34 areas', 'source  SEC EDGAR', 'cost    0.015 USDC', ''],
      ].join('\n'),
    )
    const json = scene({ format: 'json' })
    json.output.print(shown)
    expect(json.stderr).toEqual(['note    6 of 66 years\n'])
    const quiet = scene({ quiet: true })
    quiet.output.print(shown)
    expect(quiet.stderr).toEqual([])
  })

  test('behavior: wraps long lines below themselves on a terminal', () => {
    const { output, stderr } = scene({}, true)
    output.foot('source', 'word '.repeat(30).trim())
    const lines = stderr.join('').trimEnd().split('\n')
    expect(lines[0]).toMatch(/^source {2}word/)
    expect(lines[1]).toMatch(/^ {8}word/)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
  })
})

describe('the pager', () => {
  const tall = { value: [], view: () => 'line\n'.repeat(30) }
  const paged = (options: Partial<OutputOptions>, taken = true, view = tall.view) => {
    const seen: string[] = []
    const { output, stdout } = scene(options, true, (text) => {
      seen.push(text)
      return taken
    })
    output.print({ ...tall, view })
    return { seen, stdout }
  }

  test('default: shows only output that is taller than the terminal', () => {
    expect(paged({})).toMatchObject({ seen: [tall.view()], stdout: [] })
  })

  test('behavior: there is no pager for short output, --no-pager, a screen reader and a pipe', () => {
    expect(paged({}, true, () => 'short').seen).toEqual([])
    expect(paged({ isUnpaged: true }).seen).toEqual([])
    expect(paged({ isReadAloud: true }).seen).toEqual([])
    expect(paged({ format: 'json' }).seen).toEqual([])
  })

  test('behavior: without such a program, prints the text', () => {
    expect(paged({}, false).stdout.join('')).toBe(`${tall.view()}\n`)
  })
})

function scene(
  options: Partial<OutputOptions>,
  isTerminal = false,
  page?: (text: string) => boolean,
) {
  const stdout: string[] = []
  const stderr: string[] = []
  const sink = (into: string[]) => ({
    write: (text: string) => void into.push(text),
    isTerminal,
    columns: 80,
    ...defined({ page, stream: page ? ({ rows: 24 } as NodeJS.WriteStream) : undefined }),
  })
  const output = createOutput(sink(stdout), sink(stderr), {
    format: 'text',
    pick: undefined,
    fields: ['ticker', 'price'],
    colour: false,
    quiet: false,
    ...options,
  })
  return { output, stdout, stderr }
}
