import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PageRequest, readPage } from './read-page.ts'
import { divideTables, type Table } from './tables.ts'
import { joinTables } from './testing/join-tables.ts'

const row = (at: number) => ({
  date: `d${at}`,
  note: `a "quote", ${'é'.repeat(at % 9)}`,
  unit: 'x',
})
const answer = (count: number) => ({
  data: { list: [{ of: 'A', rows: Array.from({ length: count }, (_, at) => row(at)) }] },
  extensions: { cost: { credits: 5 } },
})
const path = 'list.0.rows'

/** Puts a value that was cut in its place. */
function put({ path, owner, of, columns, constant, rows }: Table, cut: string, value: unknown) {
  const set = (holder: unknown, key: string | number) =>
    Object.assign(holder as object, { [key]: value })
  const ofOwner = cut.slice(owner.length + 1)
  if (!cut.startsWith(`${path}.`)) return set(of, ofOwner)
  const [row = '', ...names] = cut.slice(path.length + 1).split('.')
  const name = names.join('.')
  if (Object.hasOwn(constant, name)) return set(constant, name)
  return set(rows[Number.parseInt(row, 10)], columns.indexOf(name))
}

/** All pages of a request, each within the budget. */
function pagesOf(text: string, request: PageRequest, budget: number): string[] {
  const pages: string[] = []
  let from: number | undefined = 0
  while (from !== undefined) {
    const page: ReturnType<typeof readPage> = readPage(text, { ...request, from }, budget)
    pages.push(page.text)
    expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(budget)
    from = page.next
  }
  return pages
}

describe('readPage', () => {
  test('default: returns columns and rows of a table, from a row on', () => {
    const page = readPage(JSON.stringify(answer(3)), { table: path, from: 1, rows: 1 }, 4_000)
    expect(page).toMatchObject({ mimeType: 'application/json', next: 2 })
    expect(JSON.parse(page.text)).toEqual({
      path,
      of: { of: 'A' },
      count: 3,
      from: 1,
      columns: ['date', 'note'],
      constant: { unit: 'x' },
      rows: [['d1', 'a "quote", é']],
    })
  })

  test('error: CSV has no formula of a source, and each row is one line', () => {
    const rows = [
      { title: '=HYPERLINK("x")', change: -1.5 },
      { title: 'two\nlines', change: 2 },
    ]
    const text = JSON.stringify({ data: { news: rows } })
    const page = readPage(text, { table: 'news', format: 'csv' }, 4_000)
    expect(page.text).toBe('title,change\n"\'=HYPERLINK(""x"")",-1.5\ntwo lines,2\n')
  })

  test('behavior: fuzz: pages of any size combine to the whole, by text and by tables', () => {
    const budgets = fc.integer({ min: 400, max: 5_000 })
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 80 }), budgets, (count, budget) => {
        const text = JSON.stringify(answer(count))
        expect(pagesOf(text, {}, budget).join('')).toBe(text)
        const pages = pagesOf(text, { table: path }, budget).map((each) => JSON.parse(each))
        const rows = pages.flatMap((page) => page.rows)
        const table = { ...(pages[0] as Table), rows }
        const { rest } = divideTables(answer(count).data)
        expect(joinTables(rest, [table])).toEqual(answer(count).data)
      }),
      { numRuns: 50 },
    )
  })

  test('behavior: fuzz: long texts and lists in rows are cut, and can be read by their paths', () => {
    const long = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 3_000 }),
      fc.array(fc.integer(), { maxLength: 500 }),
      fc.record({ deep: fc.array(fc.string({ maxLength: 80 }), { maxLength: 50 }) }),
    )
    const list = fc.array(fc.record({ id: fc.integer(), one: long, two: long }), { minLength: 2 })
    const input = fc.record({ note: fc.string({ maxLength: 3_000 }), shared: long, list })
    fc.assert(
      fc.property(input, ({ note, shared, list }) => {
        const data = { of: { note, list: list.map((each) => ({ ...each, shared })) } }
        const text = JSON.stringify({ data })
        const { rest, tables } = divideTables(data)
        const whole = tables.map((table) => {
          const pages = pagesOf(text, { table: table.path }, 2_000).map((page) => JSON.parse(page))
          const read = { ...(pages[0] as Table), rows: pages.flatMap(({ rows }) => rows) }
          for (const { path } of pages.flatMap(({ cut = [] }) => cut)) {
            const value = JSON.parse(pagesOf(text, { table: path }, 2_000).join(''))
            put(read, path, value)
          }
          expect({ ...read, owner: table.owner }).toMatchObject({ ...table })
          return read
        })
        expect(joinTables(rest, whole)).toEqual(data)
      }),
      { numRuns: 60 },
    )
  })

  test('behavior: as CSV, a parser finds the same rows, including constants', () => {
    const text = JSON.stringify(answer(20))
    const pages = pagesOf(text, { table: path, format: 'csv' }, 400)
    const rows = pages.flatMap((page) => parse(page, { columns: true }) as object[])
    expect(rows).toEqual(answer(20).data.list[0]!.rows)
  })

  test('behavior: returns only the selected columns', () => {
    const request = { table: path, columns: ['unit', 'date'] }
    const page = JSON.parse(readPage(JSON.stringify(answer(2)), request, 4_000).text)
    expect(page).toMatchObject({
      columns: ['date'],
      constant: { unit: 'x' },
      rows: [['d0'], ['d1']],
    })
  })

  test.each<[string, PageRequest]>([
    ['no table or value "x"', { table: 'x' }],
    ['no column "x"', { table: path, columns: ['x'] }],
    ['no table or value "list.0.constructor"', { table: 'list.0.constructor' }],
    ['CSV is only for tables', { table: 'list.0.of', format: 'csv' }],
  ])('error: reports %s', (says, request) => {
    expect(() => readPage(JSON.stringify(answer(2)), request, 4_000)).toThrow(says)
  })

  test('error: a row that fits no page names the remedy', () => {
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`column${at}`, at]))
    const text = JSON.stringify({ data: { list: [wide, { ...wide, column0: 1 }] } })
    const longCells = JSON.stringify({ data: { list: [{ a: 'x'.repeat(5_000) }, { a: '' }] } })
    const remedy = expect.stringContaining('read fewer columns')
    for (const read of [
      () => readPage(text, { table: 'list' }, 2_000),
      () => readPage(longCells, { table: 'list', format: 'csv' }, 2_000),
    ])
      expect(read).toThrow(expect.objectContaining({ code: 'BAD_INPUT', remedy }))
  })
})
