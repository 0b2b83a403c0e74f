import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantText, instantTextOf } from './instant-text.ts'

test('default: prints whole seconds in UTC', () => {
  expect(instantText(1_763_672_400_999)).toBe('2025-11-20T21:00:00Z')
  expect(instantTextOf('Thu, 20 Nov 2025 16:00:00 -0500')).toBe('2025-11-20T21:00:00Z')
})

test.each([
  ['2019-03-14T15:14:11.613', '2019-03-14T15:14:11Z'],
  ['2019-03-14 15:14', '2019-03-14T15:14:00Z'],
  ['Thu, 14 Mar 2019 15:14:11', '2019-03-14T15:14:11Z'],
  ['14 Mar 2019 15:14:11', '2019-03-14T15:14:11Z'],
  ['2019-03-14T15:14:11+05:30', '2019-03-14T09:44:11Z'],
  ['Thu, 14 Mar 2019 15:14:11 GMT', '2019-03-14T15:14:11Z'],
  ['2019-03-14', '2019-03-14T00:00:00Z'],
])('behavior: reads %s in every time zone of the machine', (time, expected) => {
  const zone = process.env['TZ']
  process.env['TZ'] = 'Asia/Tokyo'
  try {
    expect(instantTextOf(time)).toBe(expected)
  } finally {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  }
})

test('behavior: any time is read back to its second', () => {
  fc.assert(
    fc.property(fc.integer({ min: -8.64e12, max: 8.64e12 }), (seconds) => {
      expect(Date.parse(instantText(seconds * 1_000))).toBe(seconds * 1_000)
    }),
  )
})

test.each(['', 'yesterday', null, undefined])('error: %j is not a time', (time) => {
  expect(instantTextOf(time)).toBeNull()
})
