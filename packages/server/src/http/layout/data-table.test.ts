import { expect, test } from 'vitest'
import { type Column, csvAnswer, dataTable } from './data-table.ts'

type Row = { name: string; credits: number }
const columns: Column<Row>[] = [
  { name: 'Name', is: 'head', value: ({ name }) => name },
  {
    name: 'Credits',
    is: 'number',
    unit: 'credits',
    value: ({ credits }) => credits,
    sum: (rows) => rows.reduce((sum, { credits }) => sum + credits, 0),
  },
]
const rows = [
  { name: '<b>', credits: 1_200 },
  { name: '=1+1', credits: -3 },
]

test('default: has headings, right-aligned numbers, a sum of the rows, and escapes everything', () => {
  const text = String(dataTable(columns, rows, { label: 'Keys', empty: 'None.' }))
  expect(text).toContain('<th scope="row">&lt;b&gt;</th>')
  expect(text).toMatch(/<td class="num"\s+data-unit="credits">1,200<\/td>/)
  expect(text).toContain('<b>1,197</b>')
  expect(String(dataTable(columns, [], { label: 'Keys', empty: 'None.' }))).toBe(
    '<p class="muted">None.</p>',
  )
})

test('default: the file has exact values and no formula', async () => {
  const { body, headers } = await csvAnswer(columns, rows, 'keys')
  expect(body).toBe("Name,Credits\r\n<b>,1200\r\n'=1+1,-3\r\n")
  expect(headers['content-disposition']).toBe('attachment; filename="keys.csv"')
})

test('behavior: a long file is written in several turns of the event loop', async () => {
  let isOver = false
  let turnsBegun = 0
  const count = () => {
    turnsBegun += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const many = Array.from({ length: 60_000 }, (_, at) => ({ name: `row ${at}`, credits: at }))
  const { body } = await csvAnswer(columns, many, 'keys')
  isOver = true
  expect(body.split('\r\n')).toHaveLength(60_002)
  expect(turnsBegun).toBeGreaterThan(1)
})
