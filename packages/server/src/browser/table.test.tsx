import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Table } from './table.tsx'

const rows = [{ key: '1', cells: ['AAPL', '1.50'] }]

test('default: columns of numbers are aligned, and row headers name their row', () => {
  const columns = [
    { name: 'Ticker', holds: 'heads' },
    { name: 'Price', holds: 'numbers', unit: 'USD' },
  ] as const
  expect(renderToStaticMarkup(<Table columns={columns} rows={rows} />)).toBe(
    '<table><thead><tr><th scope="col">Ticker</th><th scope="col" class="num">Price</th></tr></thead>' +
      '<tbody><tr><th scope="row">AAPL</th><td class="num" data-unit="USD">1.50</td></tr></tbody></table>',
  )
})

test('behavior: a table that may scroll has a name, and can be reached by keys', () => {
  const table = <Table columns={['Ticker', 'Price']} rows={rows} label="Prices" tall />
  expect(renderToStaticMarkup(table)).toMatch(
    /^<section class="scroll tall" tabindex="0" aria-label="Prices"><table>/,
  )
})
