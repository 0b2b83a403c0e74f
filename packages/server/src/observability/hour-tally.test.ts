import { expect, test } from 'vitest'
import type { HourlyCount } from '../storage/admin/hourly-counts.ts'
import { createHourTally, scheduleFlushes } from './hour-tally.ts'

const hour = 3_600_000
const step = hour / 12

test('default: counts by hour, quotes by five minutes too, and sources by host; adds once', async () => {
  const added: HourlyCount[] = []
  let now = 5 * hour + 1
  const tally = createHourTally(
    async (counts) => void added.push(...counts),
    () => now,
  )
  tally.quoted()
  now += step
  tally.quoted()
  tally.refused()
  tally.source('sec.gov', false, 10)
  tally.source('sec.gov', true, 5.5)
  now = 6 * hour
  tally.source('sec.gov', false, 1)
  await tally.flush()
  await tally.flush()
  const source = { kind: 'source', name: 'sec.gov' }
  expect(added).toEqual([
    { kind: 'quotes', hour: 5 * hour, name: '', calls: 2, failed: 1, milliseconds: 0 },
    { kind: 'recent-quotes', hour: 5 * hour, name: '', calls: 1, failed: 0, milliseconds: 0 },
    {
      kind: 'recent-quotes',
      hour: 5 * hour + step,
      name: '',
      calls: 1,
      failed: 1,
      milliseconds: 0,
    },
    { ...source, hour: 5 * hour, calls: 2, failed: 1, milliseconds: 15.5 },
    { ...source, hour: 6 * hour, calls: 1, failed: 0, milliseconds: 1 },
  ])
})

test('error: adds failed counts the next time', async () => {
  const added: HourlyCount[] = []
  let isDown = true
  const tally = createHourTally(
    async (counts) => {
      if (isDown) throw new Error('down')
      added.push(...counts)
    },
    () => 0,
  )
  tally.quoted()
  await expect(tally.flush()).rejects.toThrow('down')
  tally.quoted()
  isDown = false
  const problems: unknown[] = []
  await scheduleFlushes(tally, (error) => void problems.push(error))()
  expect(added).toMatchObject([{ calls: 2 }, { calls: 2 }])
  expect(problems).toEqual([])
})
