import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCsv, toPlain } from './csv.ts'

describe('toCsv', () => {
  test('default: a header and a line a row', () => {
    expect(
      toCsv([
        { ticker: 'AAPL', price: 201.5 },
        { ticker: '^GSPC', price: null },
      ]),
    ).toBe('ticker,price\nAAPL,201.5\n^GSPC,')
  })

  test('behavior: commas and quotes are quoted, objects flattened, lists joined', () => {
    expect(
      toCsv([{ name: 'A "B", Inc', market: { price: 1 }, tickers: ['A', 'B'] }, { name: ' x' }]),
    ).toBe('name,market.price,tickers\n"A ""B"", Inc",1,A;B\n" x",,')
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)'])(
    'behavior: the text %s cannot become a formula, a negative number stays one',
    (text) => {
      expect(toCsv([{ text, change: -1.5 }])).toBe(`text,change\n'${text},-1.5`)
    },
  )

  test('behavior: a guard is not lost behind an invisible character', () => {
    expect(toCsv([{ a: '\u200b=1+1' }])).toBe("a\n'=1+1")
  })

  test('behavior: plain values have one column, no rows have no header', () => {
    expect(toCsv([1, 'b'])).toBe('value\n1\nb')
    expect(toCsv([])).toBe('')
  })

  test('property: a reader of RFC 4180 gets every cell back', () => {
    const text = fc.stringMatching(/^[a-z ,"é]{0,12}$/)
    fc.assert(
      fc.property(fc.array(fc.record({ a: text, b: fc.integer() }), { minLength: 1 }), (rows) => {
        const [, ...read] = readCsv(toCsv(rows))
        expect(read).toEqual(rows.map(({ a, b }) => [a, String(b)]))
      }),
    )
  })

  test('property: no text cell starts like a formula', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (a) => {
        const cell = readCsv(toCsv([{ a }]))[1]?.[0] ?? ''
        expect(cell).not.toMatch(/^[=+\-@\t\r]/)
      }),
    )
  })
})

describe('toPlain', () => {
  test('default: tabs between cells, and never inside one', () => {
    expect(toPlain([{ a: 'x\ty\nz', b: -1 }])).toBe('a\tb\nx y z\t-1')
  })
})

function readCsv(text: string): string[][] {
  return text
    .split('\n')
    .map((line) =>
      [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) =>
        quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'),
      ),
    )
}
