import { expect, test } from 'vitest'
import { csvRows } from '../../csv.ts'
import { ofacFile } from './ofac.ts'

const file = (name: string) => ofacFile(`/api/PublicationPreview/exports/${name}`)
const rows = (name: string) => csvRows(file(name) ?? '').filter((row) => row.length > 1)

test('default: has the columns of the OFAC exports', () => {
  expect(rows('SDN.CSV')[0]).toEqual([
    '900001',
    'SANDBOX EXAMPLE AIRLINES',
    '-0- ',
    'EXAMPLE',
    ...Array.from({ length: 8 }, () => '-0- '),
  ])
  for (const [name, width] of [
    ['SDN.CSV', 12],
    ['CONS_PRIM.CSV', 12],
    ['ALT.CSV', 5],
    ['ADD.CSV', 6],
    ['SDN_COMMENTS.CSV', 2],
    ['CONS_ALT.CSV', 5],
    ['CONS_ADD.CSV', 6],
    ['CONS_COMMENTS.CSV', 2],
  ] as const)
    for (const row of rows(name)) expect(row).toHaveLength(width)
})

test('behavior: every alias and address belongs to a name; the file ends in 0x1A', () => {
  const numbers = rows('SDN.CSV').map(([number]) => number)
  for (const name of ['ALT.CSV', 'ADD.CSV', 'SDN_COMMENTS.CSV'])
    for (const [number] of rows(name)) expect(numbers).toContain(number)
  const [[consolidated] = []] = rows('CONS_PRIM.CSV')
  for (const name of ['CONS_ALT.CSV', 'CONS_ADD.CSV', 'CONS_COMMENTS.CSV'])
    for (const [number] of rows(name)) expect(number).toBe(consolidated)
  expect(file('SDN.CSV')?.trimEnd().endsWith('\u001a')).toBe(true)
})

test('error: there is no other file', () => {
  for (const name of ['CONS_NONE.CSV', 'constructor', '']) expect(file(name)).toBeUndefined()
  expect(ofacFile('/SDN.CSV')).toBeUndefined()
})
