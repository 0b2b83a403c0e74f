import { toolNamed } from '@fiq/shared/catalog/catalog'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveCsv, showRows } from './save-csv.ts'

let saved: Blob[] = []
const link = { href: '', download: '', click: vi.fn() }

beforeEach(() => {
  saved = []
  vi.stubGlobal('document', { createElement: () => link })
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:x'
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A page whose sample table has these cells. */
function pageOf(...rows: string[][]): HTMLElement {
  const table = rows.map((cells) => ({ children: cells.map((textContent) => ({ textContent })) }))
  return { dataset: { tool: 'quotes' }, querySelectorAll: () => table } as never
}

test('default: saves the table of a sample as a file named after its tool', async () => {
  saveCsv(pageOf(['ticker', 'price'], ['AAPL', '1']))
  expect(link).toMatchObject({ href: 'blob:x', download: 'quotes.csv' })
  expect(link.click).toHaveBeenCalled()
  expect(await saved[0]!.text()).toBe('ticker,price\r\nAAPL,1\r\n')
})

test('behavior: an answer is saved whole, and a spreadsheet runs none of its texts', async () => {
  const quotes = [
    { ticker: '=HYPERLINK("x")', price: -1, volume: null },
    { ticker: 'a,b\n', price: 2 },
  ]
  showRows(toolNamed('quotes')!, { data: { quotes } })
  saveCsv(pageOf())
  expect(await saved[0]!.text()).toBe(
    'ticker,price,volume\r\n"\'=HYPERLINK(""x"")",-1,\r\n"a,b ",2,\r\n',
  )
})
