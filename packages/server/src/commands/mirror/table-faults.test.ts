import { expect, test } from 'vitest'
import { tableCheck } from './table-faults.ts'

function looked(...pieces: string[]) {
  const table = tableCheck()
  for (const piece of pieces) table.read(piece)
  return table.end()
}

test('default: an even table has rows and no faults, for any division', () => {
  const sound = { faults: [], count: 0 }
  expect(looked('date;value\n2026-01-', '01;1\n2026-01-02;', '2')).toEqual({ ...sound, records: 2 })
  expect(looked('36|"A\n', 'B"|x\n37|C|y\n\u001a\n')).toEqual({ ...sound, records: 2 })
  expect(looked()).toEqual({ ...sound, records: 0 })
})

test('error: reports faults of every kind in the order of lines, and counts all', () => {
  const rows = Array.from({ length: 30 }, (_, at) => `2026-02-${at + 10},1,2,1,2`)
  const text = ['date,open,high,low,close', ...rows, '2026-02-10,1,2,1,9', 'a'].join('\n')
  expect(looked(text)).toEqual({
    faults: [
      { line: 32, what: '2026-02-10 appears twice' },
      { line: 32, what: 'close 9 above high 2' },
      { line: 33, what: '1 fields; the other rows have 5' },
    ],
    count: 3,
    records: 32,
  })
})
