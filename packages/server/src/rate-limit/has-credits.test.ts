import { expect, test } from 'vitest'
import { createHasCredits } from './has-credits.ts'

test('default: reads the balance of an organisation once per minute', async () => {
  const clock = { nowMs: 1 }
  const held = new Map([['acme', 1]])
  let reads = 0
  const balance = async (organisation: string) => {
    reads += 1
    return { prepaid: held.get(organisation) ?? 0, allotment: 0 }
  }
  const hasCredits = createHasCredits({ balance } as never, () => clock.nowMs)
  const both = async () => [await hasCredits('acme'), await hasCredits('other')]
  expect(await both()).toEqual([true, false])
  held.set('other', 5)
  expect([await both(), reads]).toEqual([[true, false], 2])
  clock.nowMs += 60_001
  expect([await both(), reads]).toEqual([[true, true], 4])
})
