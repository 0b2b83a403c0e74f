import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCandidates, readCommittees, readMasters } from './fec-rows.ts'

const url = new URL('https://www.fec.gov/files/bulk-downloads/2024/weball24.zip')
const file = new URL('../../../../../../shared/data/fec/weball24.txt.gz', import.meta.url)
const line = (cells: Readonly<Record<number, string>>, columns: number) =>
  Array.from({ length: columns }, (_, at) => cells[at] ?? '').join('|')

test('default: reads a candidate, a committee and its master', () => {
  const candidate = line(
    { 0: 'H2AK01158', 1: 'PELTOLA, MARY', 4: 'DEM', 5: '13443537.46', 18: 'AK', 27: '12/31/2024' },
    30,
  )
  expect(readCandidates(`${candidate}\r\n`, 2024, url)).toEqual([
    {
      candidateId: 'H2AK01158',
      record: {
        committeeName: 'PELTOLA, MARY',
        committeeId: null,
        committeeType: 'H',
        candidateName: 'PELTOLA, MARY',
        candidateId: 'H2AK01158',
        repeatedAs: [],
        cycle: 2024,
        party: 'DEM',
        state: 'AK',
        totalRaised: 13443537.46,
        coverageEnd: '2024-12-31',
      },
    },
  ])
  const committee = line({ 0: 'C00000001', 1: 'ONE PAC', 2: 'Q', 5: '5', 26: '' }, 27)
  expect(readCommittees(committee, 2024, url)[0]!.record).toMatchObject({
    committeeName: 'ONE PAC',
    totalRaised: 5,
    coverageEnd: null,
  })
  const master = line(
    { 0: 'C00000001', 1: 'ONE PAC', 6: 'NY', 8: 'B', 9: 'Q', 10: 'DEM', 13: 'NONE' },
    15,
  )
  expect(readMasters(master, url)).toEqual([
    {
      id: 'C00000001',
      name: 'ONE PAC',
      state: 'NY',
      designation: 'B',
      type: 'Q',
      party: 'DEM',
      connectedOrganisation: null,
      candidateId: null,
    },
  ])
})

test.each(['', 'x', line({ 0: 'no number' }, 30), line({ 0: 'H2AK01158', 5: '1,5' }, 30)])(
  'error: %j is not a file of candidates',
  (text) => {
    expect(() => readCandidates(text, 2024, url)).toThrow(
      expect.objectContaining({ code: 'UPSTREAM_CHANGED' }),
    )
  },
)

test('error: any text is parsed or refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('|', '\n', 'C', '0', '.', ' ') }), (text) => {
      for (const read of [readCandidates, readCommittees])
        try {
          read(text, 2024, url)
        } catch (error) {
          expect(error).toBeInstanceOf(FiqError)
        }
    }),
  )
})

describe.skipIf(!existsSync(file))('the candidates of 2024 (needs ../shared/data/fec)', () => {
  test('default: reads every row', () => {
    const rows = readCandidates(gunzipSync(readFileSync(file)).toString(), 2024, url)
    expect(rows.length).toBeGreaterThan(3_000)
    expect(rows.find(({ candidateId }) => candidateId === 'H2AK01158')?.record).toMatchObject({
      candidateName: 'PELTOLA, MARY',
      party: 'DEM',
      state: 'AK',
      totalRaised: 13443537.46,
    })
    const published = gunzipSync(readFileSync(file)).toString().trim().split(/\r?\n/)
    const figures = published.map((line) => {
      const cells = line.split('|')
      const [month, day, year] = (cells[27] ?? '').split('/')
      return [
        cells[0],
        cells[1]?.trim(),
        cells[4],
        Number(cells[5]),
        year ? `${year}-${month}-${day}` : null,
      ]
    })
    const read = rows.map(({ candidateId, record }) => {
      const { candidateName, party, totalRaised, coverageEnd } = record
      return [candidateId, candidateName, party ?? '', totalRaised, coverageEnd]
    })
    expect(read).toEqual(figures)
    const wrong = rows.filter(({ record }) => !/^[HSP]$/.test(record.committeeType ?? ''))
    expect(wrong).toEqual([])
  })
})
