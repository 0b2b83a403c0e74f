import { expect, test } from 'vitest'
import { type CommitteeRecord, cycleEnd, cycleOf, passes } from './committee-record.ts'

const record: CommitteeRecord = {
  committeeName: 'A',
  committeeId: 'C1',
  committeeType: 'H',
  candidateName: null,
  candidateId: null,
  repeatedAs: [],
  cycle: 2024,
  party: 'DEM',
  state: 'AK',
  totalRaised: 10,
  coverageEnd: null,
}
const filter = { limit: 20, offset: 0, sort: 'DESC' as const }

test.each([
  [{}, true],
  [{ cycle: 2024, party: 'dem', state: 'ak', minRaised: 10, committeeType: 'h' }, true],
  [{ party: 'DEMOCRATIC PARTY' }, true],
  [{ party: 'REP' }, false],
  [{ cycle: 2022 }, false],
  [{ state: 'NY' }, false],
  [{ minRaised: 11 }, false],
  [{ committeeType: 'P' }, false],
])('default: %j passes: %s', (dimensions, isPassed) => {
  expect(passes(record, { ...filter, ...dimensions })).toBe(isPassed)
})

test('behavior: a field missing from a record matches no filter', () => {
  const silent = { ...record, party: null, state: null, totalRaised: null, committeeType: null }
  for (const dimension of [{ party: 'DEM' }, { state: 'AK' }, { minRaised: 0 }])
    expect(passes(silent, { ...filter, ...dimension })).toBe(false)
})

test('behavior: a cycle ends with its even year', () => {
  expect(cycleEnd({ cycle: 2024 })).toBe('2024-12-31')
  expect([cycleOf(new Date('2025-03-01')), cycleOf(new Date('2026-12-31'))]).toEqual([2026, 2026])
})
