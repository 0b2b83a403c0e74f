import { zipOf } from '@fiq/shared/zip-of'
import { expect, test } from 'vitest'
import { testContext } from '../../sources/testing/describe-connector.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { zipEntries } from '../../upstreams/zip.ts'
import { holderIndex, readDataSet } from './holder-index.ts'

const url = new URL('https://www.sec.gov/files/x_form13f.zip')
const tables = (period: string, infotable?: string, filed = '14-FEB-2026') => ({
  'SUBMISSION.tsv': `ACCESSION_NUMBER\tFILING_DATE\tSUBMISSIONTYPE\tCIK\tPERIODOFREPORT\na1\t${filed}\t13F-HR\t7\t${period}\n`,
  'COVERPAGE.tsv': 'ACCESSION_NUMBER\tAMENDMENTTYPE\tFILINGMANAGER_NAME\na1\t\tSEVEN LP\n',
  'INFOTABLE.tsv':
    infotable ??
    'ACCESSION_NUMBER\tINFOTABLE_SK\tCUSIP\tVALUE\tSSHPRNAMT\tSSHPRNAMTTYPE\tPUTCALL\r\na1\t1\t037833100\t7\t5\tSH\t\r\na1\t2\t037833100\t3\t2\tSH\tPut\r\nzz\t3\t037833100\t3\t2\tSH\t\r\na1\t4\t37833100\t1\t1\tPRN\t\r\n',
})
const read = (files: Record<string, string>) => readDataSet(zipEntries(zipOf(files))!, url)

test('default: counts positions by CUSIP, with leading zeros restored', async () => {
  const { holders, positions } = await read(tables('31-DEC-2025'))
  expect(holders).toMatchObject([{ name: 'SEVEN LP', cik: '0000000007', period: '2025-12-31' }])
  expect(positions.of('037833100')).toEqual([
    { holder: 0, kind: 'PRINCIPAL', amount: 1, value: 1 },
    { holder: 0, kind: 'PUT', amount: 2, value: 3 },
    { holder: 0, kind: 'SHARES', amount: 5, value: 7 },
  ])
})

test.each([
  ['14-NOV-2022', 7000],
  ['14-FEB-2023', 7],
])('behavior: 7 in a report filed on %s means %i dollars', async (filed, dollars) => {
  const { positions } = await read(tables('30-SEP-2022', undefined, filed))
  expect(positions.of('037833100').at(-1)).toMatchObject({ value: dollars })
})

test('behavior: converts holdings added to a report in thousands to dollars, each with its day', async () => {
  const whole = tables('30-SEP-2022', undefined, '14-NOV-2022')
  const { holders, positions } = await read({
    'SUBMISSION.tsv': `${whole['SUBMISSION.tsv']}a2\t14-FEB-2023\t13F-HR/A\t7\t30-SEP-2022\n`,
    'COVERPAGE.tsv': `${whole['COVERPAGE.tsv']}a2\tNEW HOLDINGS\tSEVEN LP\n`,
    'INFOTABLE.tsv': `${whole['INFOTABLE.tsv']}a2\t5\t594918104\t9\t1\tSH\t\r\n`,
  })
  expect(holders).toMatchObject([
    { cik: '0000000007', filed: '2022-11-14', unit: 1000 },
    { cik: '0000000007', filed: '2023-02-14', unit: 1 },
  ])
  expect(positions.of('037833100').at(-1)).toMatchObject({ value: 7000 })
  expect(positions.of('594918104')).toMatchObject([{ value: 9 }])
})

test("behavior: reads the page's link with the newest last day", async () => {
  const links = [
    '2023q4_form13f.zip',
    '01dec2025-28feb2026_form13f.zip',
    '01sep2025-30nov2025_form13f.zip',
  ]
  const page = links.map((name) => `<a href="/files/${name}">x</a>`).join('')
  const requests: string[] = []
  const answer = { mode: 'mirror' as const, asOf: null, retrievedAt: '2026-03-01T00:00:00Z' }
  const upstreams: Transport = {
    mode: 'mirror',
    fetch: async (request) => {
      requests.push(request.url.pathname)
      const isPage = request.expects === 'html'
      return { ...answer, body: isPage ? Buffer.from(page) : zipOf(tables('31-DEC-2025')) }
    },
  }
  const now = () => new Date('2026-03-10T00:00:00Z')
  const { provenance } = await holderIndex(testContext(upstreams, { now }))
  expect(requests.at(-1)).toBe('/files/01dec2025-28feb2026_form13f.zip')
  expect(provenance).toMatchObject({ asOf: '2025-12-31', stale: false, mode: 'mirror' })
})

const infotable = (...rows: string[]) =>
  ['ACCESSION_NUMBER\tCUSIP\tVALUE\tSSHPRNAMT\tSSHPRNAMTTYPE\tPUTCALL', ...rows, ''].join('\n')
const sound = 'a1\t037833100\t7\t5\tSH\t'

test('error: a position without a value or an amount is omitted, never 0', async () => {
  const odd = 'a1\t594918104\t\t5\tSH\t'
  const { positions } = await read(tables('31-DEC-2025', infotable(sound, odd)))
  expect(positions.of('037833100')).toHaveLength(1)
  expect(positions.of('594918104')).toEqual([])
})

test.each<[string, Record<string, string>]>([
  ...['\t037833100\t7\t5\tSH\t', 'a1\t\t7\t5\tSH\t', 'a1\t037833100\t\t5\tSH\t'].map(
    (row): [string, Record<string, string>] => [
      `positions such as ${JSON.stringify(row)}`,
      tables('31-DEC-2025', infotable(row, row, sound)),
    ],
  ),
  ['positions of other reports', tables('31-DEC-2025', infotable('zz\t037833100\t7\t5\tSH\t'))],
  ['a missing table', { 'SUBMISSION.tsv': '' }],
  ['other columns', tables('31-DEC-2025', 'A\tB\n')],
  ['no reports', tables('soon')],
])('error: %s means that the upstream changed', async (_name, files) => {
  await expect(read(files)).rejects.toMatchObject({ code: 'UPSTREAM_CHANGED' })
})
