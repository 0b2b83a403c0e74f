import { expect, test } from 'vitest'
import { unitEvidence, unitPrescribed, valueWarning } from './value-unit.ts'

/** The unit of positions, each given as value and shares. */
type Positions = readonly (readonly [number, number])[]
const unitOf = (filed: string, ...positions: Positions) => evidenceOf(positions).unit(filed)

function evidenceOf(positions: Positions) {
  const evidence = unitEvidence()
  for (const [value, shares] of positions) evidence.add(value, shares)
  return evidence
}

test('default: the price of a share shows the unit, on any day', () => {
  const thousands = [
    [17_479, 137_500],
    [7_689, 100_000],
    [18_450, 600_000],
  ] as const
  const dollars = thousands.map(([value, shares]) => [value * 1_000, shares] as const)
  for (const day of ['2022-11-14', '2023-02-28', '2025-02-14']) {
    expect(unitOf(day, ...thousands)).toBe(1_000)
    expect(unitOf(day, ...dollars)).toBe(1)
  }
})

test('behavior: for cheap shares the threshold of the form decides', () => {
  expect(unitOf('2023-02-28', [120_000, 100_000], [150_000, 60_000])).toBe(1_000)
  expect(unitOf('2023-02-28', [120_000_000, 100_000_000], [150_000_000, 60_000_000])).toBe(1)
})

test('behavior: a total of cheap shares somewhat below the threshold is in dollars', () => {
  const small = [
    [24_000_000, 3_000_000],
    [36_000_000, 6_000_000],
  ] as const
  expect(unitOf('2024-02-14', ...small)).toBe(1)
})

test('behavior: five cheap shares in dollars are not five dear ones in thousands', () => {
  const cheap = [4, 6, 9, 2, 11].map((price) => [price * 5_000_000, 5_000_000] as const)
  for (const day of ['2022-11-14', '2023-01-03']) expect(unitOf(day, ...cheap)).toBe(1)
  expect(unitOf('2022-11-14', ...cheap.slice(1))).toBe(1_000)
  const dear = cheap.map(([value, shares]) => [value / 1_000, shares / 1_000] as const)
  expect(unitOf('2022-11-14', ...dear)).toBe(1_000)
})

test('behavior: the threshold says nothing about a report that adds holdings', () => {
  const added = [[800_000, 100_000]] as const
  expect(evidenceOf(added).unit('2024-02-14', true)).toBe(1)
  expect(evidenceOf(added).unit('2024-02-14')).toBe(1_000)
  expect(evidenceOf(added).unit('2022-02-14', true)).toBe(1_000)
})

test('behavior: without shares, or if neither unit is plausible, the day decides', () => {
  expect([unitOf('2023-01-02'), unitOf('2023-01-03')]).toEqual([1_000, 1])
  expect([unitOf('2022-11-14', [7, 5]), unitOf('2023-11-14', [7, 5])]).toEqual([1_000, 1])
  expect(unitPrescribed('2022-12-31')).toBe(1_000)
})

test('behavior: a doubtful value has a reason', () => {
  const position = { value: 1_000, shares: 10 }
  expect(valueWarning(position, 1, '2024-02-14')).toBeNull()
  expect(valueWarning({ value: 1_000, shares: null }, 1, '2024-02-14')).toBeNull()
  expect(valueWarning(position, 1_000, '2023-02-28')).toContain('thousands where')
  expect(valueWarning(position, 1, '2022-02-28')).toContain('dollars where')
  expect(valueWarning({ value: 5, shares: 1_000_000 }, 1, '2024-02-14')).toBe(
    'The report values a share at USD 0.000005.',
  )
})
