import { expect, test } from 'vitest'
import { countedReports } from './counted-reports.ts'

const url = new URL('https://example.org/a.zip')
const submissions = (rows: string[][]) =>
  [
    'ACCESSION_NUMBER\tFILING_DATE\tSUBMISSIONTYPE\tCIK\tPERIODOFREPORT',
    ...rows.map((row) => row.join('\t')),
    '',
  ].join('\n')
const covers = (rows: string[][]) =>
  [
    'ACCESSION_NUMBER\tISAMENDMENT\tAMENDMENTTYPE\tFILINGMANAGER_NAME',
    ...rows.map((row) => row.join('\t')),
  ].join('\r\n')

test('default: uses the newest quarter of each manager, with its name', () => {
  const counted = countedReports(
    submissions([
      ['a1', '14-FEB-2026', '13F-HR', '7', '31-DEC-2025'],
      ['a2', '15-MAY-2026', '13F-HR', '7', '31-MAR-2026'],
      ['b1', '15-MAY-2026', '13F-NT', '8', '31-MAR-2026'],
    ]),
    covers([['a2', 'N', '', 'SEVEN LP']]),
    url,
  )
  expect([...counted]).toEqual([
    [
      'a2',
      {
        name: 'SEVEN LP',
        cik: '0000000007',
        period: '2026-03-31',
        filed: '2026-05-15',
        adds: false,
      },
    ],
  ])
})

test('behavior: a restatement replaces, new holdings are added', () => {
  const rows = (third: string) => [
    ...countedReports(
      submissions([
        ['a1', '10-MAY-2026', '13F-HR', '7', '31-MAR-2026'],
        ['a2', '12-MAY-2026', '13F-HR/A', '7', '31-MAR-2026'],
        ['a3', '14-MAY-2026', '13F-HR/A', '7', '31-MAR-2026'],
      ]),
      covers([
        ['a2', 'Y', 'NEW HOLDINGS', 'S'],
        ['a3', 'Y', third, 'S'],
      ]),
      url,
    ).keys(),
  ]
  expect(rows('NEW HOLDINGS')).toEqual(['a1', 'a2', 'a3'])
  expect(rows('RESTATEMENT')).toEqual(['a3'])
})

test('error: names a missing column', () => {
  expect(() => countedReports('A\tB\n', covers([]), url)).toThrow('without ACCESSION_NUMBER')
})
