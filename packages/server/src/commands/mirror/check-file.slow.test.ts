import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkFile, checkPieces } from './check-file.ts'

const checked = (text: string, path = 'x.org/a', expects?: string) =>
  checkFile(path, Buffer.from(text), expects)

test('default: accepts a table, a chart, JSON and XML', () => {
  expect(checked('date,open,high,low,close\n2026-01-01,2,3,1,2\n')).toEqual([])
  expect(checked('observation_date,GDP\n2026-01-01,1\n2026-04-01,.\n')).toEqual([])
  expect(checked('{"a":[1]}')).toEqual([])
  expect(checked('<a><b/></a>\n')).toEqual([])
  expect(checked('36,"A, B","x"\n173,"C","y"\n\u001a\n')).toEqual([])
})

test('error: reports rows of another width, and repeated days, by line', () => {
  const rows = Array.from({ length: 20 }, (_, at) => `2026-01-${String(at + 1).padStart(2, '0')},1`)
  const text = ['date,value', ...rows, '2026-01-20,2', '2026-02-01,1,9'].join('\n')
  expect(checked(text)).toEqual([
    { line: 22, what: '2026-01-20 appears twice' },
    { line: 23, what: '3 fields; the other rows have 2' },
  ])
  expect(checked('date,symbol,value\n2026-01-01,A,1\n2026-01-01,B,1')).toEqual([])
})

test('error: reports prices outside low and high, in a table and in a chart', () => {
  const table =
    'date,open,high,low,close\n2026-01-01,2,3,1,2\n2026-01-02,2,3,1,4\n2026-01-03,0.5,3,1,2'
  expect(checked(table)).toEqual([
    { line: 3, what: 'close 4 above high 3' },
    { line: 4, what: 'open 0.5 below low 1' },
  ])
  const chart = (timestamp: number[], low: number[]) =>
    JSON.stringify({
      chart: {
        result: [
          {
            timestamp,
            indicators: { quote: [{ open: [2, 2], high: [3, 3], low, close: [2, null] }] },
          },
        ],
      },
    })
  expect(checked(chart([1_700_000_000, 1_700_086_400], [1, 1]))).toEqual([])
  expect(checked(chart([1_700_000_000, 1_700_000_000], [1, 2.5]))).toEqual([
    { line: 1, what: 'bar 2 (2023-11-14) is not later than the bar before it' },
    { line: 1, what: 'bar 2 (2023-11-14): open 2 below low 2.5' },
  ])
})

test('error: reports cut files, HTML in place of a list, and lists that are too short', () => {
  expect(checked('')).toEqual([{ what: 'empty' }])
  expect(checked('{"a":1,\n"b"')).toEqual([{ what: 'not JSON, or cut short', line: 2 }])
  expect(checkFile('x.org/a', Buffer.from('{'), 'csv')).toEqual([
    { what: 'not JSON, or cut short', line: 1 },
  ])
  expect(checked('<a>\n<b')).toEqual([{ what: 'cut short', line: 2 }])
  expect(checked('<!DOCTYPE html><p>')).toEqual([{ what: 'an HTML page', line: 1 }])
  expect(checked('PK\u0003\u0004', 'x.org/a.zip')).toEqual([{ what: 'cut short' }])
  expect(checked('36,"A"\n', 'h/exports/SDN.CSV')).toEqual([
    { what: '1 records; at least 5000 are published' },
  ])
  expect(checked('date,value\n')).toEqual([{ what: '0 records; at least 1 are published' }])
})

/** Lines of a table in pieces of some kilobytes, like reads from a disk. */
async function* piecesOf(head: string, rows: number, rowAt: (at: number) => string) {
  yield Buffer.from(head)
  for (let at = 0; at < rows; at += 1_000)
    yield Buffer.from(Array.from({ length: 1_000 }, (_, more) => rowAt(at + more)).join(''))
}
const days = Array.from({ length: 50_000 }, (_, at) =>
  new Date(at * 86_400_000).toISOString().slice(0, 10),
)
const long = 100_000
/** Twenty megabytes, read row by row. */
const bar = (at: number) =>
  `${days[at % 50_000]},TICKER${at < 50_000 ? 'A' : 'B'}${' '.repeat(180)},2,3,1,2\n`
const head = 'date,symbol,open,high,low,close\n'

test('default: checks a long table like a short one, by line, without loading it completely', async () => {
  expect(await checkPieces('x.org/a', piecesOf(head, long, bar))).toEqual([])
  const spoilt = (at: number) => (at === 99_998 ? 'x,y\n' : at === 7 ? bar(6) : bar(at))
  expect(await checkPieces('x.org/a', piecesOf(head, long, spoilt), 'csv')).toEqual([
    { line: 9, what: '1970-01-07 appears twice' },
    { line: 100_000, what: '2 fields; the other rows have 6' },
  ])
})

test('error: names the first of thousands of faults; an unclosed quote ends the reading', async () => {
  const twice = await checkPieces(
    'x.org/a',
    piecesOf(head, long, (at) => bar(at % 1_000)),
  )
  expect(twice).toHaveLength(21)
  expect(twice.slice(0, 1)).toEqual([{ line: 1_002, what: '1970-01-01 appears twice' }])
  expect(twice.at(-1)).toEqual({ what: 'and 98980 more' })
  const open = await checkPieces('x.org/a', piecesOf(`${head}"`, long, bar))
  expect(open).toEqual([
    { what: '0 records; at least 1 are published' },
    { what: 'a row longer than 4194304 characters; the rest was not read' },
  ])
})

test('error: does not treat a long text as a table if JSON was expected', async () => {
  const found = await checkPieces('x.org/a', piecesOf(head, long, bar), 'json')
  expect(found).toMatchObject([{ what: 'not JSON, or cut short' }])
})

test.each([
  ['json', '{"a":[', ']}', []],
  ['json', '{"a":[', ']', [{ what: 'cut short' }]],
  ['json', 'a,b', '}', [{ what: 'no json' }]],
  ['xml', '<a>', '</a>\n', []],
  [undefined, '<a>', '</a', [{ what: 'cut short' }]],
])(
  'behavior: checks %s too long to be parsed, %j to %j, by its ends',
  async (expects, start, end, faults) => {
    async function* pieces() {
      yield Buffer.from(start)
      for (let at = 0; at < 70; at += 1) yield Buffer.alloc(2 ** 20, '\u0001')
      yield Buffer.from(end)
    }
    expect(await checkPieces('x.org/a', pieces(), expects)).toEqual(faults)
  },
)

test('behavior: never throws, for any bytes', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom('json', 'csv', 'xml', undefined),
      (bytes, expects) => {
        checkFile('x.org/a', bytes, expects)
      },
    ),
  )
})
