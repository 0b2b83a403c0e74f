import { expect, test } from 'vitest'
import { inUnit, knownCountry } from './country-points.ts'

test('default: newest first, each point with its unit', () => {
  const value = ['2024-01-01', '2025-01-01'].map((date) => ({ date, value: 1 }))
  expect(inUnit({ value, provenance: [] }, 'USD').value).toEqual([
    { date: '2025-01-01', value: 1, unit: 'USD' },
    { date: '2024-01-01', value: 1, unit: 'USD' },
  ])
})

test('error: an unknown country lists accepted forms', () => {
  expect(knownCountry('deu').alpha3).toBe('DEU')
  expect(() => knownCountry('Germany')).toThrow(
    expect.objectContaining({ code: 'NOT_FOUND', remedy: expect.stringContaining('USA') }),
  )
})
