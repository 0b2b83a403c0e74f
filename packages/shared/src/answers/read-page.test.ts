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
    ['no table "x"', { table: 'x' }],
    ['no column "x"', { table: path, columns: ['x'] }],
  ])('error: reports %s', (says, request) => {
    expect(() => readPage(JSON.stringify(answer(2)), request, 4_000)).toThrow(says)
  })
})
