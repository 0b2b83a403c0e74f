import { sanitise } from '@fiq/shared/sanitise'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCsv, toPlain } from './csv.ts'

describe('toCsv', () => {
  test('default: prints a header and one line per row', () => {
    expect(
      toCsv([
        { ticker: 'AAPL', price: 201.5 },
        { ticker: '^GSPC', price: null },
      ]),
    ).toBe('ticker,price\nAAPL,201.5\n^GSPC,')
  })

  test('behavior: quotes commas and quotes, flattens objects, joins lists', () => {
    expect(
      toCsv([{ name: 'A "B", Inc', market: { price: 1 }, tickers: ['A', 'B'] }, { name: ' x' }]),
    ).toBe('name,market.price,tickers\n"A ""B"", Inc",1,A;B\n" x",,')
  })

  test.each(['=1+1', '+1+1', '-A1', '@SUM(A1)'])(
    'behavior: the text %s cannot become a formula, a negative number stays one',
    (text) => {
      expect(toCsv([{ text, change: -1.5 }])).toBe(`text,change\n'${text},-1.5`)
    },
  )

  test('behavior: an invisible character does not disable the formula guard', () => {
    expect(toCsv([{ a: '\u200b=1+1' }])).toBe("a\n'=1+1")
  })

  test('behavior: plain values have one column, no rows have no header', () => {
    expect(toCsv([1, 'b'])).toBe('value\n1\nb')
    expect(toCsv([])).toBe('')
    expect(toPlain([])).toBe('')
  })

  test('behavior: known columns are the header if there are no rows, and only then', () => {
    expect(toCsv([], { columns: ['ticker', 'market,price'] })).toBe('ticker,"market,price"')
    expect(toPlain([], ['ticker', 'price'])).toBe('ticker\tprice')
    expect(toCsv([{ price: 1 }], { columns: ['ticker', 'price'] })).toBe('price\n1')
  })

  test('behavior: money written as text stays a number, and the guard can be disabled', () => {
    const rows = [{ amount: '-0.015', change: '+1.5%', title: '+5 on "news"' }]
    expect(toCsv(rows)).toBe(`amount,change,title\n-0.015,+1.5%,"'+5 on ""news"""`)
    expect(toCsv(rows, { isGuarded: false })).toBe(
      'amount,change,title\n-0.015,+1.5%,"+5 on ""news"""',
    )
  })

  test('property: a reader of RFC 4180 gets every cell back unchanged', () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 })
    const row = fc.record({ a: text, 'b, "c"': fc.integer(), d: fc.option(fc.boolean()) })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        expect(readCsv(toCsv(rows, { isGuarded: false }))).toEqual([
          ['a', 'b, "c"', 'd'],
          ...rows.map(({ a, d, ...rest }) => [
            sanitise(a),
            String(rest['b, "c"']),
            d === null ? '' : String(d),
          ]),
        ])
      }),
    )
  })

  test('property: no text cell begins like a formula', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (a) => {
        const cell = readCsv(toCsv([{ a }]))[1]?.[0] ?? ''
        expect(cell).not.toMatch(/^(?![+-]?\d+(\.\d+)?(e[+-]?\d+)?%?$)[=+\-@\t\r]/i)
      }),
    )
  })
})

describe('toPlain', () => {
  test('default: separates cells with tabs, and removes tabs in cells', () => {
    expect(toPlain([{ a: 'x\ty\nz', b: -1 }])).toBe('a\tb\nx y z\t-1')
  })
})

/** A strict parser that refuses what the RFC does not allow. */
function readCsv(text: string): string[][] {
  return parse(text, { record_delimiter: '\n', relax_quotes: false, skip_empty_lines: false })
}
